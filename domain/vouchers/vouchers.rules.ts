import { priceBounds } from '#format/currencies.ts'

/** A code as it is stored: capital letters and digits, without the spaces and dashes of what was typed. */
export const normaliseCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '')

/** What a discount code takes off: a percentage, or an amount in cents. */
export type Discount = { percent: number | null; offCents: number | null }

/**
 * Returns what a discount code takes off a price, in cents, a percentage rounded for the buyer. A rest that is too small
 * for a card is taken off as well.
 */
export function discountOf({ percent, offCents }: Discount, priceCents: number, currency: string): number {
  const cents = percent === null ? (offCents ?? 0) : Math.ceil((priceCents * percent) / 100)
  return priceCents - cents < priceBounds(currency).least ? priceCents : cents
}
