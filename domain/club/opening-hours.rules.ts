import { formatHour } from '#format/hours.ts'
import { capitalize, formatList } from '#format/text.ts'
import { dayName, daysInSentence, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Weekday = (typeof weekdays)[number]

/**
 * One of up to two times a day at which the club is open, by its own clock, such as `05:45`. Midnight at the end of
 * the day is `24:00`; a closing time before the opening time is one of the next day.
 */
export type OpeningSpan = { weekday: Weekday; opens: string; closes: string }

/** Maximum number of opening spans of a weekday. */
export const maxSpansADay = 2

type DayRange = { first: Weekday; last: Weekday; spans: OpeningSpan[] }

const formatTimes = ({ opens, closes }: OpeningSpan) =>
  t('opening.times', { opens, closes: closes === '24:00' ? t('opening.midnight') : closes })

/** `06:00 to 13:00 and 16:00 to 22:00`. */
const formatSpans = (spans: OpeningSpan[]) =>
  spans
    .toSorted((one, other) => one.opens.localeCompare(other.opens))
    .map(formatTimes)
    .join(t('opening.and'))

/** Merges consecutive days with equal spans. */
function groupDays(spans: OpeningSpan[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const weekday of weekdays) {
    const ofDay = spans.filter((span) => span.weekday === weekday)
    if (ofDay.length === 0) continue
    const range = ranges[ranges.length - 1]
    const follows = range && weekdays.indexOf(range.last) + 1 === weekdays.indexOf(weekday)
    if (follows && formatSpans(range.spans) === formatSpans(ofDay)) range.last = weekday
    else ranges.push({ first: weekday, last: weekday, spans: ofDay })
  }
  return ranges
}

/**
 * Returns `Open every day, 05:45 to 22:00` or `Open Monday to Friday, 06:00 to 13:00 and 16:00 to 22:00; Saturday, 08:00
 * to 18:00`; '' if not set.
 */
export function formatOpeningHours(spans: OpeningSpan[]): string {
  if (spans.length === 0) return ''
  const ranges = groupDays(spans).map(
    ({ first, last, spans: ofDay }) => `${formatDayRange(first, last)}, ${formatSpans(ofDay)}`,
  )
  return t('opening.open', { ranges: ranges.join('; ') })
}

function formatDayRange(first: Weekday, last: Weekday): string {
  if (first === last) return dayName(first)
  if (first === 'Monday' && last === 'Sunday') return t('opening.everyDay')
  return t('days.range', { first: dayName(first), last: dayName(last) })
}

/** An `OpeningHoursSpecification` of schema.org. */
export type OpeningHoursSpecification = {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: Weekday[]
  opens: string
  closes: string
}

/** Returns the opening hours for schema.org, where equal times mean closed and 00:00 to 23:59 is the whole day. */
export const schemaOrgOpeningHours = (spans: OpeningSpan[]): OpeningHoursSpecification[] =>
  groupDays(spans).flatMap(({ first, last, spans: ofDay }) =>
    ofDay.map(({ opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays.slice(weekdays.indexOf(first), weekdays.indexOf(last) + 1),
      opens,
      closes: closes !== '24:00' ? closes : opens === '00:00' ? '23:59' : '00:00',
    })),
  )

const minutesADay = 24 * 60
const minutesAWeek = 7 * minutesADay

function toMinutes(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** The first minute of a span, counted from Monday 00:00, and its length. */
function minutesOf({ weekday, opens, closes }: OpeningSpan) {
  const begins = weekdays.indexOf(weekday) * minutesADay + toMinutes(opens)
  return { begins, length: toMinutes(closes) - toMinutes(opens) + (closes < opens ? minutesADay : 0) }
}

const minutesAfter = (earlier: number, later: number) => (later - earlier + minutesAWeek) % minutesAWeek

/** Returns whether two spans have a minute in common, also after midnight. */
export function spansOverlap(one: OpeningSpan, other: OpeningSpan): boolean {
  const [left, right] = [minutesOf(one), minutesOf(other)]
  return (
    minutesAfter(left.begins, right.begins) < left.length ||
    minutesAfter(right.begins, left.begins) < right.length
  )
}

/** Hours of a trainer, each on all of the weekdays. */
export type OfferedHours = { weekdays: readonly string[]; startHours: readonly number[] }

/** Returns the weekdays on which an hour is not wholly within the opening hours; none if these are not set. */
export function weekdaysOutside(spans: OpeningSpan[], days: readonly string[], startHour: number): Weekday[] {
  if (spans.length === 0) return []
  return weekdays.filter((day) => days.includes(day) && !isWithin(spans, day, startHour))
}

function isWithin(spans: OpeningSpan[], weekday: Weekday, startHour: number): boolean {
  const begins = weekdays.indexOf(weekday) * minutesADay + startHour * 60
  const all = spans.map(minutesOf)
  // one span can end where the next begins
  for (let covered = 0; covered < 60;) {
    const at = (begins + covered) % minutesAWeek
    const span = all.find((each) => minutesAfter(each.begins, at) < each.length)
    if (!span) return false
    covered += span.length - minutesAfter(span.begins, at)
  }
  return true
}

/**
 * Returns sentences about hours outside the opening hours, such as `On Saturday 06:00 and 07:00 are outside the opening
 * hours, 08:00 to 18:00.`; null without any. Hours that `before` offered on the same days are left out.
 */
export function outsideHoursNote(
  spans: OpeningSpan[],
  offered: OfferedHours,
  before: OfferedHours = { weekdays: [], startHours: [] },
): string | null {
  const found = offered.startHours.flatMap((startHour) => {
    const known = before.startHours.includes(startHour) ? before.weekdays : []
    const days = weekdaysOutside(spans, offered.weekdays, startHour)
    return days.every((day) => known.includes(day)) ? [] : [{ startHour, days }]
  })
  if (found.length === 0) return null
  const isOne = offered.startHours.length === 1
  return [...Map.groupBy(found, ({ days }) => days.join())]
    .map(([, hours]) => {
      const { days } = hours[0]!
      const when = days.length === offered.weekdays.length ? '' : `${daysInSentence(days)} `
      const named = isOne
        ? t('openingHours.thisHour')
        : formatList(hours.map(({ startHour }) => formatHour(startHour)))
      return capitalize(
        t('openingHours.areOutside', {
          hours: `${when}${named}`,
          count: hours.length,
          times: timesOf(spans, days),
        }),
      )
    })
    .join(' ')
}

/** `, 06:00 to 22:00` or `: the club is closed then`; '' for days with different times. */
function timesOf(spans: OpeningSpan[], days: Weekday[]): string {
  const [times, ...others] = new Set(
    days.map((day) => formatSpans(spans.filter((each) => each.weekday === day))),
  )
  if (others.length > 0) return ''
  return times === '' ? t('openingHours.closedThen') : `, ${times}`
}
