import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, paragraph, reference } from '#domain/input.ts'
import { deskMethod } from '#domain/payments/payments.input.ts'

const cents = (message: string) => z.int(message).min(0, message).max(100_000_000, message)

/** The count of a cash day. Amounts are in cents. */
export const cashDayInput = z.object({
  day: calendarDay('Choose a day.'),
  /** Only the first cash day has one of its own; later days open with what stayed in the drawer. */
  openingCents: cents('Enter what was in the drawer in the morning.').default(0),
  /** The displayed expectation: a payment that was taken since then is a conflict. */
  expectedCents: z.int('Open the page again.'),
  countedCents: cents('Enter what you counted.'),
  keptCents: cents('Enter what stays in the drawer.'),
  reason: z.enum(['change', 'expense', 'miscount', 'unknown']).nullable().default(null),
  note: paragraph('The note', bounds.cashNote).default(''),
})
export type CashDayInput = z.input<typeof cashDayInput>

export const deskCorrectionInput = z.object({
  kind: z.enum(['payment', 'refund']),
  entryId: reference('The entry'),
  method: deskMethod,
  reason: line('A reason', bounds.refundReason),
})
export type DeskCorrectionInput = z.input<typeof deskCorrectionInput>

export const payoutReversalInput = z.object({
  payoutId: reference('The payout'),
  reason: line('A reason', bounds.refundReason),
})
export type PayoutReversalInput = z.input<typeof payoutReversalInput>
