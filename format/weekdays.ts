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
export function describeDays(days: readonly string[]): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  const first = chosen[0]
  const last = chosen[chosen.length - 1]
  if (!first || !last) return 'No days'
  if (chosen.length === weekdays.length) return 'Every day'
  const unbroken = weekdays.indexOf(last) - weekdays.indexOf(first) + 1 === chosen.length
  if (unbroken && chosen.length > 2) return `${first} to ${last}`
  return chosen.length === 1 ? last : `${chosen.slice(0, -1).join(', ')} and ${last}`
}

/** The same within a sentence: `from Monday to Friday`, `on Tuesday and Thursday`, `every day`, `on no day`. */
export function daysInSentence(days: readonly string[]): string {
  const named = describeDays(days)
  if (named === 'Every day' || named === 'No days') return days.length > 0 ? 'every day' : 'on no day'
  return named.includes(' to ') ? `from ${named}` : `on ${named}`
}
