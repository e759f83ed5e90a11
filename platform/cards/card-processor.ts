// What the club asks of a card processor, shaped on Stripe's PaymentIntents. Amounts are integer cents,
// currencies lower-case codes. Nothing here ever sees a card's number: browsers give it to the processor.

import type { CardProcessorName } from '#db/tables.ts'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** Why the last try to pay failed, in the processor's own words for the buyer. */
export type PaymentFailure = { message: string; code: string | null; declineCode: string | null }

/** By what its owner knows a card again: `visa` and `4242`. */
export type PaidCard = { brand: string; last4: string }

export type ProcessorRefund = {
  id: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** The club's own refund that this one carries out; null when it was made at the processor. */
  refundId: string | null
}

/** The state of a payment at the processor at the time of asking. */
export type CardIntent = {
  id: string
  clientSecret: string | null
  status: IntentStatus
  amountCents: number
  amountReceivedCents: number
  currency: string
  /** From the intent's own metadata; null when the intent is not of this club's making. */
  bookingId: string | null
  attempt: number | null
  chargeId: string | null
  /** The card that paid; null before, and where the processor does not tell it. */
  card: PaidCard | null
  lastFailure: PaymentFailure | null
  refunds: ProcessorRefund[]
}

/** A notice whose signature, age and mode were found right. */
export type ProcessorNotice = {
  id: string
  type: string
  /** Null for notices about something else than a payment. */
  intentId: string | null
  dispute: { id: string; amountCents: number; currency: string; reason: string; status: string } | null
}

export type CreateIntentRequest = {
  bookingId: string
  /** Counts the intents made for one booking; part of the idempotency key. */
  attempt: number
  amountCents: number
  currency: string
  idempotencyKey: string
  receiptEmail?: string
}

export type RefundRequest = {
  intentId: string
  /** The club's own refund, by which it is found again at the processor. */
  refundId: string
  amountCents: number
  idempotencyKey: string
}

/** The facts of a processor that reaches nothing outside of the club. */
export const localProcessorDefaults = {
  liveSetting: null,
  publishableKey: '',
  origins: { scripts: [], calls: [], frames: [] },
} satisfies Partial<CardProcessor>

export type NoticeEndpoint = { path: string; header: string }

/**
 * Every call throws `CardProcessorUnavailable` when the outcome is unknown (no answer, a server error: ask
 * again with the same key) and `CardProcessorRefused` when the processor definitely did nothing.
 */
export type CardProcessor = {
  name: CardProcessorName | 'none'
  /** The setting whose key moves real money, which the demo club must never do; null where none does. */
  liveSetting: string | null
  /** What its part of the payment page needs to know, and everybody may; empty where it needs nothing. */
  publishableKey: string
  /** The origins beside the club's own that its part of the payment page loads, calls and shows. */
  origins: { scripts: string[]; calls: string[]; frames: string[] }
  /** Where its notices arrive and which header proves them; null when it sends none. */
  notices: NoticeEndpoint | null
  /** Repeating it with the same key and parameters gives the same intent; other parameters are refused. */
  createIntent: (request: CreateIntentRequest) => Promise<CardIntent>
  /** Null when the processor knows no such intent. */
  retrieveIntent: (id: string) => Promise<CardIntent | null>
  /** Refused when the intent has succeeded or is being processed just then; a cancelled one stays so. */
  cancelIntent: (id: string) => Promise<CardIntent>
  refund: (request: RefundRequest) => Promise<ProcessorRefund>
  /** Throws `NoticeRefused` unless this very body was signed for this club at most 300 seconds ago. */
  verifyNotice: (rawBody: string | Uint8Array, signature: string | null) => Promise<ProcessorNotice>
}

/** The processor did not answer or failed: what it did is unknown. */
export class CardProcessorUnavailable extends Error {
  override readonly name = 'CardProcessorUnavailable'
}

/** The processor definitely refused; `code` is its own word for why. */
export class CardProcessorRefused extends Error {
  override readonly name = 'CardProcessorRefused'
  readonly code: string
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A notice that was not signed for this club, is too old, or belongs to the other mode. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused'
}
