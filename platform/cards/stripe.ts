import Stripe from 'stripe'
import type { StripeSettings } from '#platform/env.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type CardIntent,
  type CardProcessor,
  type IntentStatus,
  type PaymentFailure,
  type ProcessorRefund,
} from './card-processor.ts'
import { idOf, verifySignedNotice } from './notices.ts'

/** Stripe through its official library; tests give the address of a double of its API. */
export function createStripeProcessor(settings: StripeSettings): CardProcessor {
  const stripe = connect(settings)
  const livemode = /^(sk|rk)_live/.test(settings.secretKey)
  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    createIntent: (request) =>
      ask(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: request.amountCents,
            currency: request.currency,
            allowed_payment_method_types: ['card'],
            metadata: { bookingId: request.bookingId, attempt: String(request.attempt) },
            ...(request.receiptEmail === undefined ? {} : { receipt_email: request.receiptEmail }),
          },
          { idempotencyKey: request.idempotencyKey },
        )
        return toIntent(intent, [])
      }),
    retrieveIntent: async (id) => {
      try {
        return await ask(() => retrieve(stripe, id))
      } catch (error) {
        if (error instanceof CardProcessorRefused && error.code === 'resource_missing') return null
        throw error
      }
    },
    cancelIntent: (id) =>
      ask(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id), [])
        } catch (error) {
          // an answer that was lost on the way: the first request has cancelled it already
          if (error instanceof Stripe.errors.StripeError && error.payment_intent?.status === 'canceled')
            return toIntent(error.payment_intent, [])
          throw error
        }
      }),
    refund: (request) =>
      ask(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: request.intentId,
            amount: request.amountCents,
            metadata: { refundId: request.refundId },
          },
          { idempotencyKey: request.idempotencyKey },
        )
        return toRefund(refund)
      }),
    verifyNotice: (rawBody, signature) =>
      verifySignedNotice(rawBody, signature, { secret: settings.webhookSecret, livemode }),
  }
}

function connect({ secretKey, apiUrl }: StripeSettings): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? '80' : '443'),
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

async function retrieve(stripe: Stripe, id: string): Promise<CardIntent> {
  const intent = await stripe.paymentIntents.retrieve(id)
  const refunds =
    intent.status === 'succeeded' ? await stripe.refunds.list({ payment_intent: id, limit: 100 }) : null
  return toIntent(intent, refunds?.data.map(toRefund) ?? [])
}

function toIntent(intent: Stripe.PaymentIntent, refunds: ProcessorRefund[]): CardIntent {
  const attempt = Number(intent.metadata['attempt'])
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: toStatus(intent.status),
    amountCents: intent.amount,
    amountReceivedCents: intent.amount_received,
    currency: intent.currency,
    bookingId: intent.metadata['bookingId'] ?? null,
    attempt: Number.isInteger(attempt) ? attempt : null,
    chargeId: idOf(intent.latest_charge),
    lastFailure: toFailure(intent),
    refunds,
  }
}

/** Any other status does not occur with how the club makes intents: it is neither paid nor payable. */
function toStatus(status: Stripe.PaymentIntent.Status): IntentStatus {
  const known: readonly IntentStatus[] = [
    'requires_payment_method',
    'requires_action',
    'succeeded',
    'canceled',
  ]
  return known.find((candidate) => candidate === status) ?? 'processing'
}

function toFailure({ last_payment_error: error }: Stripe.PaymentIntent): PaymentFailure | null {
  if (!error) return null
  return {
    message: error.message ?? 'Your card was declined.',
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
  }
}

function toRefund(refund: Stripe.Refund): ProcessorRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    amountCents: refund.amount,
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    refundId: refund.metadata?.['refundId'] ?? null,
  }
}

/** Sorts Stripe's errors into those whose outcome is unknown and definite refusals. */
async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  const serverFailed = status >= 500
  // The answer to an earlier request with this key was kept: asking again will never give another.
  if (serverFailed && error.headers?.['idempotent-replayed'] === 'true')
    return new CardProcessorRefused(error.message, 'stored_failure', { cause: error })
  const unknown =
    serverFailed ||
    status === 409 ||
    status === 429 ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  if (unknown) return new CardProcessorUnavailable(error.message, { cause: error })
  return new CardProcessorRefused(error.message, error.code ?? error.type, { cause: error })
}
