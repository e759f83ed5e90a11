import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, optionalLine } from '#domain/input.ts'
import { deskMethod } from '#domain/payments/payments.input.ts'
import { t } from '#messages/t.ts'

const choosePlan = { error: () => t('input.choosePlan') }
const discountMessage = { error: () => t('input.discount') }

const receipt = z.object({
  method: deskMethod,
  discountCents: z.int(discountMessage).min(0, discountMessage).default(0),
  discountReason: optionalLine(() => t('input.theReason'), bounds.discountReason),
  slip: optionalLine(() => t('input.theSlip'), bounds.slip),
  bankedOn: z.union([z.literal(''), calendarDay(() => t('input.bankedOn'))]).default(''),
})
/** Method and discount of a payment taken at the desk. Amounts are in cents. */
export type DeskReceipt = z.output<typeof receipt>

const requireDetails = <Input extends z.ZodType<DeskReceipt>>(input: Input) =>
  input
    .refine(({ discountCents, discountReason }) => discountCents === 0 || discountReason !== '', {
      error: () => t('input.discountReason'),
      path: ['discountReason'],
    })
    .refine(({ method, slip }) => method !== 'terminal' || slip !== '', {
      error: () => t('input.slip'),
      path: ['slip'],
    })
    .refine(({ method, bankedOn }) => method !== 'transfer' || bankedOn !== '', {
      error: () => t('input.bankedOn'),
      path: ['bankedOn'],
    })

/** A payment taken at the desk for a held booking. */
export const takePaymentInput = requireDetails(
  receipt.extend({
    plan: z.string(choosePlan).pipe(z.enum(['silver', 'gold', 'diamond'], choosePlan)),
    /** The member accepts another hour of theirs at the same time. */
    acceptsOverlap: z.boolean().default(false),
  }),
)
export type TakePaymentInput = z.input<typeof takePaymentInput>
export type DeskPayment = z.output<typeof takePaymentInput>

/** A payment taken at the desk for an order other than an hour. */
export const takeOrderPaymentInput = requireDetails(receipt)
export type TakeOrderPaymentInput = z.input<typeof takeOrderPaymentInput>
