/**
 * Days of the club's calendar, which are no moments: `2026-11-23`. Written by hand, without Intl: a phone needs a
 * tenth of a second for the first date that it formats.
 */

import { weekdays } from './weekdays.ts'
import { dateTimeFormat, localeSettings } from './locale.ts'

/** A day as Intl writes it, where the club writes its dates in another language than ours; null where it does not. */
function formatInLanguage(day: string, options: Intl.DateTimeFormatOptions): string | null {
  const { language } = localeSettings()
  return language === 'en'
    ? null
    : dateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(toUtcMs(day))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayMs = 86_400_000
const toUtcMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The month after `2026-11`, or so many later or earlier. */
export const addMonths = (month: string, count = 1) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number) =>
  new Date(toUtcMs(day) + days * dayMs).toISOString().slice(0, 10)

/** 0 for a Monday to 6 for a Sunday. */
const weekdayIndex = (day: string) => (new Date(toUtcMs(day)).getUTCDay() + 6) % 7

/** `Monday` */
export const weekdayName = (day: string) => weekdays[weekdayIndex(day)] ?? ''

/** `23` */
export const dayOfMonth = (day: string) => Number(day.slice(8))

/** `23 Nov` */
export const formatDayOfMonth = (day: string) =>
  formatInLanguage(day, { day: 'numeric', month: 'short' }) ??
  `${dayOfMonth(day)} ${months[Number(day.slice(5, 7)) - 1]}`

/** `Nov 2026` of a day, or of `2026-11` */
export const formatMonth = (month: string) =>
  formatInLanguage(`${month.slice(0, 7)}-01`, { month: 'short', year: 'numeric' }) ??
  `${months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** `Mon 23 Nov` */
export const formatDay = (day: string) =>
  formatInLanguage(day, { weekday: 'short', day: 'numeric', month: 'short' }) ??
  `${weekdayName(day).slice(0, 3)} ${formatDayOfMonth(day)}`

/** `Mon 23 Nov`, and of another year than today's `Mon 23 Nov 2029` */
export const formatDayWithYear = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`

/** `Monday 23 Nov` */
export const formatFullDay = (day: string) =>
  formatInLanguage(day, { weekday: 'long', day: 'numeric', month: 'short' }) ??
  `${weekdayName(day)} ${formatDayOfMonth(day)}`

/** `Today`, `Tomorrow`, a weekday of the week from today on, and later `Thu 3 Dec`, which that weekday alone could not be. */
export function formatDayAhead(day: string, today: string): string {
  if (day === today) return 'Today'
  if (day === addDays(today, 1)) return 'Tomorrow'
  return day < addDays(today, 7) ? weekdayName(day) : formatDay(day)
}

/** The weeks from the first of these days to the last, each from Monday to Sunday; none for no days. */
export function groupIntoWeeks(days: readonly string[]): string[][] {
  const sorted = [...days].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekdayIndex(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(weekdays.map((_, index) => addDays(monday, index)))
  return weeks
}
