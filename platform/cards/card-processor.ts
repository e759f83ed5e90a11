// The interface of a card processor, modelled on Stripe's PaymentIntents. Amounts are integer cents, currencies
// lower-case codes. Card numbers never reach the server: browsers send them to the processor.

import type { CardProcessorName, ProcessorMovementKind } from '#db/tables.ts'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** The processor's reason for the last failed attempt, for the buyer. */
export type PaymentFailure = {
  message: string
  code: string | null
  declineCode: string | null
  /** The network's advice, such as `do_not_try_again`. */
  advice?: string | null
}

/**
 * A card that the processor keeps for a customer, with its last day, such as `2034-12-31`. A bank account has the
 * reference of its mandate instead.
 */
export type StoredCard = PaidCard & { customerId: string; methodId: string } & (
    | { expiresOn: string; mandateRef: null }
    | { expiresOn: null; mandateRef: string }
  )

/** Brand of a bank account that is debited by SEPA direct debit. */
export const debitBrand = 'sepa_debit'

/** The current state of storing a card without paying. `storedCard` is null unless the card is stored now. */
export type CardSetup = {
  id: string
  clientSecret: string | null
  status: IntentStatus
  storedCard: StoredCard | null
}

/** Brand and last digits of a card, such as `visa` and `4242`, or `debitBrand` and those of an account. */
export type PaidCard = { brand: string; last4: string }

export type ProcessorRefund = {
  id: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** The club's refund; null for a refund made at the processor. */
  refundId: string | null
}

/** The current state of a payment at the processor. */
export type CardIntent = {
  id: string
  clientSecret: string | null
  status: IntentStatus
  amountCents: number
  amountReceivedCents: number
  currency: string
  /** From the metadata; null for an intent that this club did not create. */
  bookingId: string | null
  attempt: number | null
  chargeId: string | null
  /** The card that paid, or the account that is being debited; null before, and if the processor does not report it. */
  card: PaidCard | null
  /** The card that paid, or the account that is being debited, if it is stored for the intent's customer. */
  storedCard: StoredCard | null
  lastFailure: PaymentFailure | null
  refunds: ProcessorRefund[]
}

/**
 * A notice with a valid signature, age and mode. It names at most one object, whose state is then fetched: nothing else
 * of a notice is used.
 */
export type ProcessorNotice = {
  id: string
  type: string
  subject: { kind: 'intent' | 'dispute' | 'fraud warning' | 'payout'; id: string } | null
}

/** The current state of a dispute, an inquiry included. */
export type ProcessorDispute = {
  id: string
  intentId: string | null
  amountCents: number
  currency: string
  reason: string
  status: string
  /** The last moment to answer; null when no answer is expected. */
  answerBy: Date | null
  /** Withdrawals and reinstatements. */
  movements: ProcessorMovement[]
}

/** A warning of the card's bank, before a dispute. */
export type FraudWarning = { id: string; intentId: string | null; fraudType: string }

/** A change of the account's balance, in the currency in which it settles. */
export type ProcessorMovement = {
  id: string
  kind: ProcessorMovementKind
  /** Signed, before the fee. */
  grossCents: number
  feeCents: number
  currency: string
  /** Units of `currency` for a unit of the charge's currency; null if they are the same. */
  exchangeRate: number | null
  intentId: string | null
  disputeId: string | null
  happenedAt: Date
}

/** A transfer of the processor to the club's bank account. */
export type ProcessorPayout = {
  id: string
  amountCents: number
  currency: string
  status: string
  /** The day on which the bank receives it, such as `2026-11-20`. */
  arrivesOn: string
  madeAt: Date
  reference: string | null
  failure: string | null
  /** Only the movements of automatic payouts are known. */
  isAutomatic: boolean
}

export type CreateIntentRequest = {
  bookingId: string
  /** Number of the intent within its booking; part of the idempotency key. */
  attempt: number
  amountCents: number
  currency: string
  idempotencyKey: string
  receiptEmail?: string
  /** The customer whose stored card may pay, and for whom a new card may be stored. */
  customerId?: string
  /** Whether SEPA direct debit may pay as well. */
  takesDebit?: boolean
}

/** A charge of a stored card without its holder. */
export type ConfirmStoredRequest = { intentId: string; methodId: string; idempotencyKey: string }

