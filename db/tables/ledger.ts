import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './column-types.ts'
import type { DeskMethod, PaymentMethod } from './payments.ts'

type PayoutsTable = {
  id: Generated<string>
  trainerId: string
  amountCents: number
  currency: Generated<string>
  note: Generated<string>
  requestKey: string
  recordedBy: string
  createdAt: CreatedAt
}

/** Written once; a trigger computes all columns but the lesson. */
type CoverPaymentsTable = {
  lessonId: string
  bookingId: ColumnType<string, never, never>
  fromTrainerId: ColumnType<string, never, never>
  toTrainerId: ColumnType<string, never, never>
  amountCents: ColumnType<number, never, never>
  currency: ColumnType<string, never, never>
  policyVersion: ColumnType<number, never, never>
  createdAt: CreatedAt
}

type RefundLinesView = {
  refundId: string
  paymentId: string | null
  strayChargeId: string | null
  /** Positive for a refund, negative when it bounced. */
  cents: number
  enteredAt: Date
  reason: string
  handedBack: DeskMethod | null
}

type LedgerView = {
  /** A cover has two lines, one for each trainer. */
  kind: 'payment' | 'refund' | 'payout' | 'dispute' | 'fee' | 'cover'
  entryId: string
  bookingId: string | null
  trainerId: string | null
  /** Signed: money in is positive. */
  cents: number
  currency: string
  enteredAt: Date
  note: string
  /** Null for a payout or a cover. */
  method: PaymentMethod | null
}

type TrainerBooksView = {
  trainerId: string
  kind: 'sale' | 'refund' | 'dispute' | 'payout' | 'cover'
  entryId: string
  bookingId: string | null
  enteredAt: Date
  sharePercent: number | null
  /** Signed, as is the trainer's part. */
  cents: number
  partCents: number
  note: string
}

export type LedgerTables = {
  payouts: PayoutsTable
  coverPayments: CoverPaymentsTable
  refundLines: RefundLinesView
  ledger: LedgerView
  trainerBooks: TrainerBooksView
}
