import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph, reference, expectedCents } from '#domain/input.ts'

const amountCents = z
  .int({ error: 'Enter an amount.' })
  .min(1, 'The amount must be above zero.')
  .max(100_000_000, 'The amount is too large.')
/** Idempotency key, generated once for each form. */
export const requestKey = z
  .string({ error: 'Please open the form again.' })
  .regex(/^[\w-]{8,100}$/, 'Please open the form again.')
const clientSecret = z
  .string({ error: 'The payment is missing.' })
  .min(1, 'The payment is missing.')
  .max(bounds.clientSecret.most)
const intentId = z
  .string({ error: 'The payment is missing.' })
  .min(1, 'The payment is missing.')
  .max(bounds.intentId.most)

/** Selects the booking to pay by id, or by the price displayed, in cents. */
export const requestIntentInput = z
  .object({ bookingId: reference('The booking').optional(), priceCents: expectedCents.optional() })
  .refine((input) => input.bookingId !== undefined || input.priceCents !== undefined, {
    error: 'Choose what to pay for.',
    path: ['priceCents'],
  })
export type RequestIntentInput = z.input<typeof requestIntentInput>

export const savePaymentInput = z.object({
  intentId,
  bookingId: reference('The booking').optional(),
  expectedPriceCents: expectedCents.optional(),
})
export type SavePaymentInput = z.input<typeof savePaymentInput>

export const refundInput = z.object({
  paymentId: reference('The payment'),
  amountCents,
  reason: line('A reason', bounds.refundReason),
  requestKey,
})
export type RefundInput = z.input<typeof refundInput>

/** A failed refund that is settled in another way than to the card. */
export const refundSettlementInput = z.object({
  how: z.enum(['cash', 'transfer', 'bank', 'given up'], { error: 'Choose how it was settled.' }),
  why: line('A reason', bounds.refundReason),
})
export type RefundSettlementInput = z.input<typeof refundSettlementInput>

/** Method of a payment or refund at the desk. */
export const deskMethod = z
  .string('Choose how.')
  .pipe(z.enum(['cash', 'terminal', 'transfer'], { error: 'Choose how.' }))

export const deskRefundInput = z.object({ method: deskMethod })
export type DeskRefundInput = z.input<typeof deskRefundInput>

export const payoutInput = z.object({
  trainerId: reference('The trainer'),
  amountCents,
  note: paragraph('A note', bounds.payoutNote).default(''),
  requestKey,
})
export type PayoutInput = z.input<typeof payoutInput>

const wholeNumber = (message: string) => z.coerce.number({ error: message }).int(message)

/** Card details for the demo club's sandbox; a real club never receives them. */
export const sandboxConfirmInput = z.object({
  clientSecret,
  card: z.object(
    {
      number: z
        .string({ error: 'Your card number is incomplete.' })
        .min(1, 'Your card number is incomplete.')
        .max(40),
      exp_month: wholeNumber("Your card's expiration date is incomplete."),
      exp_year: wholeNumber("Your card's expiration date is incomplete."),
      cvc: z.coerce.string().max(8, "Your card's security code is invalid."),
    },
    { error: 'The card is missing.' },
  ),
})
export type SandboxConfirmInput = z.input<typeof sandboxConfirmInput>

export const sandboxChallengeInput = z.object({
  clientSecret,
  pass: z.boolean({ error: 'Choose whether to confirm the payment.' }),
})
export type SandboxChallengeInput = z.input<typeof sandboxChallengeInput>
