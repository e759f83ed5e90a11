import Stripe from 'stripe'
import { NoticeRefused, type ProcessorNotice } from './card-processor.ts'

/** How old a notice may be, and how far ahead its clock, in seconds. */
const toleranceSeconds = 300

/**
 * Checks the signature over the raw bytes, the age and the mode of a notice, for every card processor alike.
 * Throws `NoticeRefused`; nothing of the body is trusted before.
 */
export async function verifySignedNotice(
  rawBody: string | Uint8Array,
  signature: string | null,
  expected: { secret: string; livemode: boolean },
): Promise<ProcessorNotice> {
  if (expected.secret === '') throw new NoticeRefused('There is no secret to check notices with.')
  if (!signature) throw new NoticeRefused('The notice is not signed.')
  refuseFuture(signature)
  const event = await constructEvent(rawBody, signature, expected.secret)
  if (event.livemode !== expected.livemode)
    throw new NoticeRefused('The notice belongs to the other mode of the card processor.')
  return toNotice(event)
}

/** The header that proves a body, as Stripe's own notices carry it. */
export function signNotice(rawBody: string, secret: string): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({ payload: rawBody, secret })
}

/** Stripe's library bounds only the age; a time ahead of ours would keep a stolen notice fresh for longer. */
function refuseFuture(signature: string): void {
  const time = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(time <= Date.now() / 1000 + toleranceSeconds))
    throw new NoticeRefused('The notice comes from another time.')
}

async function constructEvent(rawBody: string | Uint8Array, signature: string, secret: string) {
  try {
    return await Stripe.webhooks.constructEventAsync(rawBody, signature, secret, toleranceSeconds)
  } catch (error) {
    throw new NoticeRefused('The notice was not signed for this club.', { cause: error })
  }
}

function toNotice(event: Stripe.Event): ProcessorNotice {
  const base = { id: event.id, type: event.type, dispute: null }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { ...base, intentId: event.data.object.id }
    case 'charge.refunded':
      return { ...base, intentId: idOf(event.data.object.payment_intent) }
    case 'charge.dispute.created': {
      const { id, amount, currency, reason, status, payment_intent: intent } = event.data.object
      return {
        ...base,
        intentId: idOf(intent),
        dispute: { id, amountCents: amount, currency, reason, status },
      }
    }
    default:
      return { ...base, intentId: null }
  }
}

/** The id of something that Stripe may have expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null
  return typeof reference === 'string' ? reference : reference.id
}
