import type { OfferKind, SoldTo } from '#db/tables.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'

export type { OfferKind, SoldTo }

/** What a buyer agrees to. */
export type OfferTerms = {
  kind: OfferKind
  title: string
  description: string
  priceCents: number
  currency: string
  /** Null: as many as one likes. */
  classes: number | null
  periodMonths: number | null
  minMonths: number | null
  noticeDays: number | null
  validDays: number | null
  soldTo: SoldTo
}

/** Kinds in the order of the price list. */
export const offerKinds = ['membership', 'pack', 'class', 'trial', 'gift_card'] as const satisfies OfferKind[]

export const soldToChoices = ['everybody', 'members', 'newcomers', 'desk'] as const satisfies SoldTo[]

/** Months of a period that a membership can have. */
export const periodChoices = [1, 3, 6, 12] as const

export const kindNames: Record<OfferKind, string> = {
  membership: 'Membership',
  pack: 'Pack of classes',
  class: 'Single class',
  trial: 'Trial',
  gift_card: 'Gift card',
}

/** Kinds that the club can sell and collect. */
export const soldKinds = ['membership', 'pack', 'class', 'trial'] as const satisfies OfferKind[]
export const isSold = ({ kind }: Pick<OfferTerms, 'kind'>): boolean => soldKinds.some((sold) => sold === kind)

/** Words of the consent to begin before the time for withdrawing is over. */
export const consentWords =
  'Begin at once. If I withdraw within 14 days, I pay for the classes that I took by then.'

/** Words of the consent to renewing. */
export const renewalWords = (offer: OfferTerms): string =>
  `It renews: ${formatMoneyWithCents(offer.priceCents, offer.currency)} ${priceUnit(offer)} until I cancel.`

/** Days in which a buyer can withdraw from the contract. */
const withdrawalDays = 14

const periodNames: Record<number, string> = { 1: 'month', 3: '3 months', 6: '6 months', 12: 'year' }

/** `month`, `3 months` or `year`. */
export const periodName = (months: number | null): string => periodNames[months ?? 1] ?? `${months} months`

/** `a month`, `every 3 months`, `a year`, or `once`. */
export function priceUnit({ kind, periodMonths }: Pick<OfferTerms, 'kind' | 'periodMonths'>): string {
  if (kind !== 'membership') return 'once'
  return periodMonths === 1 || periodMonths === 12
    ? `a ${periodName(periodMonths)}`
    : `every ${periodName(periodMonths)}`
}

const classCount = (classes: number | null) =>
  classes === null ? 'as many classes as you like' : formatCount(classes, 'class', 'classes')

const validity = (days: number | null) => formatCount(days ?? 0, 'day', 'days')

/** Terms in one line for the office: `10 classes, 180 days`. */
export function describeTerms(offer: OfferTerms): string {
  const { kind, classes, periodMonths, minMonths, noticeDays, validDays } = offer
  if (kind === 'gift_card') return `worth ${formatMoney(offer.priceCents, offer.currency)}`
  if (kind !== 'membership')
    return [classCount(classes), validity(validDays), ...(kind === 'trial' ? ['once a person'] : [])].join(
      ', ',
    )
  return [
    classCount(classes),
    `every ${periodName(periodMonths)}`,
    minMonths ? `at least ${formatCount(minMonths, 'month', 'months')}` : 'cancel any day',
    ...(noticeDays ? [`notice of ${formatCount(noticeDays, 'day', 'days')}`] : []),
  ].join(', ')
}

/** Price of one class, such as `$7.38 a class`; '' where it says nothing new. */
export function pricePerClass({ classes, priceCents, currency }: OfferTerms): string {
  if (classes === null || classes < 2 || priceCents === 0) return ''
  return `${formatMoneyWithCents(Math.round(priceCents / classes), currency)} a class`
}

/** The lines of terms that a buyer reads before the purchase, each with its name. */
export function termLines(offer: OfferTerms): { name: string; text: string }[] {
  const { kind, classes, validDays, noticeDays, minMonths } = offer
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  const withdraw = {
    name: 'You withdraw',
    text: `for ${withdrawalDays} days, without a reason. Classes taken by then are paid.`,
  }
  if (kind === 'membership') {
    const period = periodName(offer.periodMonths)
    return [
      {
        name: 'You get',
        text: `${classCount(classes)} every ${period}, of any kind. What is left at its end is gone.`,
      },
      { name: 'You pay', text: `${price} ${priceUnit(offer)}, tax included.` },
      { name: 'It renews', text: `every ${period} until you cancel. We write to you 7 days before.` },
      {
        name: 'You cancel',
        text: `${cancelling(minMonths, noticeDays)} It then ends with the ${period} that is paid.`,
      },
      withdraw,
    ]
  }
  if (kind === 'gift_card')
    return [
      { name: 'You get', text: `a code worth ${price}, by email, to print or send on.` },
      { name: 'You pay', text: `${price} once, tax included.` },
      { name: 'It renews', text: 'never.' },
      { name: 'It lasts', text: 'for three years.' },
      { name: 'You withdraw', text: `for ${withdrawalDays} days, while nothing of it is used.` },
    ]
  return [
    {
      name: 'You get',
      text: `${classCount(classes)} of any kind${kind === 'trial' ? ', once a person' : ''}.`,
    },
    {
      name: 'You pay',
      text: offer.priceCents === 0 ? 'nothing. No card is asked for.' : `${price} once, tax included.`,
    },
    { name: 'It renews', text: 'never.' },
    { name: 'It lasts', text: `for ${validity(validDays)} from payment.` },
    kind === 'pack'
      ? withdraw
      : {
          name: 'You withdraw',
          text: 'not at all, since a class has its date. You give it back in time instead.',
        },
  ]
}

function cancelling(minMonths: number | null, noticeDays: number | null): string {
  const when = minMonths ? `after ${formatCount(minMonths, 'month', 'months')}` : 'any day'
  return noticeDays
    ? `${when}, online, ${formatCount(noticeDays, 'day', 'days')} before the end of a period.`
    : `${when}, online.`
}
