import type { MembershipPrice, ReducedPrice } from '#domain/offers/offers.rules.ts'
import { discountOf, type Discount } from '#domain/vouchers/vouchers.rules.ts'

/** Days that a pause has at least and at most. */
export const pauseDays = { least: 7, most: 92 }

/** Days before a new price at which members are told, at least. The database refuses less. */
export const priceNoticeDays = 30

/** Columns of a membership without a planned change of its offer. */
export const noOfferChange = {
  nextOfferId: null,
  nextOfferFrom: null,
  nextOfferToldAt: null,
  nextOfferBy: null,
}

type Renewing = {
  priceCents: number
  currency: string
  periodMonths: number
  paidUntil: Date
  change: { priceCents: number; periodMonths: number; from: Date } | null
  discount: Discount | null
}

/** Returns the price from a membership's next period on, and what its code makes of it. */
export function renewalPrice({ change, paidUntil, currency, discount, ...current }: Renewing): {
  price: MembershipPrice
  reduced: ReducedPrice | null
} {
  const { priceCents, periodMonths } = change !== null && change.from <= paidUntil ? change : current
  const price = { kind: 'membership' as const, periodMonths, priceCents, currency }
  if (discount === null) return { price, reduced: null }
  const cents = priceCents - discountOf(discount, priceCents, currency)
  return { price, reduced: { cents, payments: discount.periods, hasBegun: true } }
}

/** Returns what a membership's next period costs, in cents. */
export function renewalCents(membership: Renewing): number {
  const { price, reduced } = renewalPrice(membership)
  return reduced?.cents ?? price.priceCents
}
