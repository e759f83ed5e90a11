import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { holdIsOver } from '#domain/slots/occupancy.server.ts'
import { bookingsWithSlot } from './locked-booking.server.ts'
import { transitionBooking } from './transition.server.ts'

/**
 * Gives up holds whose time is over and that nobody has begun to pay: those of one slot, of one buyer, or all
 * (500 at once, without those that somebody else is just giving up). Answers how many. What is being paid is not
 * touched: the processor must be asked first. Whoever locks trainer and slot as well does so before, as trainers do who
 * change their day.
 */
export async function expireOverdue(
  trx: Transaction,
  which: { slotId?: string; buyerId?: string },
): Promise<number> {
  const { slotId, buyerId } = which
  const areSome = slotId !== undefined || buyerId !== undefined
  const overdue = await bookingsWithSlot(trx)
    .where('bookings.state', '=', 'held')
    .where(holdIsOver)
    .$if(areSome, (query) =>
      query.where((eb) =>
        eb.or([
          ...(slotId === undefined ? [] : [eb('bookings.slotId', '=', slotId)]),
          ...(buyerId === undefined ? [] : [eb('bookings.buyerId', '=', buyerId)]),
        ]),
      ),
    )
    .orderBy('bookings.id')
    .limit(500)
    .forUpdate('bookings')
    .$if(!areSome, (query) => query.skipLocked())
    .execute()
  for (const booking of overdue) await transitionBooking(trx, booking, 'expired')
  return overdue.length
}

/** Ends paid bookings whose month is over, which frees their hours; answers how many. Run by a job. */
export async function endPaidBookings(): Promise<number> {
  return transaction(async (trx) => {
    const over = await bookingsWithSlot(trx)
      .where('bookings.state', '=', 'paid')
      .where('bookings.paidUntil', '<=', clubNow)
      .orderBy('bookings.id')
      .limit(500)
      .forUpdate('bookings')
      .skipLocked()
      .execute()
    for (const booking of over) await transitionBooking(trx, booking, 'ended')
    return over.length
  })
}
