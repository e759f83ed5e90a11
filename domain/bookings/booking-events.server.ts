import { beforeCommit, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { bookingPaid } from '#domain/bookings/letters/booking-paid.ts'
import { hourSold } from '#domain/bookings/letters/hour-sold.ts'
import { nextMonthTaken } from '#domain/bookings/letters/month-given-away.ts'
import {
  callOffUpcomingLessons,
  readLessonDays,
  readDaysWithoutLesson,
  writeLessonDates,
} from '#domain/lessons/schedule/lesson-dates.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { liveStates } from '#domain/orders/orders.rules.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { removeClosedSlot } from '#domain/slots/slot-removal.server.ts'
import { hourWithTrainer, message, type StoredMessage } from '#format/stored-message.ts'
import { capitalize } from '#format/text.ts'
import type { BookingState } from './bookings.rules.ts'
import { grantFirstRefusal } from './first-refusal.server.ts'
import { readInvoiceReference } from './invoice-reference.server.ts'
import type { BookingWithSlot } from './locked-booking.server.ts'

/** Receives the booking after the transition. An error rolls the transition back. */
export type BookingEventHandler = (trx: Transaction, booking: BookingWithSlot) => Promise<void>

/**
 * Event handlers of booking transitions. Each runs once, in the transaction of the transition, whatever caused it.
 * Every module that reacts to bookings registers its function here.
 */
export const bookingEvents = {
  /** The booking gave up its slot: the hold ended, the month is over or the money is being refunded. */
  slotReleased: [
    grantFirstRefusal,
    recordEnd,
    callOffUpcomingLessons,
    removeClosedSlot,
  ] as BookingEventHandler[],
  /**
   * The slot is on sale again. Runs just before commit, and only if no other booking took the slot and it was not
   * removed from sale.
   */
  slotBecameFree: [] as BookingEventHandler[],
  /** The booking was paid. */
  monthPurchased: [
    recordPurchase,
    writeLessonDates,
    sendReceipt,
    notifyTrainerOfSale,
    notifyCurrentHolder,
  ] as BookingEventHandler[],
}

// a refund writes activity entries of its own, with the amount
const endingMessages: Partial<Record<BookingState, { summary: StoredMessage; outcome: StoredMessage }>> = {
  expired: { summary: message('activity.holdRanOut'), outcome: message('activity.nothingPaid') },
  cancelled: { summary: message('activity.hourLetGo'), outcome: message('activity.nothingPaid') },
  ended: { summary: message('activity.monthOver'), outcome: message('activity.freeAgain') },
}

async function recordEnd(trx: Transaction, booking: BookingWithSlot): Promise<void> {
  const ending = endingMessages[booking.state]
  if (!ending) return
  const next = await trx
    .selectFrom('bookings')
    .where('followsId', '=', booking.id)
    .where('period', '=', 'current')
    .where('state', 'in', liveStates)
    .select('buyerId')
    .executeTakeFirst()
  const isOwnNext = next?.buyerId === booking.buyerId
  const successor = message(isOwnNext ? 'activity.nextMonthBegun' : 'activity.someoneElse')
  const outcome = booking.renewal === 'closed' ? message('activity.noLongerOffered') : ending.outcome
  const reserved = await trx
    .selectFrom('firstRefusals')
    .where('bookingId', '=', booking.id)
    .select('slotId')
    .executeTakeFirst()
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'booking',
    bookingId: booking.id,
    summary: ending.summary,
    detail: message('activity.hourBecause', {
      hour: hourWithTrainer(booking),
      reason: next ? successor : reserved ? message('activity.youComeFirst') : outcome,
    }),
  })
}

async function recordPurchase(trx: Transaction, booking: BookingWithSlot): Promise<void> {
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'payment',
    bookingId: booking.id,
    summary: message('trainersAndBooking.classBookedSuccessfully'),
    detail: message('activity.purchase', {
      hour: hourWithTrainer(booking),
      plan: capitalize(booking.plan ?? ''),
      amount: { cents: booking.amountCents ?? 0, currency: booking.currency },
    }),
  })
}

async function sendReceipt(trx: Transaction, booking: BookingWithSlot): Promise<void> {
  const {
    id,
    buyerId,
    plan,
    planClasses,
    paidUntil,
    amountCents,
    trainerName,
    slotName,
    startHour,
    currency,
  } = booking
  // guaranteed by check constraints on paid bookings
  if (plan === null || planClasses === null || paidUntil === null || amountCents === null) return
  beforeCommit(trx, async () => {
    await queueMail(trx, bookingPaid, {
      to: { userId: buyerId },
      cause: id,
      facts: {
        bookingId: id,
        invoice: await readInvoiceReference(trx, { bookingId: id }),
        days: await readLessonDays(trx, id),
        without: await readDaysWithoutLesson(trx, booking),
        trainerName,
        slotName,
        startHour,
        weekdays: booking.weekdays,
        plan,
        classes: planClasses,
        isRenewal: booking.monthNumber > 1,
        beginsAt: booking.period === 'upcoming' ? booking.beginsAt : null,
        paidUntil,
        amountCents,
        currency,
      },
    })
  })
}

/** Notifies the trainer of every month that is sold, renewed or given free of charge. */
async function notifyTrainerOfSale(trx: Transaction, booking: BookingWithSlot): Promise<void> {
  const { id, slotId, buyerId, startHour, monthNumber, amountCents, paidUntil } = booking
  // a retired trainer gets no letter
  if (paidUntil === null || booking.retiredAt !== null) return
  const { userId, memberName } = await trx
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .innerJoin('users', (join) => join.on('users.id', '=', buyerId))
    .where('slots.id', '=', slotId)
    .select(['trainers.userId', 'users.name as memberName'])
    .executeTakeFirstOrThrow()
  const days = await readLessonDays(trx, id)
  const facts = {
    memberName,
    startHour,
    weekdays: booking.weekdays,
    isRenewal: monthNumber > 1,
    isFree: amountCents === 0,
    days,
    paidUntil,
  }
  const concerns = { hours: days.slice(0, 1).map((day) => ({ day, startHour })) }
  await queueMail(trx, hourSold, { to: { userId }, cause: id, facts, concerns })
}

/** Notifies the holder who declined renewal that the month after theirs has been sold. */
async function notifyCurrentHolder(
  trx: Transaction,
  { followsId, period, buyerId, ...hour }: BookingWithSlot,
) {
  if (followsId === null || period !== 'upcoming') return
  const current = await trx
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('bookings.id', '=', followsId)
    .where('buyerId', '<>', buyerId)
    .select(['buyerId', 'paidUntil', monthWeekdays().as('weekdays')])
    .executeTakeFirst()
  if (!current?.paidUntil) return
  const { buyerId: userId, paidUntil, weekdays } = current
  const summary = message('activity.someoneBookedNext')
  await recordActivity(trx, {
    userId,
    kind: 'booking',
    bookingId: followsId,
    summary,
    detail: hourWithTrainer(hour),
  })
  const { startHour, trainerName } = hour
  const facts = { startHour, weekdays, trainerName, paidUntil }
  await queueMail(trx, nextMonthTaken, {
    to: { userId },
    cause: hour.id,
    facts,
    concerns: { hours: paidUntil },
  })
}
