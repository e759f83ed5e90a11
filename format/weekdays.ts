/**
 * Weekdays as displayed and stored. Separate from `days.ts`, because every page formats the opening hours.
 */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** `Monday to Friday`, `Tuesday and Thursday`, `Every day`. */
export function describeDays(days: readonly string[], format = (day: string) => day): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  const first = chosen[0]
  const last = chosen[chosen.length - 1]
  if (!first || !last) return 'No days'
  if (chosen.length === weekdays.length) return 'Every day'
  const unbroken = weekdays.indexOf(last) - weekdays.indexOf(first) + 1 === chosen.length
  if (unbroken && chosen.length > 2) return `${format(first)} to ${format(last)}`
  const before = chosen.slice(0, -1).map(format).join(', ')
  return chosen.length === 1 ? format(last) : `${before} and ${format(last)}`
}

/** `Mon to Fri`, `Tue and Thu`, `Every day`. */
export const describeDaysShort = (days: readonly string[]) => describeDays(days, (day) => day.slice(0, 3))

/** As `describeDays`, within a sentence: `from Monday to Friday`, `on Tuesday and Thursday`, `every day`, `on no day`. */
export function daysInSentence(days: readonly string[]): string {
  const named = describeDays(days)
  if (named === 'Every day' || named === 'No days') return days.length > 0 ? 'every day' : 'on no day'
  return named.includes(' to ') ? `from ${named}` : `on ${named}`
}
