import Stripe from 'stripe'
import { z } from 'zod'
import { NoticeRefused, type NoticeEndpoint, type ProcessorNotice } from './card-processor.ts'

/** Maximum age of a notice, and maximum clock difference ahead, in seconds. */
const toleranceSeconds = 300

/** Path of Stripe's notices. The sandbox signs and sends its own in the same way. */
export const stripeNotices: NoticeEndpoint = { path: '/api/webhooks/stripe', header: 'stripe-signature' }

const shortText = z.string().min(1).max(255)
/** The fields of an event that the club uses. */
const eventSchema = z.object({
  id: shortText,
  type: shortText,
  livemode: z.boolean(),
  data: z.object({
    object: z.looseObject({
      id: shortText.optional(),
      payment_intent: z.union([shortText, z.object({ id: shortText })]).nullish(),
    }),
  }),
})
/** The events that the club follows, by the object that each is about. */
const eventSubjects = {
  'payment_intent.processing': 'intent',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'charge.refunded': 'intent of',
  'charge.refund.updated': 'intent of',
  'refund.created': 'intent of',
  'refund.updated': 'intent of',
  'refund.failed': 'intent of',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'radar.early_fraud_warning.created': 'fraud warning',
  'radar.early_fraud_warning.updated': 'fraud warning',
  'payout.created': 'payout',
  'payout.updated': 'payout',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
  'payout.canceled': 'payout',
  'payout.reconciliation_completed': 'payout',
} as const

/** Names of the events to enable at the processor. */
export const followedEvents = Object.keys(eventSubjects)

/** Returns the followed events that an endpoint with these does not receive. */
export const missingEvents = (enabled: readonly string[]): string[] =>
  enabled.includes('*') ? [] : followedEvents.filter((name) => !enabled.includes(name))

/** A notice of the sandbox, before it is signed and delivered. */
export type SandboxNotice = {
  id: string
  type:
    | 'payment_intent.succeeded'
    | 'payment_intent.payment_failed'
    | 'payment_intent.canceled'
    | 'charge.refunded'
  intentId: string
  created: number
}

/**
 * Verifies the signature over the raw bytes, the age and the mode of a notice. Throws `NoticeRefused`. Nothing of the
 * body is trusted before.
 */
export async function verifySignedNotice(
  rawBody: string | Uint8Array,
  signature: string | null,
  expected: { secret: string; livemode: boolean },
): Promise<ProcessorNotice> {
  if (expected.secret === '') throw new NoticeRefused('There is no secret to check notices with.')
  if (!signature) throw new NoticeRefused('The notice is not signed.')
  refuseFuture(signature)
  const parsed = eventSchema.safeParse(await constructEvent(rawBody, signature, expected.secret))
  if (!parsed.success) throw new NoticeRefused('The notice is not one of a card processor.')
  const event = parsed.data
  if (event.livemode !== expected.livemode)
    throw new NoticeRefused('The notice belongs to the other mode of the card processor.')
  return toNotice(event)
}

/** Returns the signature header of a body, in Stripe's format. */
export function signNotice(rawBody: string, secret: string): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({ payload: rawBody, secret })
}

/** Stripe's library checks only the age. A timestamp in the future would extend the life of a stolen notice. */
function refuseFuture(signature: string): void {
  const time = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)
  if (!(time <= Date.now() / 1000 + toleranceSeconds))
    throw new NoticeRefused('The notice comes from another time.')
}

async function constructEvent(
  rawBody: string | Uint8Array,
  signature: string,
  secret: string,
): Promise<unknown> {
  try {
    return await Stripe.webhooks.constructEventAsync(rawBody, signature, secret, toleranceSeconds)
  } catch (error) {
    throw new NoticeRefused('The notice was not signed for this club.', { cause: error })
  }
}

function toNotice({ id, type, data: { object } }: z.infer<typeof eventSchema>): ProcessorNotice {
  const kind = Object.hasOwn(eventSubjects, type) ? eventSubjects[type as keyof typeof eventSubjects] : null
  const subjectId = kind === 'intent of' ? idOf(object.payment_intent) : object.id
  if (kind === null || !subjectId) return { id, type, subject: null }
  return { id, type, subject: { kind: kind === 'intent of' ? 'intent' : kind, id: subjectId } }
}

/** Returns the id of an object, which Stripe may have expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null
  return typeof reference === 'string' ? reference : reference.id
}
