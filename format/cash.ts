/** Notes and coins in cents, largest first, for counting the drawer. */
const denominations: Record<string, readonly number[]> = {
  usd: [10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1],
  eur: [20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  gbp: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  chf: [20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
}

/** Returns the notes and coins of a currency; none for others, whose sum is typed. */
export const denominationsOf = (currency: string): readonly number[] => denominations[currency] ?? []

/** Name of the field with the number of notes or coins of a value. */
export const countField = (cents: number) => `of${cents}`

/** Returns the sum of the counted notes and coins in cents, or undefined when none was typed or one is no number. */
export function sumOfCounts(fields: URLSearchParams, currency: string): number | undefined {
  const counts = denominationsOf(currency).map((cents) => ({
    cents,
    typed: (fields.get(countField(cents)) ?? '').trim(),
  }))
  if (counts.every(({ typed }) => typed === '')) return undefined
  if (counts.some(({ typed }) => !/^\d{0,5}$/.test(typed))) return undefined
  return counts.reduce((sum, { cents, typed }) => sum + cents * Number(typed), 0)
}
