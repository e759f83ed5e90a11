// Stripe's objects, as far as the club and browsers read them.

export type CardDetails = { number: string; exp_month: number; exp_year: number; cvc: string }

export type LastError = { type: 'card_error'; code: string; decline_code?: string; message: string }

export type StripeIntent = {
  id: string
  object: 'payment_intent'
  client_secret: string
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  metadata: Record<string, string>
  receipt_email: string | null
  customer: string | null
  payment_method: string | null
  setup_future_usage: 'off_session' | null
  allowed_payment_method_types: string[]
  latest_charge: string | null
  last_payment_error: LastError | null
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect' } } | null
  created: number
  livemode: boolean
}

export type StripeRefund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  charge: string
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
  created: number
}

export type StripeDispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  payment_intent: string
  charge: string
  reason: string
  status: string
  evidence_details: { due_by: number | null }
  balance_transactions: StripeMovement[]
  created: number
}

export type StripeMovement = {
  id: string
  object: 'balance_transaction'
  amount: number
  fee: number
  net: number
  currency: string
  exchange_rate: number | null
  reporting_category: string
  source: string | null
  /** Not a field of Stripe's; the payout that contains it. */
  payout?: string
  created: number
}

export type StripePayout = {
  id: string
  object: 'payout'
  amount: number
  currency: string
  status: string
  automatic: boolean
  arrival_date: number
  created: number
  statement_descriptor: string | null
  failure_message: string | null
  trace_id: { status: string; value: string } | null
}

export type StripeWarning = {
  id: string
  object: 'radar.early_fraud_warning'
  charge: string
  payment_intent: string
  fraud_type: string
  actionable: boolean
  created: number
}

export type StripeEndpoint = {
  id: string
  object: 'webhook_endpoint'
  url: string
  status: 'enabled' | 'disabled'
  enabled_events: string[]
}

export type EventType =
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created'
  | 'payout.created'
  | 'payout.paid'
  | 'payout.failed'

export type StripeEvent = {
  id: string
  object: 'event'
  type: EventType
  created: number
  livemode: boolean
  data: { object: Record<string, unknown> }
}

/** An error of the API with its status, which the server returns as JSON. */
export class StripeApiError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...more } }
  }
}

export const invalidRequest = (message: string, more: Record<string, unknown> = {}, status = 400) =>
  new StripeApiError(status, 'invalid_request_error', message, more)
