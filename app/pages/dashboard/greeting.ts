import { formatTime } from '#words/moments.ts'
import { firstName } from '#words/phrases.ts'

/** `Good morning, Ada`, by the club's clock. */
export function greetingFor(name: string, now: Date, timeZone: string): string {
  const hour = Number(formatTime(now, timeZone).slice(0, 2))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${part}, ${firstName(name)}`
}
