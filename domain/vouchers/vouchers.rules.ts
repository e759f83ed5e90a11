import { priceBounds } from '#format/currencies.ts'

/** A code as it is stored: capital letters and digits, without the spaces, dashes and invisible signs of what was typed. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{C}\u2212]/gu, '')

/** What a discount code takes off: a percentage, or an amount in cents. */
export type Discount = {
  percent: number | null
  offCents: number | null
  /** The first periods of a membership that it lessens; null for all. */
  periods: number | null
}

/**
 * Returns what a discount code takes off a price, in cents, a percentage rounded for the buyer. A rest that is too small
 * for a card is taken off as well.
 */
export function discountOf(
  { percent, offCents }: Pick<Discount, 'percent' | 'offCents'>,
  priceCents: number,
  currency: string,
): number {
  const cents = percent === null ? (offCents ?? 0) : Math.ceil((priceCents * percent) / 100)
  return priceCents - cents < priceBounds(currency).least ? priceCents : cents
}

/** Capital letters and digits that are not taken for each other. */
export const giftCardAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const giftCardCodeLength = 16

/** `ABCD-EFGH-JKLM-NPQR` */
export const formatCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/**
 * Returns what a gift card pays of an amount, in cents: all that is left on it. It pays less if the rest would be too
 * small for a card.
 */
export function paidByGiftCard(leftCents: number, amountCents: number, currency: string): number {
  if (leftCents >= amountCents) return amountCents
  const { least } = priceBounds(currency)
  return Math.max(0, Math.min(leftCents, amountCents - least))
}
