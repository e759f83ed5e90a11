import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { bookingsWithSlot } from './locked-booking.server.ts'
import { transitionBooking } from './transition.server.ts'

/**
 * Expires overdue holds: those of one slot and one buyer, or all (at most 500, skipping locked rows). Returns their
 * number. Bookings in the state `paying` are not touched, because the processor must confirm the cancellation first.
 * Lock order: a caller that also locks trainer and slot locks them first.
 */
export async function expireOverdue(
  trx: Transaction,
  filter: { slotId?: string; buyerId?: string },
): Promise<number> {
  const { slotId, buyerId } = filter
  const isFiltered = slotId !== undefined || buyerId !== undefined
  const overdue = await bookingsWithSlot(trx)
    .where('bookings.state', '=', 'held')
    .where(holdIsOver)
    .$if(isFiltered, (query) =>
      query.where((eb) =>
        eb.or([
          ...(slotId === undefined ? [] : [eb('bookings.slotId', '=', slotId)]),
          ...(buyerId === undefined ? [] : [eb('bookings.buyerId', '=', buyerId)]),
        ]),
      ),
    )
    .orderBy('bookings.id')
    .limit(500)
    .forUpdate(['bookings', 'orders'])
    .$if(!isFiltered, (query) => query.skipLocked())
    .execute()
  for (const booking of overdue) await transitionBooking(trx, booking, 'expired')
  return overdue.length
}

/** Job: ends paid bookings whose month is over, which frees their slots. Returns their number, at most 500. */
export async function endPaidBookings(): Promise<number> {
  return transaction(async (trx) => {
    const over = await bookingsWithSlot(trx)
      .where('bookings.state', '=', 'paid')
      .where('bookings.paidUntil', '<=', clubNow)
      .orderBy('bookings.id')
      .limit(500)
      .forUpdate(['bookings', 'orders'])
      .skipLocked()
      .execute()
    for (const booking of over) await transitionBooking(trx, booking, 'ended')
    return over.length
  })
}
