import type { TimetableFilter } from '#domain/lessons/classes/timetable.server.ts'
import { t } from '#messages/t.ts'

/** Parts of the day, by the value of the form. */
export const dayParts = [
  {
    value: 'morning',
    get label() {
      return t('timetableQuery.morningTo1200')
    },
    fromHour: 0,
    untilHour: 12,
  },
  {
    value: 'afternoon',
    get label() {
      return t('timetableQuery.afternoon1200To')
    },
    fromHour: 12,
    untilHour: 17,
  },
  {
    value: 'evening',
    get label() {
      return t('timetableQuery.eveningFrom1700')
    },
    fromHour: 17,
    untilHour: 24,
  },
]

export type TimetableQuery = { from: string | null; trainer: string; class: string; time: string }

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const isDay = (text: string | null) =>
  text !== null &&
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Reads the query of the timetable; leaves out whatever is malformed. */
export function parseTimetableQuery(params: URLSearchParams): TimetableQuery {
  const from = params.get('from')
  const idOf = (name: string) => (idPattern.test(params.get(name) ?? '') ? params.get(name)! : '')
  const time = params.get('time') ?? ''
  return {
    from: isDay(from) ? from : null,
    trainer: idOf('trainer'),
    class: idOf('class'),
    time: dayParts.some(({ value }) => value === time) ? time : '',
  }
}

/** Returns the filter of a query. */
export function filterOf(query: TimetableQuery): TimetableFilter {
  const part = dayParts.find(({ value }) => value === query.time)
  return {
    trainerId: query.trainer || undefined,
    classId: query.class || undefined,
    ...(part && { fromHour: part.fromHour, untilHour: part.untilHour }),
  }
}

/** Returns the address of the timetable with this query. */
export function timetableUrl({ from, ...filter }: TimetableQuery): string {
  const params = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  if (from !== null) params.set('from', from)
  return params.size === 0 ? '/timetable' : `/timetable?${params}`
}
