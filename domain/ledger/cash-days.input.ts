import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, paragraph, reference } from '#domain/input.ts'
import { deskMethod } from '#domain/payments/payments.input.ts'
import { t } from '#messages/t.ts'

const cents = (error: () => string) => z.int({ error }).min(0, { error }).max(100_000_000, { error })

/** The count of a cash day. Amounts are in cents. */
export const cashDayInput = z.object({
  day: calendarDay(() => t('input.chooseADay')),
  /** Only the first cash day has one of its own; later days open with what stayed in the drawer. */
  openingCents: cents(() => t('input.openingCents')).default(0),
  /** The displayed expectation: a payment that was taken since then is a conflict. */
  expectedCents: z.int({ error: () => t('input.openThePageAgain') }),
  countedCents: cents(() => t('input.countedCents')),
  keptCents: cents(() => t('input.keptCents')),
  reason: z.enum(['change', 'expense', 'miscount', 'unknown']).nullable().default(null),
  note: paragraph(() => t('input.theNote'), bounds.cashNote).default(''),
})
export type CashDayInput = z.input<typeof cashDayInput>

export const deskCorrectionInput = z.object({
  kind: z.enum(['payment', 'refund']),
  entryId: reference(() => t('input.theEntry')),
  method: deskMethod,
  reason: line(() => t('input.aReason'), bounds.refundReason),
})
export type DeskCorrectionInput = z.input<typeof deskCorrectionInput>

export const payoutReversalInput = z.object({
  payoutId: reference(() => t('input.thePayout')),
  reason: line(() => t('input.aReason'), bounds.refundReason),
})
export type PayoutReversalInput = z.input<typeof payoutReversalInput>
