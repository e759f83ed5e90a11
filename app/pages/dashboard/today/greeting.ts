import { formatTime } from '#format/date-time.ts'

/** `Good morning, Ada`, in the club's time zone. */
export function greetingFor(calledBy: string, now: Date, timeZone: string): string {
  const hour = Number(formatTime(now, timeZone).slice(0, 2))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${part}, ${calledBy}`
}
