import { weekdays } from '#format/weekdays.ts'

type Weekday = (typeof weekdays)[number]

/**
 * Opening hours of one day, by the club's clock, such as `05:45`. Midnight at the end of the day is
 * `24:00`; a closing time before the opening time is one of the next day.
 */
export type OpenDay = { weekday: Weekday; opens: string; closes: string }

type DayRange = { first: Weekday; last: Weekday; opens: string; closes: string }

/** Merges consecutive days with equal hours. */
function groupDays(openDays: OpenDay[]): DayRange[] {
  const spans: DayRange[] = []
  for (const { weekday, opens, closes } of openDays) {
    const span = spans[spans.length - 1]
    const follows = span && weekdays.indexOf(span.last) + 1 === weekdays.indexOf(weekday)
    if (follows && span.opens === opens && span.closes === closes) span.last = weekday
    else spans.push({ first: weekday, last: weekday, opens, closes })
  }
  return spans
}

/**
 * Returns `Open every day, 05:45 to 22:00` or `Open Monday to Friday, 06:00 to 22:00; Saturday, 08:00 to
 * 18:00`; '' if not set.
 */
export function formatOpeningHours(openDays: OpenDay[]): string {
  if (openDays.length === 0) return ''
  const spans = groupDays(openDays).map(
    ({ first, last, opens, closes }) =>
      `${formatDayRange(first, last)}, ${opens} to ${closes === '24:00' ? 'midnight' : closes}`,
  )
  return `Open ${spans.join('; ')}`
}

function formatDayRange(first: Weekday, last: Weekday): string {
  if (first === last) return first
  return first === 'Monday' && last === 'Sunday' ? 'every day' : `${first} to ${last}`
}

/** Opening hours for schema.org, such as `Mo-Fr 06:00-22:00`. */
export const schemaOrgOpeningHours = (openDays: OpenDay[]): string[] =>
  groupDays(openDays).map(({ first, last, opens, closes }) => {
    const days = [...new Set([first, last])].map((day) => day.slice(0, 2))
    return `${days.join('-')} ${opens}-${closes}`
  })
