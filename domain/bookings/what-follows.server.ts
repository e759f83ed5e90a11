import type { Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { formatMoney } from '#words/format.ts'
import type { BookingState } from './bookings.rules.ts'
import { nameOf, type BookingWithHour } from './locked-booking.server.ts'

/** Gets the booking as the move left it; what it throws undoes the move. */
type Follower = (trx: Transaction, booking: BookingWithHour) => Promise<void>

/**
 * What follows when a booking moves, in the transaction of the move and once for each, whatever caused it: the
 * functions of all words that must know of it are named here.
 */
export const whatFollows: { hourBecameFree: Follower[]; monthWasBought: Follower[] } = {
  /**
   * A booking gave its hour up: a hold ended, a month is over, or the money goes back. Whether the hour is still
   * offered, and still free where the same transaction gives it to somebody else, a follower asks the database.
   */
  hourBecameFree: [recordEnd],
  /** The hour is its buyer's for a month from now. */
  monthWasBought: [recordPurchase],
}

// money that goes back has lines of its own, which name the amount
const endings: Partial<Record<BookingState, (hour: string) => string>> = {
  expired: (hour) => `The hold on ${hour} ran out.`,
  cancelled: (hour) => `Let ${hour} go.`,
  ended: (hour) => `The month of ${hour} is over.`,
}

async function recordEnd(trx: Transaction, booking: BookingWithHour): Promise<void> {
  const summary = endings[booking.state]?.(nameOf(booking))
  if (summary)
    await recordActivity(trx, { userId: booking.buyerId, kind: 'booking', bookingId: booking.id, summary })
}

async function recordPurchase(trx: Transaction, booking: BookingWithHour): Promise<void> {
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'payment',
    bookingId: booking.id,
    summary: `Paid ${formatMoney(booking.amountCents ?? 0, booking.currency)} for ${nameOf(booking)} with the plan ${booking.plan}.`,
  })
}
