import { withdrawalDays } from '#domain/offers/offers.rules.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

export { withdrawalDays }

/** What a purchase has given so far. */
export type UsedPurchase = {
  amountCents: number
  /** The buyer asked for it to begin at once, and so pays for what they used. */
  beganAtOnce: boolean
  /** Null: as many classes as one likes. */
  given: number | null
  /** Classes that were taken, or given back too late. */
  used: number
  /** The part of its days that is over, from 0 to 1. */
  partOver: number
}

/**
 * Returns what a withdrawal brings back, in cents, rounded for the buyer: the share of the classes that were not used;
 * without a number of classes, the share of the days that are left; all of it, if it was not to begin at once.
 */
export function withdrawnCents({ amountCents, beganAtOnce, given, used, partOver }: UsedPurchase): number {
  if (!beganAtOnce) return amountCents
  if (given === null) return Math.ceil(amountCents * (1 - Math.min(1, Math.max(0, partOver))))
  return Math.ceil((amountCents * Math.max(0, given - used)) / given)
}

/** What comes back, and the part of it that goes to the gift card, in cents. */
export type MoneyBack = { backCents: number; toGiftCents: number; currency: string }

/** Returns what comes back in words, such as `€85.00, and €35.00 to the gift card`. */
export function formatMoneyBack({ backCents, toGiftCents, currency }: MoneyBack): string {
  const money = formatMoneyWithCents(backCents - toGiftCents, currency)
  const gift = formatMoneyWithCents(toGiftCents, currency)
  return toGiftCents === 0 ? money : t('withdraw.moneyAndGift', { money, gift })
}
