import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph, reference, expectedCents } from '#domain/input.ts'
import { t } from '#messages/t.ts'

const amountCents = z
  .int({ error: () => t('input.amount') })
  .min(1, { error: () => t('input.amountAboveZero') })
  .max(100_000_000, { error: () => t('input.amountTooLarge') })
/** Idempotency key, generated once for each form. */
export const requestKey = z
  .string({ error: () => t('input.openFormAgain') })
  .regex(/^[\w-]{8,100}$/, { error: () => t('input.openFormAgain') })
const clientSecret = z
  .string({ error: () => t('input.paymentMissing') })
  .min(1, { error: () => t('input.paymentMissing') })
  .max(bounds.clientSecret.most)
const intentId = z
  .string({ error: () => t('input.paymentMissing') })
  .min(1, { error: () => t('input.paymentMissing') })
  .max(bounds.intentId.most)

/** Selects the booking to pay by id, or by the price displayed, in cents. */
export const requestIntentInput = z
  .object({
    bookingId: reference(() => t('input.theBooking')).optional(),
    priceCents: expectedCents.optional(),
  })
  .refine((input) => input.bookingId !== undefined || input.priceCents !== undefined, {
    error: () => t('input.choosePayment'),
    path: ['priceCents'],
  })
export type RequestIntentInput = z.input<typeof requestIntentInput>

export const savePaymentInput = z.object({
  intentId,
  bookingId: reference(() => t('input.theBooking')).optional(),
  expectedPriceCents: expectedCents.optional(),
})
export type SavePaymentInput = z.input<typeof savePaymentInput>

export const refundInput = z.object({
  paymentId: reference(() => t('input.thePayment')),
  amountCents,
  reason: line(() => t('input.aReason'), bounds.refundReason),
  requestKey,
})
export type RefundInput = z.input<typeof refundInput>

/** A failed refund that is settled in another way than to the card. */
export const refundSettlementInput = z.object({
  how: z.enum(['cash', 'transfer', 'bank', 'given up'], { error: () => t('input.howSettled') }),
  why: line(() => t('input.aReason'), bounds.refundReason),
})
export type RefundSettlementInput = z.input<typeof refundSettlementInput>

/** Method of a payment or refund at the desk. */
export const deskMethod = z
  .string({ error: () => t('input.chooseHow') })
  .pipe(z.enum(['cash', 'terminal', 'transfer'], { error: () => t('input.chooseHow') }))

export const deskRefundInput = z.object({ method: deskMethod })
export type DeskRefundInput = z.input<typeof deskRefundInput>

export const payoutInput = z.object({
  trainerId: reference(() => t('input.theTrainer')),
  amountCents,
  note: paragraph(() => t('input.aNote'), bounds.payoutNote).default(''),
  requestKey,
})
export type PayoutInput = z.input<typeof payoutInput>

const wholeNumber = (error: () => string) => z.coerce.number({ error }).int({ error })

/** Card details for the demo club's sandbox; a real club never receives them. */
export const sandboxConfirmInput = z.object({
  clientSecret,
  card: z.object(
    {
      number: z
        .string({ error: () => t('input.cardNumber') })
        .min(1, { error: () => t('input.cardNumber') })
        .max(40),
      exp_month: wholeNumber(() => t('input.cardExpiry')),
      exp_year: wholeNumber(() => t('input.cardExpiry')),
      cvc: z.coerce.string().max(8, { error: () => t('input.cardCode') }),
    },
    { error: () => t('input.cardMissing') },
  ),
})
export type SandboxConfirmInput = z.input<typeof sandboxConfirmInput>

export const sandboxChallengeInput = z.object({
  clientSecret,
  pass: z.boolean({ error: () => t('input.cardChallenge') }),
})
export type SandboxChallengeInput = z.input<typeof sandboxChallengeInput>
