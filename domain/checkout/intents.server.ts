import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { requirePrice } from '#domain/bookings/locked-booking.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockOrder } from '#domain/order-kinds/locked-order.server.ts'
import { orderKinds } from '#domain/order-kinds/order-kinds.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import {
  withProcessorErrors,
  ensureIntent,
  abandonRefusedAttempt,
  openAttempt,
  type Attempt,
} from '#domain/payments/attempts.server.ts'
import {
  requestIntentInput,
  savePaymentInput,
  type RequestIntentInput,
  type SavePaymentInput,
} from '#domain/payments/payments.input.ts'
import { settleIntent, type Settlement } from '#domain/payments/settle.server.ts'
import { findStoringCustomer } from '#domain/payments/stored-cards.server.ts'
import { formatReasonIfAny } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { CardProcessorRefused } from '#platform/cards/card-processor.ts'

/** The intent and the client secret with which the browser pays. */
export type PaymentIntent = {
  bookingId: string
  intentId: string
  clientSecret: string
  processor: Attempt['processor']
  amountCents: number
  currency: string
}

/**
 * Returns the payment intent of an order; an hour needs a plan. Idempotent, also for parallel calls. Without a booking
 * id it takes the person's newest booking of that price. Throws `not-found` for other people's bookings. Throws
 * `conflict` before a plan is chosen, for another price, when the booking is over and when its month has no date.
 * Throws `unavailable` when no processor is set up or it does not respond.
 */
export async function requestIntent(actor: Actor, input: RequestIntentInput): Promise<PaymentIntent> {
  const person = requirePerson(actor)
  const request = parseInput(requestIntentInput, input)
  const bookingId =
    request.bookingId === undefined
      ? await findByPrice(person.id, request.priceCents ?? 0)
      : requireId(request.bookingId, t('refusal.thisBooking'))
  const { priceCents } = request
  const customerRef = await withProcessorErrors(() => findStoringCustomer(bookingId, person.id))
  const attempt = await transaction((trx) =>
    beginPaying(trx, { bookingId, buyerId: person.id, priceCents, customerRef }),
  )
  const intent =
    attempt.intentId !== null && attempt.clientSecret !== null
      ? { intentId: attempt.intentId, clientSecret: attempt.clientSecret }
      : await createIntentOnce(attempt)
  const { processor, amountCents, currency } = attempt
  return { bookingId, ...intent, processor, amountCents, currency }
}

async function findByPrice(buyerId: string, priceCents: number): Promise<string> {
  const open = await db
    .selectFrom('bookings')
    .where('buyerId', '=', buyerId)
    .where('state', 'in', unpaidStates)
    .where('holdExpiresAt', '>', clubNow)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'amountCents'])
    .execute()
  const match = open.find((booking) => booking.amountCents === priceCents)
  if (match) return match.id
  if (open.length === 0) throw conflict(t('refusal.youHaveNoBooking'))
  if (open.every((booking) => booking.amountCents === null)) throw conflict(t('refusal.chooseAPlanBefore'))
  throw conflict(t('refusal.noneOfYourBookings'), {
    prices: open.flatMap((booking) => booking.amountCents ?? []),
  })
}

/** Records the attempt before the processor is called, so that a crash in between can be repaired. */
async function beginPaying(
  trx: Transaction,
  request: {
    bookingId: string
    buyerId: string
    priceCents: number | undefined
    customerRef: string | null
  },
): Promise<Attempt> {
  const order = await lockOrder(trx, request.bookingId, request.buyerId)
  await orderKinds[order.kind].requirePayable(trx, order)
  if (request.priceCents !== undefined && request.priceCents !== order.amountCents)
    throw planChanged({ priceCents: order.amountCents ?? 0 })
  return openAttempt(trx, order, request.customerRef)
}

async function createIntentOnce(attempt: Attempt): Promise<{ intentId: string; clientSecret: string }> {
  try {
    const intent = await ensureIntent(attempt)
    if (intent) return intent
  } catch (error) {
    if (error instanceof CardProcessorRefused) await abandonRefusedAttempt(attempt)
    return withProcessorErrors(() => Promise.reject(error))
  }
  throw planChanged()
}

const planChanged = (facts?: { priceCents: number }) => conflict(t('refusal.thePlanWasChanged'), facts)

export type SavedPayment = { bookingId: string; paymentId: string }

/**
 * Records a payment reported by the buyer's browser, after verifying it with the processor. Idempotent. Throws
 * `not-found` for an intent of another person and `unavailable` when the processor does not respond. Throws `conflict`
 * when it is for another booking or price, not paid, or paid too late; a late payment is refunded.
 */
export async function savePayment(actor: Actor, input: SavePaymentInput): Promise<SavedPayment> {
  const person = requirePerson(actor)
  const request = parseInput(savePaymentInput, input)
  const attempt = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.bookingId')
    .where('paymentAttempts.intentId', '=', request.intentId)
    .where('orders.buyerId', '=', person.id)
    .select(['orders.id as bookingId', 'paymentAttempts.amountCents'])
    .executeTakeFirst()
  if (!attempt) throw notFound(t('refusal.thisPayment'))
  if (
    request.bookingId !== undefined &&
    requireId(request.bookingId, t('refusal.thisBooking')) !== attempt.bookingId
  )
    throw conflict(t('refusal.thisPaymentBelongsTo'))
  requirePrice(request.expectedPriceCents, attempt.amountCents)
  return requirePaid(await withProcessorErrors(() => settleIntent(request.intentId)))
}

function requirePaid({ outcome, bookingId, paymentId, failure }: Settlement): SavedPayment {
  if (outcome === 'paid' && bookingId !== null && paymentId !== null) return { bookingId, paymentId }
  if (outcome === 'refunding')
    throw conflict(t('refusal.yourPaymentArrivedWhen'), { bookingId, refunding: true })
  if (outcome === 'processing') throw conflict(t('refusal.yourPaymentIsStill'))
  if (outcome === 'cancelled') throw conflict(t('refusal.thisPaymentWasCancelled'))
  throw conflict(formatReasonIfAny(failure) ?? t('refusal.thisHasntBeenPaid'), { bookingId })
}
