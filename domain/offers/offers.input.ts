import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { line, optionalLine, parseWholeNumber, reading } from '#domain/input.ts'
import { priceBounds } from '#format/currencies.ts'
import { localeSettings } from '#format/locale.ts'
import { formatAmount } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { offerKinds, periodChoices, soldToChoices, type OfferKind } from './offers.rules.ts'
import { amountFromZero } from './price-settings.input.ts'

function wholeNumber({ least, most }: Bound) {
  const message = { error: () => t('input.wholeNumberWithin', { least, most }) }
  return reading(parseWholeNumber, z.int(message).min(least, message).max(most, message))
}

const isEmpty = (typed: unknown) => typed === undefined || typed === null || String(typed).trim() === ''

/** A number that only some kinds have. */
const optionalNumber = (bound: Bound) =>
  z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform((typed, context) => {
      if (isEmpty(typed)) return null
      const result = wholeNumber(bound).safeParse(typed)
      if (result.success) return result.data
      context.addIssue({ code: 'custom', message: result.error.issues[0]?.message ?? '' })
      return z.NEVER
    })

type Column = 'classes' | 'periodMonths' | 'minMonths' | 'noticeDays' | 'validDays'

/** Columns that a kind has; the classes of a membership may be missing, which means as many as one likes. */
const columnsOf: Record<OfferKind, Column[]> = {
  membership: ['periodMonths', 'minMonths', 'noticeDays'],
  pack: ['classes', 'validDays'],
  class: ['classes', 'validDays'],
  trial: ['classes', 'validDays'],
  gift_card: [],
}
const columns = ['classes', 'periodMonths', 'minMonths', 'noticeDays', 'validDays'] as const

/** An offer as an admin enters it. Fields that its kind does not have are ignored. */
export const offerInput = z
  .object({
    kind: z.enum(offerKinds, { error: () => t('input.offerKind') }),
    title: line(() => t('input.title'), bounds.offerTitle),
    description: optionalLine(() => t('input.theDescription'), bounds.offerDescription).prefault(''),
    price: amountFromZero,
    classes: optionalNumber(bounds.offerClasses),
    periodMonths: optionalNumber({ least: 1, most: 12 }),
    minMonths: optionalNumber(bounds.minMonths),
    noticeDays: optionalNumber(bounds.noticeDays),
    validDays: optionalNumber(bounds.validDays),
    soldTo: z.enum(soldToChoices, { error: () => t('input.soldTo') }),
  })
  .superRefine((offer, context) => {
    for (const column of columnsOf[offer.kind])
      if (offer[column] === null)
        context.addIssue({ code: 'custom', path: [column], message: t('input.wholeNumber') })
    if (offer.kind === 'membership' && !periodChoices.some((months) => months === offer.periodMonths))
      context.addIssue({ code: 'custom', path: ['periodMonths'], message: t('input.periodMonths') })
    const most = { class: 1, trial: 5 }[offer.kind as string]
    if (most !== undefined && offer.classes !== null && offer.classes > most)
      context.addIssue({
        code: 'custom',
        path: ['classes'],
        message: offer.kind === 'class' ? t('input.singleClass') : t('input.trialClasses', { most }),
      })
    const { least } = priceBounds(localeSettings().currency)
    if (offer.price > 0 && offer.price < least)
      context.addIssue({
        code: 'custom',
        path: ['price'],
        message: t('input.cardMinimum', { least: formatAmount(least) }),
      })
    if (offer.price === 0 && offer.kind !== 'trial')
      context.addIssue({ code: 'custom', path: ['price'], message: t('input.onlyTrialFree') })
  })
  .transform(({ price: priceCents, ...offer }) => {
    const owned = new Set<Column>([
      ...columnsOf[offer.kind],
      ...(offer.kind === 'membership' ? ['classes' as const] : []),
    ])
    if (offer.kind === 'gift_card') owned.add('validDays')
    const terms = Object.fromEntries(columns.map((name) => [name, owned.has(name) ? offer[name] : null]))
    return { ...offer, ...(terms as Record<Column, number | null>), priceCents }
  })
export type OfferInput = z.input<typeof offerInput>
