import Stripe from 'stripe'
import { isLiveKey, publishableKeyPattern, type StripeSettings } from '#platform/settings/stripe-settings.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  debitBrand,
  type CardIntent,
  type CardProcessor,
  type CardSetup,
  type ConfirmStoredRequest,
  type CreateIntentRequest,
  type IntentStatus,
  type PaidCard,
  type PaymentFailure,
  type ProcessorRefund,
  type StoredCard,
} from './card-processor.ts'
import { expiryDay } from './sandbox-cards.ts'
import { createStripeAccount } from './stripe-account.ts'
import { callStripe, isRefusalOf, nullIfMissing, requireObject, toRefund } from './stripe-calls.ts'
import { idOf, stripeNotices, verifySignedNotice } from './webhook-notices.ts'

/** Stripe through its official library. Tests set the address of a double of its API. */
export function createStripeProcessor(settings: StripeSettings): CardProcessor {
  const stripe = createClient(settings)
  const livemode = isLiveKey(settings.secretKey)
  return {
    name: 'stripe',
    liveSetting: livemode ? 'STRIPE_SECRET_KEY' : null,
    publishableKey: requirePublishableKey(settings.publishableKey),
    origins: {
      scripts: ['https://js.stripe.com'],
      calls: ['https://api.stripe.com'],
      frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    },
    notices: stripeNotices,
    createIntent: async (request) => {
      try {
        return await createIntent(stripe, request)
      } catch (error) {
        if (!isRefusalOf(error, 'receipt_email')) throw error
        // a retry of this request is refused again, and then finds the same intent by the second key
        const { receiptEmail: _, ...required } = request
        const idempotencyKey = `${request.idempotencyKey}:without-email`
        return createIntent(stripe, { ...required, idempotencyKey })
      }
    },
    account: createStripeAccount(stripe),
    retrieveIntent: (id) => nullIfMissing(() => retrieve(stripe, id)),
    cancelIntent: (id) =>
      callStripe(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id), [])
        } catch (error) {
          // the response was lost: the first request has already cancelled it
          if (error instanceof Stripe.errors.StripeError && error.payment_intent?.status === 'canceled')
            return toIntent(error.payment_intent, [])
          throw error
        }
      }),
    refund: (request) =>
      callStripe(async () => {
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
    createCustomer: ({ memberId, idempotencyKey }) =>
      callStripe(async () => {
        const customer = await stripe.customers.create({ metadata: { memberId } }, { idempotencyKey })
        return requireObject(customer, 'customer').id
      }),
    confirmStored: (request) => confirmStored(stripe, request),
    createSetup: ({ customerId, takesDebit }) =>
      callStripe(async () =>
        toSetup(
          await stripe.setupIntents.create({
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: [takesDebit ? 'sepa_debit' : 'card'],
          }),
        ),
      ),
    retrieveSetup: (id) =>
      nullIfMissing(async () =>
        toSetup(await stripe.setupIntents.retrieve(id, { expand: ['payment_method', 'mandate'] })),
      ),
    detachCard: async (methodId) => {
      try {
        await callStripe(() => stripe.paymentMethods.detach(methodId))
      } catch (error) {
        // it is detached already
        if (!(error instanceof CardProcessorRefused)) throw error
      }
    },
    verifyNotice: (rawBody, signature) =>
      verifySignedNotice(rawBody, signature, { secret: settings.webhookSecret, livemode }),
  }
}

/** Independently of the settings, nothing that could be a secret is sent to a page. */
function requirePublishableKey(key: string): string {
  if (publishableKeyPattern.test(key)) return key
  throw new Error('The publishable key of Stripe is not one.')
}

