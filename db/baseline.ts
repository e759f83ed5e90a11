// Migrations 001 to 012 are the baseline: the schema of version 0.9.0. They replaced the 65 migrations that led to it.

/** The migrations of the baseline, in order. */
export const baseline = [
  '001-club',
  '002-people',
  '003-offer',
  '004-bookings',
  '005-payments',
  '006-ledger',
  '007-invoices',
  '008-lessons',
  '009-community',
  '010-mail',
  '011-records',
  '012-sums',
]

const firstReplaced = '001-accounts'
const lastReplaced = '065-names'

export const olderVersionMessage =
  'This club is of a version before 0.9.0. Start version 0.9.0 with it once, and this version after that.'

/**
 * Applied migrations by their present names: those of version 0.9.0 are the baseline. Returns null for a version
 * before 0.9.0.
 */
export function withBaseline(applied: string[]): string[] | null {
  if (!applied.includes(firstReplaced)) return applied
  return applied.includes(lastReplaced) ? baseline : null
}
