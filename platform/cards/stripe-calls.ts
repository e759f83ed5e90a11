import Stripe from 'stripe'
import { logTrouble } from '#platform/observability/log.ts'
import { CardProcessorRefused, CardProcessorUnavailable, type ProcessorRefund } from './card-processor.ts'

export function toRefund(answer: Stripe.Refund): ProcessorRefund {
  const refund = requireObject(answer, 'refund')
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  return {
    id: refund.id,
    amountCents: refund.amount,
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    refundId: refund.metadata?.['refundId'] ?? null,
  }
}

/** Maps errors to definite refusals and unknown outcomes. */
export async function callStripe<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const known = toProcessorError(error)
    if (known instanceof CardProcessorUnavailable) logTrouble('cards', known)
    if (known instanceof CardProcessorRefused && isUnexpected(known))
      logTrouble('cards', `The processor refused a request: ${known.code}${parameterOf(known)}.`)
    throw known
  }
}

/** Refusals of a card, and those that the club handles as an answer. */
const expectedRefusals = [
  'resource_missing',
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
  'stored_failure',
]

const causeOf = ({ cause }: CardProcessorRefused) =>
  cause instanceof Stripe.errors.StripeError ? cause : null

/** Whether the processor's rules refused a request, which no other card and no retry changes. */
const isUnexpected = (refusal: CardProcessorRefused): boolean =>
  causeOf(refusal)?.rawType !== 'card_error' && !expectedRefusals.includes(refusal.code)

/** The name of the parameter only: messages of the processor repeat its value, such as an e-mail address. */
const parameterOf = (refusal: CardProcessorRefused): string => {
  const parameter = causeOf(refusal)?.param
  return parameter ? ` (${parameter})` : ''
}

/** Whether the processor refused a request because of this parameter. */
export const isRefusalOf = (error: unknown, parameter: string): boolean =>
  error instanceof CardProcessorRefused &&
  (causeOf(error)?.param === parameter || (parameter === 'receipt_email' && error.code === 'email_invalid'))

/** Returns null for an object that Stripe does not know. */
export async function nullIfMissing<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await callStripe(work)
  } catch (error) {
    if (error instanceof CardProcessorRefused && error.code === 'resource_missing') return null
    throw error
  }
}

/**
 * Status codes by which Stripe, in its own JSON, states that it did nothing. Any other response leaves the outcome
 * unknown.
 */
const refusals = {
  statuses: [400, 402, 404],
  types: ['invalid_request_error', 'card_error', 'idempotency_error'],
}

function toProcessorError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { message, headers, statusCode = 0 } = error
  // the response to an earlier request with this key is stored: a retry returns the same
  if (statusCode >= 500 && headers?.['idempotent-replayed'] === 'true')
    return new CardProcessorRefused(message, 'stored_failure', { cause: error })
  const isRefusal = refusals.statuses.includes(statusCode) && refusals.types.includes(error.rawType ?? '')
  return isRefusal
    ? new CardProcessorRefused(message, error.code ?? error.type, { cause: error })
    : new CardProcessorUnavailable(withCause(message, error.detail), { cause: error })
}

/** Adds the cause of a failed connection, such as a name that DNS does not resolve. */
const withCause = (message: string, detail: unknown) =>
  detail instanceof Error ? `${message} ${detail.message}` : message

/** An unexpected response comes from an intermediary and has no information. */
export function requireObject<Answer extends { object: string }>(
  answer: Answer,
  object: Answer['object'],
): Answer {
  if (answer?.object === object) return answer
  throw new CardProcessorUnavailable(`The processor did not answer with a ${object}.`)
}
