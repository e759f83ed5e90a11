import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { parseWholeNumber, reading } from '#domain/input.ts'
import { priceBounds } from '#format/currencies.ts'
import { localeSettings } from '#format/locale.ts'
import { formatAmount, parseCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

/** An amount such as '50', '49.90' or '49,90', parsed to cents, within the bounds of the club's currency. */
export const price = amount(
  ({ least, most }) =>
    t('input.price', {
      least: formatAmount(least),
      most: formatAmount(most),
      round: formatAmount(100 * least),
      exact: formatAmount(100 * least - 10),
    }),
  () => priceBounds(localeSettings().currency),
)

/** An amount that may be 0, parsed to cents. */
export const amountFromZero = amount(
  ({ most }) => t('input.amountFromZero', { most: formatAmount(most) }),
  () => ({ least: 0, most: priceBounds(localeSettings().currency).most }),
)

function amount(messageFor: (bound: Bound) => string, boundOf: () => Bound) {
  return z
    .union([z.string(), z.number()], { error: () => messageFor(boundOf()) })
    .transform((value, context) => {
      const cents = parseCents(String(value))
      const { least, most } = boundOf()
      if (cents !== undefined && cents >= least && cents <= most) return cents
      context.addIssue({ code: 'custom', message: messageFor(boundOf()) })
      return z.NEVER
    })
}

const classesMessage = { error: () => t('input.wholeNumberWithin', bounds.planClasses) }
const classes = reading(
  parseWholeNumber,
  z
    .int(classesMessage)
    .min(bounds.planClasses.least, classesMessage)
    .max(bounds.planClasses.most, classesMessage),
)

/** The price of a new slot, and what each plan adds and includes. */
export const priceSettingsInput = z.object({
  slotPrice: price,
  silverSurcharge: amountFromZero,
  silverClasses: classes,
  goldSurcharge: amountFromZero,
  goldClasses: classes,
  diamondSurcharge: amountFromZero,
  diamondClasses: classes,
})
export type PriceSettingsInput = z.input<typeof priceSettingsInput>
