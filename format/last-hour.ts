import { formatTime } from './date-time.ts'
import { addDays, formatFullDay, weekdayName } from './days.ts'
import { formatHour } from './hours.ts'

type WeeklyHour = { startHour: number; weekdays: readonly string[] }

/** The last hour that begins before a month ends, such as `Thursday 18 Feb, 14:00`. */
export function formatLastHour(paidUntil: Date, hour: WeeklyHour, timeZone: string): string {
  const endDay = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(paidUntil)
  const beginsBeforeEnd = formatHour(hour.startHour) < formatTime(paidUntil, timeZone)
  const days = Array.from({ length: 8 }, (_, back) => addDays(endDay, -back)).slice(beginsBeforeEnd ? 0 : 1)
  const last = days.find((day) => hour.weekdays.includes(weekdayName(day))) ?? endDay
  return `${formatFullDay(last)}, ${formatHour(hour.startHour)}`
}
