import { formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

/** `Good morning, Ada`, in the club's time zone. */
export function greetingFor(calledBy: string, now: Date, timeZone: string): string {
  const hour = Number(formatTime(now, timeZone).slice(0, 2))
  const part = hour < 12 ? t('greeting.morning') : hour < 18 ? t('greeting.afternoon') : t('greeting.evening')
  return t('greeting.good', { part, calledBy })
}
