import { sql } from 'kysely'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { cards } from '#platform/cards/cards.ts'
import type { CardIntent } from '#platform/cards/card-processor.ts'
import { DomainError } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { lockBooking, type LockedBooking } from '#domain/bookings/locked-booking.server.ts'
import { waitForScheduleLock } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { releaseAttempt } from './attempts.server.ts'
import { receivePayment } from './receive-payment.server.ts'

/** What the club made of an intent's state at the processor. */
export type Settlement = {
  /**
   * 'paid': the booking has its payment. 'refunding': the money came too late or twice and goes back.
   * 'open': still payable. 'unknown': not an intent of this club.
   */
  outcome: 'paid' | 'refunding' | 'open' | 'processing' | 'cancelled' | 'unknown'
  bookingId: string | null
  paymentId: string | null
  /** Why the last card was declined. */
  failure: string | null
}

const unknown: Settlement = { outcome: 'unknown', bookingId: null, paymentId: null, failure: null }

/**
 * The one operation in which the buyer's browser, the processor's notices and the reconciler all end: asks
 * the processor for the intent's state of now, outside any transaction, and applies it. Any number of times,
 * in any order and in parallel, it makes one payment. Throws `CardProcessorUnavailable`.
 */
export async function settleIntent(intentId: string): Promise<Settlement> {
  const intent = await cards.retrieveIntent(intentId)
  return intent === null ? unknown : transaction((trx) => applyIntent(trx, intent))
}

/** Applies what the processor said of an intent. What it said earlier than something known changes nothing. */
export async function applyIntent(trx: Transaction, intent: CardIntent): Promise<Settlement> {
  const booking = await findBooking(trx, intent)
  if (booking === null) return unknown
  const settlement = { ...unknown, bookingId: booking.id }
  await adoptIntent(trx, booking.id, intent)
  switch (intent.status) {
    case 'succeeded':
      return { ...settlement, ...(await receivePayment(trx, booking, intent)) }
    case 'canceled':
      await applyCancellation(trx, booking, intent)
      return { ...settlement, outcome: 'cancelled' }
    case 'processing':
      return { ...settlement, outcome: 'processing' }
    case 'requires_action':
      return { ...settlement, outcome: 'open' }
    case 'requires_payment_method':
      return { ...settlement, outcome: 'open', failure: await saveFailure(trx, intent) }
  }
}

async function findBooking(trx: Transaction, intent: CardIntent): Promise<LockedBooking | null> {
  try {
    // before the booking is locked: whoever retires just now, and ends what is held, does it before its money or after
    if (intent.status === 'succeeded') await waitForScheduleLock(trx)
    return await lockBooking(trx, requireId(intent.bookingId, 'This booking'))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  }
}

/** An intent that was made, but whose making was not heard of: a crash or a lost answer. */
async function adoptIntent(trx: Transaction, bookingId: string, intent: CardIntent): Promise<void> {
  if (intent.attempt === null || intent.clientSecret === null) return
  await trx
    .updateTable('paymentAttempts')
    .set({ intentId: intent.id, clientSecret: intent.clientSecret, state: 'open', changedAt: clubNow })
    .where('bookingId', '=', bookingId)
    .where('attempt', '=', intent.attempt)
    .where('state', '=', 'creating')
    .execute()
}

async function applyCancellation(
  trx: Transaction,
  booking: LockedBooking,
  intent: CardIntent,
): Promise<void> {
  const attempt = await trx
    .selectFrom('paymentAttempts')
    .select(['bookingId', 'attempt'])
    .where('intentId', '=', intent.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (attempt) await releaseAttempt(trx, booking, attempt)
}

async function saveFailure(trx: Transaction, intent: CardIntent): Promise<string | null> {
  const failure = intent.lastFailure?.message.slice(0, 500) || null
  if (failure !== null)
    await trx
      .updateTable('paymentAttempts')
      .set({ failure, changedAt: sql<Date>`greatest(changed_at, ${clubNow})` })
      .where('intentId', '=', intent.id)
      .where('state', '=', 'open')
      .execute()
  return failure
}
