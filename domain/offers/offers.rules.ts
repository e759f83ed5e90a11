import type { OfferKind, SoldTo } from '#db/tables.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

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
  get membership() {
    return t('offers.membership')
  },
  get pack() {
    return t('offers.packOfClasses')
  },
  get class() {
    return t('offers.singleClass')
  },
  get trial() {
    return t('offers.trial')
  },
  get gift_card() {
    return t('offers.giftCard')
  },
}

/** Words of the consent to begin before the time for withdrawing is over. */
export const consentWords = () => t('offers.beginAtOnce')

/** A price that a code lessens for the first payments of a membership, or for all of them (null). */
export type ReducedPrice = {
  cents: number
  payments: number | null
  /** Some payments are made: these are the next ones. */
  hasBegun: boolean
}

export type MembershipPrice = Pick<OfferTerms, 'kind' | 'periodMonths' | 'priceCents' | 'currency'>

/** Returns the price that a discount of some payments leaves; null without a discount. */
export const reducedPriceOf = (
  { priceCents }: Pick<OfferTerms, 'priceCents'>,
  { discountCents, periods }: { discountCents: number; periods: number | null },
): ReducedPrice | null =>
  discountCents === 0 ? null : { cents: priceCents - discountCents, payments: periods, hasBegun: false }

/** `$59.00 a month`, or `$53.10 a month for the first 3 payments, then $59.00 a month`. */
export function formatPrices(offer: MembershipPrice, reduced: ReducedPrice | null): string {
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  const unit = priceUnit(offer)
  if (reduced === null) return t('offers.everyPayment', { price, unit })
  const reducedPrice = formatMoneyWithCents(reduced.cents, offer.currency)
  return reduced.payments === null
    ? t('offers.everyPaymentReduced', { reduced: reducedPrice, price, unit })
    : t('offers.somePaymentsReduced', {
        reduced: reducedPrice,
        price,
        unit,
        payments: reduced.payments,
        hasBegun: reduced.hasBegun ? 'yes' : 'no',
      })
}

/** Words of the consent to renewing. */
export const renewalWords = (offer: OfferTerms, reduced: ReducedPrice | null): string =>
  t('offers.itRenewsUntilI', { prices: formatPrices(offer, reduced) })

/** Words of the consent to charging the stored card. */
export const storedCardWords = (offer: MembershipPrice, reduced: ReducedPrice | null): string =>
  reduced === null
    ? t('offers.keepMyCard', { price: formatMoneyWithCents(offer.priceCents, offer.currency) })
    : t('offers.keepMyCardReduced', { prices: formatPrices(offer, reduced) })

/** Days in which a buyer can withdraw from the contract. */
export const withdrawalDays = 14

/** `month`, `3 months` or `year`. */
export const periodName = (months: number | null): string => t('offers.period', { months: months ?? 1 })

/** `every month` or `every 3 months`. */
const everyPeriod = (months: number | null): string => t('offers.everyPeriod', { months: months ?? 1 })

/** `a month`, `every 3 months`, `a year`, or `once`. */
export function priceUnit({ kind, periodMonths }: Pick<OfferTerms, 'kind' | 'periodMonths'>): string {
  return kind === 'membership' ? t('offers.priceUnit', { months: periodMonths ?? 1 }) : t('offers.once')
}

const classCount = (classes: number | null) =>
  classes === null ? t('offers.asManyClassesAs') : t('offers.class', { classes })

/** `180 days`, or `3 years`. */
export const validity = (days: number | null): string =>
  days !== null && days > 0 && days % 365 === 0
    ? t('offers.year', { years: days / 365 })
    : t('offers.day', { days: days ?? 0 })

