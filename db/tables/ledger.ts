import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt, Day } from './column-types.ts'
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
  /** The payout that this one, of the opposite amount, takes back. */
  reversesId: string | null
}

type CashDaysTable = {
  day: Day
  /** Set by the database, as are the expected cents, and the opening float of all days but the first. */
  beginsAt: Generated<Date>
  endsAt: Generated<Date>
  openingCents: number
  expectedCents: Generated<number>
  countedCents: number
  keptCents: number
  reason: CashDifferenceReason | null
  note: Generated<string>
  closedBy: string
  closedAt: CreatedAt
}

export type CashDifferenceReason = 'change' | 'expense' | 'miscount' | 'unknown'

type DeskCorrectionsTable = {
  id: Generated<string>
  paymentId: string | null
  refundId: string | null
  /** Negative for a refund. */
  cents: number
  fromMethod: DeskMethod
  toMethod: DeskMethod
  reason: string
  correctedBy: string
  correctedAt: CreatedAt
}

type MonthArchivesTable = {
  month: Day
  fromAt: Date
  untilAt: Date
  timeZone: string
  sellerName: string
  sellerAddress: string
  sellerContact: string
  madeBy: string
  madeAt: CreatedAt
}

type ArchivedStatementsTable = {
  month: Day
  trainerId: string
  trainerName: string
  taxNumber: string
}

type DeskMovementsView = {
  entryId: string
  kind: 'payment' | 'refund' | 'correction'
  bookingId: string
  movedAt: Date
  /** Signed: money in is positive. */
  cents: number
  currency: string
  method: DeskMethod
  staffId: string
  slip: string | null
  note: string
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
  cashDays: CashDaysTable
  deskCorrections: DeskCorrectionsTable
  deskMovements: DeskMovementsView
  monthArchives: MonthArchivesTable
  archivedStatements: ArchivedStatementsTable
  refundLines: RefundLinesView
  ledger: LedgerView
  trainerBooks: TrainerBooksView
}
