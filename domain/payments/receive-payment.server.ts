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
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { slotLost } from '#domain/payments/letters/hour-lost.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { formatMoney } from '#format/money.ts'
import { formatSlotWithTrainer } from '#format/hours.ts'
import { queueRefund, syncRefunds } from './refund-settlement.server.ts'

type ReceivedOutcome = { outcome: 'paid' | 'refunding'; paymentId: string | null }

/**
 * Enters money that the processor has received, once. It pays for the booking; or, when the booking is paid
 * already or costs something else, it is kept apart and refunded; or, when it came after the hold was given
 * up, it takes the slot again if it is still free and offered as it was held, and is refunded if it is not; so it is
 * when the trainer has retired. After `waitForDaysOff`.
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
  const costs = intent.amountReceivedCents === booking.amountCents && intent.currency === booking.currency
  return paid || !costs
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
    // without a day of payment the hour was never the buyer's
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
  // a payment for a booking that is merely held passes through the state that stands for it
  const payable = booking.state === 'held' ? await transitionBooking(trx, booking, 'paying') : booking
  const taken = await claimSlot(trx, booking, payable)
  if (taken !== 'theirs') {
    await transitionBooking(trx, payable, 'refund_due')
    await queueRefund(trx, {
      charge: { kind: 'payment', ...payment },
      amountCents: payment.amountCents,
      reason: 'The hour could not be had any more when the payment arrived.',
      requestKey: `late:${payment.id}`,
    })
    await notifyLostSlot(trx, booking, payment, taken === 'trainer left')
  }
  await syncRefunds(trx, { kind: 'payment', ...payment }, intent.refunds)
  return { outcome: taken === 'theirs' ? 'paid' : 'refunding', paymentId: payment.id }
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
  const when = hasLeft ? `when ${trainerName} had left the club` : 'when the hour could not be had any more'
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'refund',
    bookingId: booking.id,
    summary: hasLeft ? 'The hour that you paid is gone' : 'Your payment came too late',
    detail: `The payment of ${formatMoney(amountCents, currency)} for ${formatSlotWithTrainer(held)} came ${when}. All of it is being refunded.`,
  })
}

/** Makes the hour the buyer's for a month of the club's calendar, or says why it is no longer to be had. */
async function claimSlot(
  trx: Transaction,
  booking: LockedBooking,
  payable: BookingWithSlot,
): Promise<'theirs' | 'gone' | 'trainer left'> {
  if (booking.retiredAt !== null) return 'trainer left'
  const isLate = booking.state === 'expired' || booking.state === 'cancelled'
  if (isLate) {
    // also when it was offered at another hour, day or price since
    if (booking.removedAt !== null || booking.isOtherOffer) return 'gone'
    await expireOverdue(trx, { slotId: booking.slotId })
  }
  await sql`savepoint before_taking`.execute(trx)
  try {
    // from when until when it is theirs is the database's to say
    await transitionBooking(trx, payable, 'paid', { paidAt: clubNow })
    return 'theirs'
  } catch (error) {
    if (!isTrainerRetiredError(error) && !(isLate && isSlotConflict(error))) throw error
    await sql`rollback to savepoint before_taking`.execute(trx)
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
  // the attempt is spent, so the booking is payable by a new one
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
