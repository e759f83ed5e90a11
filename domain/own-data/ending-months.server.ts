import { sql } from 'kysely'
import { anyOf, type Transaction } from '#db/client.ts'
import { bookingsWithHour } from '#domain/bookings/locked-booking.server.ts'
import { moveBooking } from '#domain/bookings/moves.server.ts'
import { tellTrainers, type ChangedHour } from '#domain/lessons/trainer-news.server.ts'

/**
 * Ends the months that somebody has paid for, now and without giving money back: the hours are free again, and nobody
 * comes to the dates that were ahead, make-ups included. Their trainers are told by one letter each.
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
  const { rows: gone } = await sql<ChangedHour & { bookingId: string }>`
    select lessons.booking_id, lessons.trainer_id, member_id, on_date as day, start_hour
    from places join lessons on lessons.id = lesson_id
    where member_id = ${buyerId} and places.state = 'booked' and lessons.state = 'planned' and starts_at > club_now()
    order by starts_at`.execute(trx)
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
  // the name of who leaves is taken out of letters whose cause is a booking of theirs
  if (gone[0]) await tellTrainers(trx, { because: 'left', cause: `left ${gone[0].bookingId}`, gone })
}
