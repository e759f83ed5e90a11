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
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  metadata: Record<string, string>
  receipt_email: string | null
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
  created: number
}

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'

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
