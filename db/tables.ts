// The tables as the code sees them: one type a table, names in camel case (the client translates). The files are named
// after those of db/migrations, which are the truth; a test compares the two.
import type { BookingsTables } from './tables/bookings.ts'
import type { ClubTables } from './tables/club.ts'
import type { CommunityTables } from './tables/community.ts'
import type { ImportsTables } from './tables/imports.ts'
import type { InvoicesTables } from './tables/invoices.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { LessonsTables } from './tables/lessons.ts'
import type { MailTables } from './tables/mail.ts'
import type { OfferTables } from './tables/offer.ts'
import type { OrdersTables } from './tables/orders.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PeopleTables } from './tables/people.ts'
import type { RecordsTables } from './tables/records.ts'
import type { SumsTables } from './tables/sums.ts'

export type { WaiverStep } from './tables/club.ts'
export type { Duty, Role } from './tables/people.ts'
export type { OfferKind, PlanName, SoldTo } from './tables/offer.ts'
export type { BookingState, BookingPeriod, Renewal } from './tables/bookings.ts'
export type { AddedByImport, ImportRowState, ImportState } from './tables/imports.ts'
export type { OrderKind, OrderState } from './tables/orders.ts'
export type {
  CardProcessorName,
  CollectionStop,
  DeskMethod,
  PaymentMethod,
  ProcessorMovementKind,
  RefundSettlementWay,
  TryOutcome,
} from './tables/payments.ts'
export type { CashDifferenceReason } from './tables/ledger.ts'
export type {
  LessonState,
  LessonCancellationReason,
  MakeUpReason,
  Attendance,
  ParticipantState,
} from './tables/lessons.ts'
export type { ActivityKind } from './tables/records.ts'
export type { Day } from './tables/column-types.ts'

export type Tables = ClubTables &
  PeopleTables &
  OfferTables &
  OrdersTables &
  BookingsTables &
  PaymentsTables &
  LedgerTables &
  ImportsTables &
  InvoicesTables &
  LessonsTables &
  CommunityTables &
  MailTables &
  RecordsTables &
  SumsTables
