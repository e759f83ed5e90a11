import { beforeCommit, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { callOffAhead, readDays, readDaysWithout, writeDates } from '#domain/lessons/dates.server.ts'
import { bookingPaid } from '#domain/mail/letters/booking-paid.ts'
import { monthGivenAway } from '#domain/mail/letters/month-given-away.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { takeOffClosed } from '#domain/slots/closed-slots.server.ts'
import { formatMoney } from '#words/money.ts'
import { capital } from '#words/phrases.ts'
import { texts } from '#words/texts.ts'
import { hourWith } from '#words/hours.ts'
import { liveStates, planOf, type BookingState } from './bookings.rules.ts'
import { readInvoiceName } from './invoice-number.server.ts'
import type { BookingWithHour } from './locked-booking.server.ts'

/** Gets the booking as it is then; what it throws undoes the move. */
export type Follower = (trx: Transaction, booking: BookingWithHour) => Promise<void>

/**
 * What follows when a booking moves, in the transaction of the move and once for each, whatever caused it: the
 * functions of all words that must know of it are named here.
 */
export const whatFollows = {
  /** A booking gave its hour up: a hold ended, a month is over, or the money goes back. */
  hourWasGivenUp: [recordEnd, callOffAhead, takeOffClosed] as Follower[],
  /**
   * It was given up, and anybody may book it now. Told last in the transaction, and not at all when that gave the
   * hour to somebody else or took it off the offer.
   */
  hourBecameFree: [] as Follower[],
  /** The hour is its buyer's for a month from now. */
  monthWasBought: [recordPurchase, writeDates, writeReceipt, tellWhoHasItNow] as Follower[],
}

// money that goes back has lines of its own, which name the amount
const endings: Partial<Record<BookingState, { summary: string; outcome: string }>> = {
  expired: { summary: 'A hold ran out', outcome: 'Nothing was paid.' },
  cancelled: { summary: 'An hour was let go', outcome: 'Nothing was paid.' },
  ended: { summary: 'A month is over', outcome: 'The hour is free again.' },
}

async function recordEnd(trx: Transaction, booking: BookingWithHour): Promise<void> {
  const ending = endings[booking.state]
  if (!ending) return
  const next = await trx
    .selectFrom('bookings')
    .where('followsId', '=', booking.id)
    .where('turn', '=', 'now')
    .where('state', 'in', liveStates)
    .select('buyerId')
    .executeTakeFirst()
  const goesOn =
    next?.buyerId === booking.buyerId ? 'The next one has begun.' : 'Somebody else has the hour now.'
  const outcome = booking.keeps === 'closed' ? 'It is offered no more.' : ending.outcome
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'booking',
    bookingId: booking.id,
    summary: ending.summary,
    detail: `${hourWith(booking)}. ${next ? goesOn : outcome}`,
  })
}

async function recordPurchase(trx: Transaction, booking: BookingWithHour): Promise<void> {
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'payment',
    bookingId: booking.id,
    summary: texts.payment.done,
    detail: `${hourWith(booking)}, ${capital(booking.plan ?? '')}, ${formatMoney(booking.amountCents ?? 0, booking.currency)}`,
  })
}

async function writeReceipt(trx: Transaction, booking: BookingWithHour): Promise<void> {
  const { id, buyerId, plan, paidUntil, amountCents, trainerName, slotName, startHour, currency } = booking
  // the database lets nothing be paid without them
  if (plan === null || paidUntil === null || amountCents === null) return
  beforeCommit(trx, async () =>
    queueMail(trx, bookingPaid, {
      to: { userId: buyerId },
      cause: id,
      facts: {
        bookingId: id,
        invoice: await readInvoiceName(trx, { bookingId: id }),
        days: await readDays(trx, id),
        without: await readDaysWithout(trx, booking),
        trainerName,
        slotName,
        startHour,
        plan,
        classes: planOf(plan).classes,
        isKept: booking.monthNumber > 1,
        beginsAt: booking.turn === 'next' ? booking.beginsAt : null,
        paidUntil,
        amountCents,
        currency,
      },
    }),
  )
}

/** Whoever has the hour and does not keep it learns that somebody else has bought the month after. */
async function tellWhoHasItNow(trx: Transaction, { followsId, turn, buyerId, ...hour }: BookingWithHour) {
  if (followsId === null || turn !== 'next') return
  const before = await trx
    .selectFrom('bookings')
    .where('id', '=', followsId)
    .where('buyerId', '<>', buyerId)
    .select(['buyerId', 'paidUntil'])
    .executeTakeFirst()
  if (!before?.paidUntil) return
  const { buyerId: userId, paidUntil } = before
  const summary = 'Somebody else has the month after'
  await recordActivity(trx, {
    userId,
    kind: 'booking',
    bookingId: followsId,
    summary,
    detail: hourWith(hour),
  })
  const { startHour, trainerName } = hour
  const facts = { startHour, trainerName, paidUntil }
  await queueMail(trx, monthGivenAway, { to: { userId }, cause: hour.id, facts })
}
