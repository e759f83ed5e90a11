import { sql } from 'kysely'
import { anyOf, type Transaction } from '#db/client.ts'
import { bookingsWithHour } from '#domain/bookings/locked-booking.server.ts'
import { moveBooking } from '#domain/bookings/moves.server.ts'

/**
 * Ends the months that somebody has paid for, now and without giving money back: the hours are free again, and nobody
 * comes to the dates that were ahead, make-ups included.
 */
export async function endPaidMonths(trx: Transaction, buyerId: string): Promise<void> {
  const paid = await bookingsWithHour(trx)
    .where('bookings.buyerId', '=', buyerId)
    .where('bookings.state', '=', 'paid')
    // what comes next before what is now, which would hand the hour over to it
    .orderBy(sql`bookings.turn = 'next'`, 'desc')
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  for (const booking of paid)
    await moveBooking(trx, booking, 'ended', {
      // one that has not begun lasts no time at all
      paidUntil: sql<Date>`greatest(begins_at, club_now())`,
    })
  const { rows } = await sql<{ id: string }>`
    update lessons set state = 'called_off', called_off_because = 'month over'
    from places where places.lesson_id = lessons.id and places.member_id = ${buyerId} and places.state = 'booked'
      and lessons.state = 'planned' and lessons.starts_at > club_now()
    returning lessons.id`.execute(trx)
  await trx
    .updateTable('places')
    .set({ state: 'called_off' })
    .where('lessonId', '=', anyOf(rows.map(({ id }) => id)))
    .where('state', '=', 'booked')
    .execute()
}