function createClient({ secretKey, apiUrl }: StripeSettings): Stripe {
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

const createIntent = (stripe: Stripe, request: CreateIntentRequest): Promise<CardIntent> =>
  callStripe(async () => {
    const intent = await stripe.paymentIntents.create(
      {
        amount: request.amountCents,
        currency: request.currency,
        allowed_payment_method_types: request.takesDebit ? ['card', 'sepa_debit'] : ['card'],
        metadata: { bookingId: request.bookingId, attempt: String(request.attempt) },
        ...(request.receiptEmail === undefined ? {} : { receipt_email: request.receiptEmail }),
        ...(request.customerId === undefined ? {} : { customer: request.customerId }),
      },
      { idempotencyKey: request.idempotencyKey },
    )
    return toIntent(intent, [])
  })

/** A decline is an answer, and leaves the intent payable. */
const confirmStored = (
  stripe: Stripe,
  { intentId, methodId, idempotencyKey }: ConfirmStoredRequest,
): Promise<CardIntent> =>
  callStripe(async () => {
    try {
      await stripe.paymentIntents.confirm(
        intentId,
        // Stripe refuses to charge without the holder while a card is to be stored; the key requires equal parameters
        { payment_method: methodId, off_session: true, setup_future_usage: '' },
        { idempotencyKey },
      )
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    }
    return retrieve(stripe, intentId)
  })

async function retrieve(stripe: Stripe, id: string): Promise<CardIntent> {
  // expanded, because the charge has the card
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const mandateRef = await readMandate(stripe, intent)
  if (intent.status !== 'succeeded') return toIntent(intent, [], mandateRef)
  const listed = requireObject(await stripe.refunds.list({ payment_intent: id, limit: 100 }), 'list')
  // a missed refund would be made again
  if (listed.has_more) throw new CardProcessorUnavailable('A payment with more than 100 refunds.')
  return toIntent(intent, listed.data.map(toRefund), mandateRef)
}

/** Returns the reference of the mandate of a debit after which the account is stored; null for any other payment. */
async function readMandate(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<string | null> {
  const id = idOf(debitOf(intent)?.mandate)
  if (id === null || intent.setup_future_usage !== 'off_session') return null
  return referenceOf(requireObject(await stripe.mandates.retrieve(id), 'mandate'))
}

const debitOf = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  (typeof charge === 'object' && charge?.payment_method_details?.sepa_debit) || null

const referenceOf = (mandate: Stripe.Mandate): string | null =>
  mandate.payment_method_details.sepa_debit?.reference ?? null

function toIntent(
  answer: Stripe.PaymentIntent,
  refunds: ProcessorRefund[],
  mandateRef: string | null = null,
): CardIntent {
  const intent = requireObject(answer, 'payment_intent')
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
    card: toCard(intent.latest_charge),
    storedCard: toStoredCard(intent, mandateRef),
    lastFailure: toFailure(intent),
    refunds,
  }
}

function toCard(charge: Stripe.PaymentIntent['latest_charge']): PaidCard | null {
  const { card, sepa_debit: debit } = (typeof charge === 'object' && charge?.payment_method_details) || {}
  if (debit)
    return /^[0-9A-Z]{4}$/.test(debit.last4 ?? '') ? { brand: debitBrand, last4: debit.last4! } : null
  const [brand, last4] = [card?.brand ?? '', card?.last4 ?? '']
  // an unreadable card must not lose a payment
  return /^\w{1,30}$/.test(brand) && /^\d{4}$/.test(last4) ? { brand, last4 } : null
}

/** A card or account is stored if the intent was confirmed for later use. */
function toStoredCard(intent: Stripe.PaymentIntent, mandateRef: string | null): StoredCard | null {
  const customerId = idOf(intent.customer)
  const methodId = idOf(intent.payment_method)
  if (intent.setup_future_usage !== 'off_session' || customerId === null || methodId === null) return null
  const paid = toCard(intent.latest_charge)
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  if (paid && mandateRef) return { ...paid, customerId, methodId, expiresOn: null, mandateRef }
  const { exp_month: month, exp_year: year } = charge?.payment_method_details?.card ?? {}
  if (paid === null || !month || !year) return null
  return { ...paid, customerId, methodId, expiresOn: expiryDay(month, year), mandateRef: null }
}

function toSetup(answer: Stripe.SetupIntent): CardSetup {
  const setup = requireObject(answer, 'setup_intent')
  return {
    id: setup.id,
    clientSecret: setup.client_secret,
    status: toStatus(setup.status),
    storedCard: setup.status === 'succeeded' ? toSetupCard(setup) : null,
  }
}

function toSetupCard({ payment_method: method, mandate }: Stripe.SetupIntent): StoredCard | null {
  const customerId = typeof method === 'object' ? idOf(method?.customer) : null
  // a card that was removed has no customer
  if (typeof method !== 'object' || method === null || customerId === null) return null
  const stored = { customerId, methodId: method.id }
  const mandateRef = mandate && typeof mandate === 'object' ? referenceOf(mandate) : null
  if (method.sepa_debit?.last4 && mandateRef)
    return { ...stored, brand: debitBrand, last4: method.sepa_debit.last4, expiresOn: null, mandateRef }
  const { brand, last4, exp_month: month, exp_year: year } = method.card ?? {}
  if (!brand || !last4 || !month || !year) return null
  return { ...stored, brand, last4, expiresOn: expiryDay(month, year), mandateRef: null }
}

/** Other statuses do not occur for intents of the club: neither paid nor payable. */
function toStatus(status: Stripe.PaymentIntent.Status | Stripe.SetupIntent.Status): IntentStatus {
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
    advice: error.advice_code ?? null,
  }
}