export type RefundRequest = {
  intentId: string
  /** Id of the club's refund, stored as metadata at the processor. */
  refundId: string
  amountCents: number
  idempotencyKey: string
}

/** The club's account at a processor: what it moves without a request of the club. Errors as of `CardProcessor`. */
export type ProcessorAccount = {
  /** Returns null for an unknown dispute, as do the next two for theirs. */
  retrieveDispute: (id: string) => Promise<ProcessorDispute | null>
  retrieveFraudWarning: (id: string) => Promise<FraudWarning | null>
  retrievePayout: (id: string) => Promise<ProcessorPayout | null>
  /** Lists what was created since, newest first, as do the next three. */
  listDisputes: (since: Date) => Promise<ProcessorDispute[]>
  listFraudWarnings: (since: Date) => Promise<FraudWarning[]>
  listRefunds: (since: Date) => Promise<(ProcessorRefund & { intentId: string | null })[]>
  listPayouts: (since: Date) => Promise<ProcessorPayout[]>
  listMovements: (of: { since: Date } | { payoutId: string }) => Promise<ProcessorMovement[]>
  /** Lists the addresses to which notices are sent, with their events; `*` stands for all. */
  listNoticeEndpoints: () => Promise<{ url: string; events: string[] }[]>
}

/** Values of a processor that connects to no other system. */
export const localProcessorDefaults = {
  account: null,
  liveSetting: null,
  publishableKey: '',
  origins: { scripts: [], calls: [], frames: [] },
} satisfies Partial<CardProcessor>

export type NoticeEndpoint = { path: string; header: string }

/**
 * Every call throws `CardProcessorUnavailable` when the outcome is unknown (no response, a server error), to be
 * retried with the same key, and `CardProcessorRefused` when the processor definitely did nothing.
 */
export type CardProcessor = {
  name: CardProcessorName | 'none'
  /** The setting with a live key, which a demo club must not have; null without one. */
  liveSetting: string | null
  /** Public values for its part of the payment page; empty if it needs none. */
  publishableKey: string
  /** Origins that its part of the payment page loads, calls and embeds. */
  origins: { scripts: string[]; calls: string[]; frames: string[] }
  /** Path and signature header of its notices; null if it sends none. */
  notices: NoticeEndpoint | null
  /** Null for a processor that moves nothing without a request. */
  account: ProcessorAccount | null
  /** Idempotent: the same key and parameters return the same intent. Other parameters are refused. */
  createIntent: (request: CreateIntentRequest) => Promise<CardIntent>
  /** Returns null for an unknown intent. */
  retrieveIntent: (id: string) => Promise<CardIntent | null>
  /** Refused for an intent that has succeeded or is being processed. Cancelling twice is allowed. */
  cancelIntent: (id: string) => Promise<CardIntent>
  refund: (request: RefundRequest) => Promise<ProcessorRefund>
  /** Creates a customer for stored cards and returns its id. Idempotent by its key. */
  createCustomer: (request: { memberId: string; idempotencyKey: string }) => Promise<string>
  /**
   * Charges a stored card without its holder and returns the intent, declined or not. Refused for an intent that can no
   * longer be paid. An intent succeeds once, whatever the keys.
   */
  confirmStored: (request: ConfirmStoredRequest) => Promise<CardIntent>
  /** Begins to store another card, or account, of a customer, which its holder types in a browser. */
  createSetup: (request: { customerId: string; takesDebit?: boolean }) => Promise<CardSetup>
  /** Returns null for an unknown setup. */
  retrieveSetup: (id: string) => Promise<CardSetup | null>
  /** Removes a stored card. Removing it again is allowed. */
  detachCard: (methodId: string) => Promise<void>
  /** Throws `NoticeRefused` unless the body was signed for this club in the last 300 seconds. */
  verifyNotice: (rawBody: string | Uint8Array, signature: string | null) => Promise<ProcessorNotice>
}

/** No response or a failure of the processor: the outcome is unknown. */
export class CardProcessorUnavailable extends Error {
  override readonly name = 'CardProcessorUnavailable'
}

/** The processor refused; `code` is its own code of the reason. */
export class CardProcessorRefused extends Error {
  override readonly name = 'CardProcessorRefused'
  readonly code: string
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A notice not signed for this club, too old, or of the other mode. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused'
}
