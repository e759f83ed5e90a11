import { anyHour, type Wish } from '#domain/board/board.rules.ts'
import { weekdays } from '#format/weekdays.ts'

/** What the address of the board says: the wish, the chosen slot and the number of answers to show. */
export type BoardQuery = { wish: Wish; chosen: string | null; shown: number }

/** The number of answers that the board shows at first, and that each 'Show more' adds. */
export const answersAtOnce = 6
const maxAnswers = 300

const codeOf = (day: string) => day.slice(0, 3).toLowerCase()

function hourIn(text: string | null, fallback: number): number {
  const hour = Number(text)
  return text && Number.isInteger(hour) && hour >= 0 && hour <= 24 ? hour : fallback
}

/** Reads the query of the board's address. Unknown values count as absent. */
export function parseBoardQuery(query: URLSearchParams): BoardQuery {
  const codes = (query.get('days') ?? '').toLowerCase().split(',')
  const days = weekdays.filter((day) => codes.includes(codeOf(day)))
  const [from, to] = [hourIn(query.get('from'), anyHour.from), hourIn(query.get('to'), anyHour.to)]
  const shown = Number(query.get('shown'))
  return {
    wish: {
      days: days.length === weekdays.length ? [] : days,
      ...(from < to ? { from, to } : { from: anyHour.from, to: anyHour.to }),
      discipline: query.get('for')?.trim().slice(0, 100) || null,
      trainerId: query.get('trainer') || null,
    },
    chosen: query.get('hour') || null,
    shown: Number.isInteger(shown) && shown > answersAtOnce ? Math.min(shown, maxAnswers) : answersAtOnce,
  }
}

/** Returns the query of a wish, `?` included, in a fixed order and without defaults. */
export function boardUrl(
  wish: Wish,
  { chosen = null, shown = answersAtOnce }: Partial<BoardQuery> = {},
): string {
  const query = new URLSearchParams()
  if (wish.days.length > 0) query.set('days', wish.days.map(codeOf).join(','))
  if (wish.from !== anyHour.from) query.set('from', String(wish.from))
  if (wish.to !== anyHour.to) query.set('to', String(wish.to))
  if (wish.discipline !== null) query.set('for', wish.discipline)
  if (wish.trainerId !== null) query.set('trainer', wish.trainerId)
  if (chosen !== null) query.set('hour', chosen)
  if (shown !== answersAtOnce) query.set('shown', String(shown))
  return `?${query.toString().replaceAll('%2C', ',')}`
}
