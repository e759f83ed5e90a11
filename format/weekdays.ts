import { currentLanguage, t } from '#messages/t.ts'

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

// a function, so that English scripts leave the names out
const dayNames = (): Record<string, string> => ({
  Monday: t('weekday.monday'),
  Tuesday: t('weekday.tuesday'),
  Wednesday: t('weekday.wednesday'),
  Thursday: t('weekday.thursday'),
  Friday: t('weekday.friday'),
  Saturday: t('weekday.saturday'),
  Sunday: t('weekday.sunday'),
})

/** `Monday` in the language of the page. */
export const dayName = (day: string): string => (currentLanguage() === 'en' ? day : (dayNames()[day] ?? day))

/** `Mon`, or two letters in other languages. */
export const shortDayName = (day: string): string => dayName(day).slice(0, currentLanguage() === 'en' ? 3 : 2)

/** `Monday to Friday`, `Tuesday and Thursday`, `Every day`. */
export function describeDays(days: readonly string[], format = dayName): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  const first = chosen[0]
  const last = chosen[chosen.length - 1]
  if (!first || !last) return t('days.none')
  if (chosen.length === weekdays.length) return t('days.every')
  if (isRange(days)) return t('days.range', { first: format(first), last: format(last) })
  const before = chosen.slice(0, -1).map(format).join(', ')
  return chosen.length === 1 ? format(last) : t('days.and', { before, last: format(last) })
}

/** Whether the days are three or more without a gap. */
function isRange(days: readonly string[]): boolean {
  const chosen = weekdays.filter((day) => days.includes(day))
  const positions = chosen.map((day) => weekdays.indexOf(day))
  return chosen.length > 2 && Math.max(...positions) - Math.min(...positions) + 1 === chosen.length
}

/** `Mon to Fri`, `Tue and Thu`, `Every day`. */
export const describeDaysShort = (days: readonly string[]) => describeDays(days, shortDayName)

/** As `describeDays`, within a sentence: `from Monday to Friday`, `on Tuesday and Thursday`, `every day`, `on no day`. */
export function daysInSentence(days: readonly string[]): string {
  const named = describeDays(days)
  if (named === t('days.none')) return t('days.inSentence.none')
  if (named === t('days.every')) return t('days.inSentence.every')
  return isRange(days)
    ? t('days.inSentence.range', { days: named })
    : t('days.inSentence.some', { days: named })
}
