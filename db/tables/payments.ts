import type { Generated } from 'kysely'
import type { CreatedAt, Day, MaybeTimestamp } from './column-types.ts'

export type CardProcessorName = 'stripe' | 'sandbox'

/** Method of a desk payment or refund. */
export type DeskMethod = 'cash' | 'transfer' | 'terminal'

export type PaymentMethod = 'card' | 'cash' | 'transfer' | 'terminal'

type PaymentAttemptsTable = {
  bookingId: string
  attempt: number
  processor: CardProcessorName
  amountCents: number
  currency: string
  intentId: string | null
  clientSecret: string | null
  state: Generated<'creating' | 'open' | 'succeeded' | 'cancelled'>
  failure: string | null
  /** The customer for which the intent was created; null where no card is stored. */
  customerRef: string | null
  /** When the bank was asked for a debit; null again once it has refused. */
  processingSince: MaybeTimestamp
  /** A direct debit can pay its intent. */
  takesDebit: Generated<boolean>
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type ProcessorCustomersTable = {
  memberId: string
  processor: CardProcessorName
  customerRef: string
  createdAt: CreatedAt
}

type StoredCardsTable = {
  id: Generated<string>
  memberId: string
  processor: CardProcessorName
  customerRef: string
  methodRef: string
  brand: string
  last4: string
  /** The last day on which it can be charged; null for a bank account. */
  expiresOn: Day | null
  /** Reference of the mandate of a bank account, and the creditor identifier in it. */
  mandateRef: string | null
  creditorId: string | null
  consentId: string
  createdAt: CreatedAt
}

export type CollectionStop = 'paid' | 'bank asks' | 'never again' | 'no card' | 'given up'

type CollectionsTable = {
  orderId: string
  /** Null once it has stopped. */
  nextTryAt: MaybeTimestamp
  tries: Generated<number>
  stoppedBecause: CollectionStop | null
  lastFailure: string | null
}

export type TryOutcome = 'paid' | 'processing' | 'declined' | 'bank asks' | 'never again' | 'void'

type CollectionTriesTable = {
  orderId: string
  try: number
  attempt: number
  cardId: string | null
  askedAt: Generated<Date>
  /** Null until the processor has answered. */
  outcome: TryOutcome | null
  answeredAt: MaybeTimestamp
}

type PaymentsTable = {
  id: Generated<string>
  bookingId: string
  /** Null for desk payments, as is the next one. */
  intentId: string | null
  chargeId: string | null
  amountCents: number
  currency: string
  refundedCents: Generated<number>
  /** Part of `refundedCents` that was handed back by hand although a card paid. */
  handedBackCents: Generated<number>
  /** Withdrawn by disputes and not reinstated. Written by a trigger. */
  disputedCents: Generated<number>
  receivedAt: Generated<Date>
  method: Generated<PaymentMethod>
  cardBrand: string | null
  cardLast4: string | null
  takenBy: string | null
  slip: string | null
  bankedOn: Day | null
  /** Set by a trigger. */
  sharePercent: number | null
}

type StrayChargesTable = {
  id: Generated<string>
  bookingId: string
  intentId: string
  chargeId: string | null
  amountCents: number
  currency: string
  refundedCents: Generated<number>
  handedBackCents: Generated<number>
  receivedAt: Generated<Date>
}

type ReceivedIntentsTable = { intentId: string }

type RefundsTable = {
  id: Generated<string>
  paymentId: string | null
  strayChargeId: string | null
  amountCents: number
  reason: string
  requestKey: string
  attempt: Generated<number>
  processorRefundId: string | null
  state: Generated<'pending' | 'succeeded' | 'failed'>
  requestedBy: string | null
  createdAt: CreatedAt
  settledAt: MaybeTimestamp
  handedBack: DeskMethod | null
  handedBackBy: string | null
}

type BouncedRefundsTable = {
  id: Generated<string>
  refundId: string
  amountCents: number
  settledAt: Date
  bouncedAt: Date
}

type StuckRefundsView = {
  id: string
  state: 'failed' | 'pending'
  bookingId: string
  amountCents: number
  currency: string
  reason: string
  /** When it failed or, for a pending one, was requested. */
  since: Date
}

type FailedRefundsView = {
  id: string
  paymentId: string | null
  strayChargeId: string | null
  bookingId: string
  amountCents: number
  currency: string
  reason: string
  settledAt: Date
}

type DisputesTable = {
  id: string
  paymentId: string | null
  strayChargeId: string | null
  amountCents: number
  currency: string
  reason: string
  status: string
  openedAt: Generated<Date>
  /** The last moment to answer; null when no answer is expected. */
  answerBy: MaybeTimestamp
  /** Counts the applied states. */
  version: Generated<number>
  changedAt: Generated<Date>
}

type FraudWarningsTable = {
  id: string
  paymentId: string | null
  strayChargeId: string | null
  fraudType: string
  warnedAt: Generated<Date>
  keptBy: string | null
  keptAt: MaybeTimestamp
}

type ProcessorPayoutsTable = {
  id: string
  amountCents: number
  currency: string
  status: string
  arrivesOn: Day
  madeAt: Date
  reference: string | null
  failure: string | null
  /** Null until its movements are known. */
  itemisedAt: MaybeTimestamp
  isAutomatic: boolean
}

export type ProcessorMovementKind =
  | 'charge'
  | 'refund'
  | 'refund failure'
  | 'dispute'
  | 'dispute reversal'
  | 'fee'
  | 'payout'
  | 'payout reversal'
  | 'other'

type ProcessorMovementsTable = {
  id: Generated<string>
  /** Entry of the ledger for the cost. */
  costId: Generated<string>
  processorId: string
  kind: ProcessorMovementKind
  paymentId: string | null
  strayChargeId: string | null
  disputeId: string | null
  /** In the currency in which the processor settles, as is the next one. */
  grossCents: number
  feeCents: number
  currency: string
  /** Money of a dispute, signed, in the club's currency. */
  movedCents: Generated<number>
  /** Fees of the club, in its currency. */
  costCents: Generated<number>
  happenedAt: Date
  enteredAt: Generated<Date>
  payoutId: string | null
}

type ProcessorChecksTable = {
  onlyRow: Generated<boolean>
  checkedAt: MaybeTimestamp
  movementsUntil: MaybeTimestamp
  missingEvents: string[] | null
  hasEndpoint: boolean | null
}

/** Ways other than the card by which the office settles a failed refund. */
export type RefundSettlementWay = 'cash' | 'transfer' | 'bank' | 'given up'

type RefundSettlementsTable = {
  refundId: string
  how: RefundSettlementWay
  why: string
  settledBy: string
  settledAt: Generated<Date>
}

type ProcessorEventsTable = { id: string; type: string; receivedAt: Generated<Date> }

type SandboxIntentsTable = {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  bookingId: string
  attempt: number
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  declineCode: string | null
  declineMessage: string | null
  chargeId: string | null
  cardBrand: string | null
  cardLast4: string | null
  refusesRefunds: Generated<boolean>
  idempotencyKey: string
  customerId: string | null
  methodId: string | null
  /** What its bank does with a debit. */
  debit: 'pays' | 'pays soon' | 'fails' | 'taken back' | null
  debitedAt: MaybeTimestamp
  createdAt: CreatedAt
}

type SandboxSetupsTable = {
  id: string
  clientSecret: string
  customerId: string
  status: Generated<'requires_payment_method' | 'requires_action' | 'succeeded'>
  methodId: string | null
  createdAt: CreatedAt
}

type SandboxMethodsTable = {
  id: string
  customerId: string
  brand: string
  last4: string
  expiresOn: Day | null
  /** What happens when the club charges it. */
  later: 'succeeds' | 'declines' | 'asks'
  /** What the bank of an account does with a debit; null for a card. */
  debit: 'pays' | 'pays soon' | 'fails' | 'taken back' | null
  mandateRef: string | null
  createdAt: CreatedAt
}

type SandboxRefundsTable = {
  id: string
  intentId: string
  amountCents: number
  refundId: string
  idempotencyKey: string
  createdAt: CreatedAt
}

export type PaymentsTables = {
  paymentAttempts: PaymentAttemptsTable
  processorCustomers: ProcessorCustomersTable
  storedCards: StoredCardsTable
  collections: CollectionsTable
  collectionTries: CollectionTriesTable
  payments: PaymentsTable
  strayCharges: StrayChargesTable
  receivedIntents: ReceivedIntentsTable
  refunds: RefundsTable
  bouncedRefunds: BouncedRefundsTable
  failedRefunds: FailedRefundsView
  stuckRefunds: StuckRefundsView
  disputes: DisputesTable
  fraudWarnings: FraudWarningsTable
  processorPayouts: ProcessorPayoutsTable
  processorMovements: ProcessorMovementsTable
  processorChecks: ProcessorChecksTable
  refundSettlements: RefundSettlementsTable
  processorEvents: ProcessorEventsTable
  sandboxIntents: SandboxIntentsTable
  sandboxMethods: SandboxMethodsTable
  sandboxRefunds: SandboxRefundsTable
  sandboxSetups: SandboxSetupsTable
}
