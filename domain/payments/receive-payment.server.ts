import { sql } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import type { CardIntent } from '#platform/cards/card-processor.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import {
  withHeldSlot,
  isSlotConflict,
  isTrainerRetiredError,
  type BookingWithSlot,
  type LockedBooking,
} from '#domain/bookings/locked-booking.server.ts'
import { hasDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { slotLost } from '#domain/payments/letters/hour-lost.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { formatMoney } from '#format/money.ts'
import { formatSlotWithTrainer } from '#format/hours.ts'
import { queueRefund, syncRefunds } from './refund-settlement.server.ts'

type ReceivedOutcome = { outcome: 'paid' | 'refunding'; paymentId: string | null }

/**
 * Records a succeeded intent, once. The money pays the booking if the amount matches. A duplicate or wrong amount is
 * stored as a stray charge and refunded. Late money takes the slot again if it is still free and unchanged, and is
 * refunded otherwise, also after the trainer's retirement or when the month has lost all its dates. Requires `waitForScheduleLock`.
 */
export async function receivePayment(
  trx: Transaction,
  booking: LockedBooking,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  await trx
    .updateTable('paymentAttempts')
    .set({ state: 'succeeded', changedAt: clubNow })
    .where('intentId', '=', intent.id)
    .where('state', '<>', 'succeeded')
    .execute()
  const known = await findReceivedCharge(trx, booking, intent)
  if (known) return known
  const paid = await trx
    .selectFrom('payments')
    .where('bookingId', '=', booking.id)
    .select('id')
    .executeTakeFirst()
  const isExpected =
    intent.amountReceivedCents === booking.amountCents && intent.currency === booking.currency
  return paid || !isExpected
    ? receiveStrayCharge(trx, booking, intent)
    : receiveBookingPayment(trx, booking, intent)
}

async function findReceivedCharge(
  trx: Transaction,
  booking: LockedBooking,
  intent: CardIntent,
): Promise<ReceivedOutcome | null> {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('intentId', '=', intent.id)
    .executeTakeFirst()
  if (payment) {
    await syncRefunds(trx, { kind: 'payment', ...payment }, intent.refunds)
    // without `paidAt` the buyer never had the hour
    return { outcome: booking.paidAt === null ? 'refunding' : 'paid', paymentId: payment.id }
  }
  const stray = await trx
    .selectFrom('strayCharges')
    .selectAll()
    .where('intentId', '=', intent.id)
    .executeTakeFirst()
  if (!stray) return null
  await syncRefunds(trx, { kind: 'stray', ...stray }, intent.refunds)
  return { outcome: 'refunding', paymentId: null }
}

const chargeOf = (booking: LockedBooking, intent: CardIntent) => ({
  bookingId: booking.id,
  intentId: intent.id,
  chargeId: intent.chargeId,
  amountCents: intent.amountReceivedCents,
  currency: intent.currency,
})

async function receiveBookingPayment(
  trx: Transaction,
  booking: LockedBooking,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  const payment = await trx
    .insertInto('payments')
    .values({
      ...chargeOf(booking, intent),
      cardBrand: intent.card?.brand ?? null,
      cardLast4: intent.card?.last4 ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // there is no transition from held to paid
  const payable = booking.state === 'held' ? await transitionBooking(trx, booking, 'paying') : booking
  const claim = await claimSlot(trx, booking, payable)
  if (claim !== 'claimed') {
    await transitionBooking(trx, payable, 'refund_due')
    await queueRefund(trx, {
      charge: { kind: 'payment', ...payment },
      amountCents: payment.amountCents,
      reason: 'The hour was no longer available when the payment arrived.',
      requestKey: `late:${payment.id}`,
    })
    await notifyLostSlot(trx, booking, payment, claim === 'trainer left')
  }
  await syncRefunds(trx, { kind: 'payment', ...payment }, intent.refunds)
  return { outcome: claim === 'claimed' ? 'paid' : 'refunding', paymentId: payment.id }
}

async function notifyLostSlot(
  trx: Transaction,
  booking: LockedBooking,
  payment: { id: string; amountCents: number; currency: string },
  hasLeft: boolean,
): Promise<void> {
  const held = withHeldSlot(booking)
  const { slotName, startHour, trainerName } = held
  const { amountCents, currency } = payment
  await queueMail(trx, slotLost, {
    to: { userId: booking.buyerId },
    cause: payment.id,
    facts: { amountCents, currency, slotName, startHour, trainerName, hasLeft },
  })
  const circumstance = hasLeft
    ? `after ${trainerName} had left the club`
    : 'when the hour was no longer available'
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'refund',
    bookingId: booking.id,
    summary: hasLeft ? 'The hour you paid for is gone' : 'Your payment arrived too late',
    detail: `The payment of ${formatMoney(amountCents, currency)} for ${formatSlotWithTrainer(held)} arrived ${circumstance}. All of it is being refunded.`,
  })
}

/** Moves the booking to `paid`, or returns the reason why the slot is not available. */
async function claimSlot(
  trx: Transaction,
  booking: LockedBooking,
  payable: BookingWithSlot,
): Promise<'claimed' | 'gone' | 'trainer left'> {
  if (booking.retiredAt !== null) return 'trainer left'
  const isLate = booking.state === 'expired' || booking.state === 'cancelled'
  if (isLate) {
    // also when hour, days or price of the offer have changed
    if (booking.removedAt !== null || booking.isOtherOffer) return 'gone'
    await expireOverdue(trx, { slotId: booking.slotId })
  }
  if (!(await hasDates(trx, booking))) return 'gone'
  await sql`savepoint before_claim`.execute(trx)
  try {
    // a trigger computes beginning and end of the month
    await transitionBooking(trx, payable, 'paid', { paidAt: clubNow })
    return 'claimed'
  } catch (error) {
    if (!isTrainerRetiredError(error) && !(isLate && isSlotConflict(error))) throw error
    await sql`rollback to savepoint before_claim`.execute(trx)
    return isTrainerRetiredError(error) ? 'trainer left' : 'gone'
  }
}

async function receiveStrayCharge(
  trx: Transaction,
  booking: LockedBooking,
  intent: CardIntent,
): Promise<ReceivedOutcome> {
  const stray = await trx
    .insertInto('strayCharges')
    .values(chargeOf(booking, intent))
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueRefund(trx, {
    charge: { kind: 'stray', ...stray },
    amountCents: stray.amountCents,
    reason: 'This was not the payment that the booking needed.',
    requestKey: `stray:${stray.id}`,
  })
  // the attempt is used up: the booking is payable by a new one
  if (booking.state === 'paying' && intent.attempt === booking.attempt)
    await transitionBooking(trx, booking, 'held')
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'refund',
    bookingId: booking.id,
    summary: 'You paid twice',
    detail: `A second payment of ${formatMoney(stray.amountCents, stray.currency)} for ${formatSlotWithTrainer(booking)} arrived. All of it is being refunded.`,
  })
  await syncRefunds(trx, { kind: 'stray', ...stray }, intent.refunds)
  return { outcome: 'refunding', paymentId: null }
}
