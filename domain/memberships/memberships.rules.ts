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

type Renewing = { priceCents: number; paidUntil: Date; change: { priceCents: number; from: Date } | null }

/** Returns the price of a membership's next period, in cents. */
export const renewalCents = ({ change, paidUntil, priceCents }: Renewing): number =>
  change !== null && change.from <= paidUntil ? change.priceCents : priceCents
