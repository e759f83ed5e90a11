import { conflict } from '#core/errors.ts'
import type { Queryable, Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { slotLost } from '#domain/bookings/letters/hour-lost.ts'
import {
  isSlotConflict,
  isTrainerRetiredError,
  lockBooking,
  requireOpen,
  withHeldSlot,
} from '#domain/bookings/locked-booking.server.ts'
import { runBookingEvents } from '#domain/bookings/transition.server.ts'
import { hasDates, requireDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import type { OrderKindRules, OrderLoss } from '#domain/orders/order-kind.ts'
import type { OrderState } from '#domain/orders/orders.rules.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import { inEnglish, message, slotWithTrainer } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** Rules of an hour: a month of a slot, in a booking with the order's id. */
export const hourOrder: OrderKindRules = {
  noun: 'booking',
  describe: async (from, order) => slotWithTrainer(await readHour(from, order.id)),
  requirePayable: async (trx, order) => {
    const booking = await lockBooking(trx, order.id)
    requireOpen(booking)
    await requireDates(trx, booking)
    if (booking.plan === null) throw conflict(t('refusal.chooseAPlanBefore'))
  },
  findLoss: async (trx, order) => {
    const booking = await lockBooking(trx, order.id)
    if (booking.retiredAt !== null) return trainerLeft(booking)
    if (isLate(order)) {
      // also when hour, days or price of the offer have changed
      if (booking.removedAt !== null || booking.isOtherOffer) return slotGone(booking)
      await expireOverdue(trx, { slotId: booking.slotId })
    }
    return (await hasDates(trx, booking)) ? null : slotGone(booking)
  },
  lossOf: (error, order) => {
    if (isTrainerRetiredError(error)) return trainerLeft(order)
    return isLate(order) && isSlotConflict(error) ? slotGone(order) : null
  },
  whenPaid: async (trx, order) => announce(trx, order, 'paying'),
  whenGivenUp: async (trx, order) => announce(trx, order, 'paid'),
}

const isLate = ({ state }: Order) => state === 'expired' || state === 'cancelled'

const readHour = async (from: Queryable, bookingId: string) =>
  from
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('bookings.id', '=', bookingId)
    .select(['slots.name as slotName', 'startHour', 'trainers.name as trainerName'])
    .executeTakeFirstOrThrow()

/** Runs the events of a booking whose order has just left the state `from`. */
async function announce(trx: Transaction, order: Order, from: OrderState): Promise<void> {
  const booking = await lockBooking(trx, order.id)
  await runBookingEvents(trx, { ...booking, state: from }, booking)
}

const slotGone = ({ id }: { id: string }): OrderLoss => ({
  reason: inEnglish(message('reason.hourGone')),
  notify: (trx, payment) => notifyLostSlot(trx, id, payment, false),
})
const trainerLeft = ({ id }: { id: string }): OrderLoss => ({
  ...slotGone({ id }),
  notify: (trx, payment) => notifyLostSlot(trx, id, payment, true),
})

async function notifyLostSlot(
  trx: Transaction,
  bookingId: string,
  payment: { id: string; amountCents: number; currency: string },
  hasLeft: boolean,
): Promise<void> {
  const held = withHeldSlot(await lockBooking(trx, bookingId))
  const { slotName, startHour, trainerName } = held
  const { amountCents, currency } = payment
  await queueMail(trx, slotLost, {
    to: { userId: held.buyerId },
    cause: payment.id,
    facts: { amountCents, currency, slotName, startHour, trainerName, hasLeft },
  })
  await recordActivity(trx, {
    userId: held.buyerId,
    kind: 'refund',
    bookingId,
    summary: message(hasLeft ? 'activity.hourIsGone' : 'activity.tooLate'),
    detail: message('activity.lostSlot', {
      amount: { cents: amountCents, currency },
      hour: slotWithTrainer(held),
      trainerName,
      hasLeft: hasLeft ? 'yes' : 'no',
    }),
  })
}