/** Terms in one line for the office: `10 classes, 180 days`. */
export function describeTerms(offer: OfferTerms): string {
  const { kind, classes, periodMonths, minMonths, noticeDays, validDays } = offer
  if (kind === 'gift_card')
    return [
      t('offers.worth', { price: formatMoney(offer.priceCents, offer.currency) }),
      validDays === null ? t('offers.withoutAnEnd') : validity(validDays),
    ].join(', ')
  if (kind !== 'membership')
    return [
      classCount(classes),
      validity(validDays),
      ...(kind === 'trial' ? [t('offers.onceAPerson')] : []),
    ].join(', ')
  return [
    classCount(classes),
    everyPeriod(periodMonths),
    minMonths ? t('offers.atLeastMonth', { minMonths }) : t('offers.cancelAnyDay'),
    ...(noticeDays ? [t('offers.noticeOfDay', { noticeDays })] : []),
  ].join(', ')
}

/** Price of one class, such as `$7.38 a class`; '' where it says nothing new. */
export function pricePerClass({ classes, priceCents, currency }: OfferTerms): string {
  if (classes === null || classes < 2 || priceCents === 0) return ''
  return t('offers.aClass', { price: formatMoney(Math.round(priceCents / classes), currency) })
}

/** The lines of terms that a buyer reads before the purchase, each with its name. */
export function termLines(
  offer: OfferTerms,
  reduced: ReducedPrice | null = null,
): { name: string; text: string }[] {
  const { kind, classes, validDays, noticeDays, minMonths } = offer
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  const withdraw = {
    name: t('offers.youWithdraw'),
    text: t('offers.forDaysWithoutA', { withdrawalDays }),
  }
  if (kind === 'membership') {
    const period = periodName(offer.periodMonths)
    return [
      {
        name: t('offers.youGet'),
        text: t('offers.classesEveryPeriod', {
          classes: classCount(classes),
          period: everyPeriod(offer.periodMonths),
        }),
      },
      { name: t('offers.youPay'), text: t('offers.taxIncluded', { prices: formatPrices(offer, reduced) }) },
      {
        name: t('offers.itRenews'),
        text: t('offers.renewsEveryPeriod', { period: everyPeriod(offer.periodMonths) }),
      },
      {
        name: t('offers.youCancel'),
        text: t('offers.itThenEndsWith', { cancelling: cancelling(minMonths, noticeDays), period }),
      },
      withdraw,
    ]
  }
  if (kind === 'gift_card')
    return [
      { name: t('offers.youGet'), text: t('offers.aCodeWorthBy', { price }) },
      { name: t('offers.youPay'), text: t('offers.onceTaxIncluded', { price }) },
      { name: t('offers.itRenews'), text: t('offers.never') },
      {
        name: t('offers.itLasts'),
        text:
          validDays === null
            ? t('offers.withoutEnd')
            : t('offers.forFromPayment', { validity: validity(validDays) }),
      },
      { name: t('offers.youWithdraw'), text: t('offers.forDaysWhileNothing', { withdrawalDays }) },
    ]
  return [
    {
      name: t('offers.youGet'),
      text: t('offers.ofAnyKindOnce', {
        classCount: classCount(classes),
        kind: kind === 'trial' ? 'yes' : 'no',
      }),
    },
    {
      name: t('offers.youPay'),
      text: offer.priceCents === 0 ? t('offers.nothingNoCardIs') : t('offers.onceTaxIncluded', { price }),
    },
    { name: t('offers.itRenews'), text: t('offers.never') },
    {
      name: t('offers.itLasts'),
      text:
        offer.priceCents === 0
          ? t('offers.forFromTaking', { validity: validity(validDays) })
          : t('offers.forFromPayment', { validity: validity(validDays) }),
    },
    kind === 'pack'
      ? withdraw
      : {
          name: t('offers.youWithdraw'),
          text: t('offers.notAtAllSince'),
        },
  ]
}

function cancelling(minMonths: number | null, noticeDays: number | null): string {
  const when = minMonths ? t('offers.afterMonth', { minMonths }) : t('offers.anyDay')
  return noticeDays ? t('offers.onlineDayBeforeThe', { when, noticeDays }) : t('offers.online', { when })
}
