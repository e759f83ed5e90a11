/**
 * Calendar days of the club, such as `2026-11-23`, without a time or a time zone. Formatted without Intl
 * for English, because the first use of Intl takes a phone 100 ms.
 */

import { t } from '#messages/t.ts'
import { dateTimeFormat, localeSettings } from './locale.ts'
import { dayName, weekdays } from './weekdays.ts'

/** Formats a day with Intl in the club's language; null if that is English. */
function formatInLanguage(day: string, options: Intl.DateTimeFormatOptions): string | null {
  const { language } = localeSettings()
  return language === 'en'
    ? null
    : dateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(toUtcMs(day))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dayMs = 86_400_000
const toUtcMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Adds months to a month such as `2026-11`; `count` may be negative. */
export const addMonths = (month: string, count = 1) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** Adds days to a day; `days` may be negative. */
export const addDays = (day: string, days: number) =>
  new Date(toUtcMs(day) + days * dayMs).toISOString().slice(0, 10)

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((toUtcMs(to) - toUtcMs(from)) / dayMs)

/** 0 for Monday to 6 for Sunday. */
const weekdayIndex = (day: string) => (new Date(toUtcMs(day)).getUTCDay() + 6) % 7

/** `Monday` */
export const weekdayName = (day: string) => weekdays[weekdayIndex(day)] ?? ''

/** `23` */
export const dayOfMonth = (day: string) => Number(day.slice(8))

/** `23 Nov` */
export const formatDayOfMonth = (day: string) =>
  formatInLanguage(day, { day: 'numeric', month: 'short' }) ??
  `${dayOfMonth(day)} ${months[Number(day.slice(5, 7)) - 1]}`

/** `Nov 2026`, of a day or a month such as `2026-11` */
export const formatMonth = (month: string) =>
  formatInLanguage(`${month.slice(0, 7)}-01`, { month: 'short', year: 'numeric' }) ??
  `${months[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** `Mon 23 Nov` */
export const formatDay = (day: string) =>
  formatInLanguage(day, { weekday: 'short', day: 'numeric', month: 'short' }) ??
  `${weekdayName(day).slice(0, 3)} ${formatDayOfMonth(day)}`

/** `Mon 23 Nov`, or `Mon 23 Nov 2029` if the year is not today's */
export const formatDayWithYear = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`

/** `Monday 23 Nov` */
export const formatFullDay = (day: string) =>
  formatInLanguage(day, { weekday: 'long', day: 'numeric', month: 'short' }) ??
  `${weekdayName(day)} ${formatDayOfMonth(day)}`

/** `Today`, `Tomorrow`, a weekday within the next six days, or `Thu 3 Dec`. */
export function formatDayAhead(day: string, today: string): string {
  if (day === today) return t('day.today')
  if (day === addDays(today, 1)) return t('day.tomorrow')
  return day < addDays(today, 7) ? dayName(weekdayName(day)) : formatDay(day)
}

/** Returns the weeks, Monday to Sunday, from the first of these days to the last; empty without days. */
export function groupIntoWeeks(days: readonly string[]): string[][] {
  const sorted = [...days].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekdayIndex(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(weekdays.map((_, index) => addDays(monday, index)))
  return weeks
}
