import { t } from '#messages/t.ts'

/** Order of day and month where a date is written in digits and the year stands last. */
export const dayOrders = ['day first', 'month first'] as const
export type DayOrder = (typeof dayOrders)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const germanMonths: Record<string, string> = {
  mrz: 'mar',
  mär: 'mar',
  mae: 'mar',
  mai: 'may',
  okt: 'oct',
  dez: 'dec',
}

type Parts = { year: number; month: number; day: number }

/** Time of day after a date, which is ignored. */
const timeOfDay = /[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(am|pm|z|utc|[+-]\d{2}:?\d{2})?$/i

/** Returns the day as `2026-11-26`, or why it is none. Years have four digits: two digits would be a guess. */
export function parseDay(text: string, order: DayOrder | null): { day: string } | { problem: string } {
  const bare = text.trim().replace(timeOfDay, '').trim()
  const parts = namedMonth(bare) ?? yearFirst(bare) ?? yearLast(bare, order)
  if (parts === null)
    return {
      problem: /^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(bare)
        ? t('importRow.twoDigitYear')
        : t('importRow.noDate'),
    }
  const day = dayOf(parts)
  return day === null ? { problem: t('importRow.noSuchDay') } : { day }
}

function yearFirst(text: string): Parts | null {
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  return found && { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
}

function yearLast(text: string, order: DayOrder | null): Parts | null {
  const found = digitsOf(text)
  if (found === null) return null
  const [first, second, year] = found
  return order === 'month first' ? { year, month: first, day: second } : { year, month: second, day: first }
}

function digitsOf(text: string): [first: number, second: number, year: number] | null {
  const found = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text)
  return found && [Number(found[1]), Number(found[3]), Number(found[4])]
}

function namedMonth(text: string): Parts | null {
  const dayFirst = /^(\d{1,2})\.?[\s-]+(\p{L}{3,9})\.?,?[\s-]+(\d{4})$/u.exec(text)
  const monthFirst = /^(\p{L}{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(text)
  const found = dayFirst
    ? { name: dayFirst[2]!, day: dayFirst[1]!, year: dayFirst[3]! }
    : monthFirst && { name: monthFirst[1]!, day: monthFirst[2]!, year: monthFirst[3]! }
  if (!found) return null
  const short = found.name.toLowerCase().slice(0, 3)
  const month = (months as readonly string[]).indexOf(germanMonths[short] ?? short) + 1
  return month === 0 ? null : { year: Number(found.year), month, day: Number(found.day) }
}

function dayOf({ year, month, day }: Parts): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}

export type DayOrderFinding = {
  /** Null if no order is known. */
  order: DayOrder | null
  /** Whether the order has to be chosen, because the dates of the column do not tell it. */
  isAsked: boolean
  /** Dates that fit only this order. */
  only: number
  /** Dates that fit both orders. */
  both: number
  /** The first date that fits both orders, or the first one of a column that is mixed. */
  example: string | null
}

/**
 * Recognises the order of a column. Dates with points are day first everywhere. Without a date that fits one order
 * alone, or with some for each, the order is asked for.
 */
export function recogniseDayOrder(values: readonly string[]): DayOrderFinding {
  const counts = { dayFirst: 0, monthFirst: 0, both: 0 }
  let example: string | null = null
  let firstDate: string | null = null
  for (const value of values) {
    const bare = value.trim().replace(timeOfDay, '').trim()
    const digits = digitsOf(bare)
    if (digits === null) continue
    const [first, second] = digits
    firstDate ??= bare
    if (bare.includes('.') || (first > 12 && second <= 12)) counts.dayFirst += 1
    else if (second > 12 && first <= 12) counts.monthFirst += 1
    else if (first <= 12 && first !== second) {
      counts.both += 1
      example ??= bare
    }
  }
  const { dayFirst, monthFirst, both } = counts
  const only = Math.max(dayFirst, monthFirst)
  const isMixed = dayFirst > 0 && monthFirst > 0
  const order = only === 0 || isMixed ? null : dayFirst > 0 ? 'day first' : 'month first'
  return {
    order,
    isAsked: order === null && (both > 0 || isMixed),
    only,
    both,
    example: example ?? (isMixed ? firstDate : null),
  }
}
