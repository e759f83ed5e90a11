import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { holdIsOver } from '#domain/slots/taken.server.ts'
import { lockBooking, nameOf } from './locked-booking.server.ts'

/**
 * Gives up holds whose time is over and that nobody has begun to pay: those of one slot, of one buyer, or all
 * (`limit` at most). Answers how many. What is being paid is not touched: the processor must be asked first.
 */
export async function expireOverdue(
  trx: Transaction,
  which: { slotId?: string; buyerId?: string },
  limit = 500,
): Promise<number> {
  const expired = await trx
    .updateTable('bookings')
    .set({ state: 'expired', holdExpiresAt: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .where('state', '=', 'held')
        .where(holdIsOver)
        .$if(which.slotId !== undefined || which.buyerId !== undefined, (query) =>
          query.where((or) =>
            or.or([
              ...(which.slotId === undefined ? [] : [or('slotId', '=', which.slotId)]),
              ...(which.buyerId === undefined ? [] : [or('buyerId', '=', which.buyerId)]),
            ]),
          ),
        )
        .orderBy('id')
        .limit(limit)
        .select('id')
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'buyerId', 'slotId'])
    .execute()
  for (const booking of expired) {
    await recordExpiry(trx, booking)
  }
  return expired.length
}

/** Writes into the buyer's activity log that a hold ran out. */
export async function recordExpiry(
  trx: Transaction,
  booking: { id: string; buyerId: string; slotId: string },
): Promise<void> {
  const hour = await trx
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('slots.id', '=', booking.slotId)
    .select(['slots.name as slotName', 'slots.startHour', 'trainers.name as trainerName'])
    .executeTakeFirstOrThrow()
  await recordActivity(trx, {
    userId: booking.buyerId,
    kind: 'booking',
    bookingId: booking.id,
    summary: `The hold on ${nameOf(hour)} ran out.`,
  })
}

/** Ends paid bookings whose month is over, which frees their hours; answers how many. Run by a job. */
export async function endPaidBookings(): Promise<number> {
  return transaction(async (trx) => {
    const ended = await trx
      .updateTable('bookings')
      .set({ state: 'ended' })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('bookings')
          .where('state', '=', 'paid')
          .where('paidUntil', '<=', clubNow)
          .orderBy('id')
          .limit(500)
          .select('id')
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'buyerId'])
      .execute()
    for (const booking of ended) {
      const hour = await lockBooking(trx, booking.id)
      await recordActivity(trx, {
        userId: booking.buyerId,
        kind: 'booking',
        bookingId: booking.id,
        summary: `The month of ${nameOf(hour)} is over.`,
      })
    }
    return ended.length
  })
}
