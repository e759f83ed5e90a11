import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { calendarDay, parseWholeNumber } from '#domain/input.ts'
import { amountFromZero } from '#domain/offers/price-settings.input.ts'
import { t } from '#messages/t.ts'
import { normaliseCode } from './vouchers.rules.ts'

const { voucherCode } = bounds

/** A code that is chosen: letters and digits, also with dashes and spaces. */
const chosenCode = z
  .string({ error: () => t('codes.enterACode') })
  .transform(normaliseCode)
  .refine((code) => /^[A-Z0-9]*$/.test(code), { error: () => t('codes.lettersAndDigits'), abort: true })
  .refine((code) => code.length >= voucherCode.least && code.length <= voucherCode.most, {
    error: () => t('codes.codeLength', voucherCode),
  })

const isEmpty = (typed: unknown) => typed === undefined || typed === null || String(typed).trim() === ''

/** A whole number, or null for an empty field. */
const optionalNumber = ({ least, most }: Bound) =>
  z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform((typed, context) => {
      if (typed === undefined || typed === null || isEmpty(typed)) return null
      const number = parseWholeNumber(typed)
      if (Number.isInteger(number) && number >= least && number <= most) return number
      context.addIssue({ code: 'custom', message: t('codes.wholeNumber', { least, most }) })
      return z.NEVER
    })

const optionalDay = z
  .union([z.literal(''), calendarDay(() => t('codes.chooseADay')), z.null()])
  .optional()
  .transform((day) => (day ? day : null))

/** A discount code as an admin enters it. */
export const discountCodeInput = z
  .object({
    code: chosenCode,
    takesOff: z.enum(['percent', 'amount'], { error: () => t('codes.chooseWhat') }),
    percent: optionalNumber(bounds.voucherPercent),
    amount: z.union([z.literal(''), amountFromZero]).optional(),
    /** None: every offer. */
    offerIds: z.array(z.string()).max(200).default([]),
    fromOn: optionalDay,
    untilOn: optionalDay,
    mostUses: optionalNumber(bounds.voucherUses),
    mostUsesEach: optionalNumber(bounds.voucherUsesEach),
    /** The first periods of a membership; null or '' for all. */
    periods: optionalNumber(bounds.voucherPeriods).default(1),
  })
  .superRefine(({ takesOff, percent, amount, fromOn, untilOn }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (takesOff === 'percent' && percent === null)
      refuse('percent', t('codes.wholeNumber', bounds.voucherPercent))
    if (takesOff === 'amount' && !amount) refuse('amount', t('codes.enterAnAmount'))
    if (fromOn !== null && untilOn !== null && untilOn < fromOn)
      refuse('untilOn', t('codes.endsBeforeItBegins'))
  })
  .transform(({ takesOff, percent, amount, ...code }) => ({
    ...code,
    percent: takesOff === 'percent' ? percent : null,
    offCents: takesOff === 'amount' ? Number(amount) : null,
  }))
export type DiscountCodeInput = z.input<typeof discountCodeInput>
