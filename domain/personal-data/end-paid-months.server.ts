import { sql } from 'kysely'
import { anyOf, type Transaction } from '#db/client.ts'
import { bookingsWithSlot } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import {
  notifyTrainers,
  type ChangedLesson,
} from '#domain/lessons/notifications/trainer-notifications.server.ts'

/**
 * Ends the person's paid months now, without a refund. The slots become free, and future lessons and
 * make-ups are called off. Each trainer gets one letter.
 */
export async function endPaidMonths(trx: Transaction, buyerId: string): Promise<void> {
  const paid = await bookingsWithSlot(trx)
    .where('bookings.buyerId', '=', buyerId)
    .where('bookings.state', '=', 'paid')
    // upcoming months first, because ending the current one would start them
    .orderBy(sql`bookings.period = 'upcoming'`, 'desc')
    .orderBy('bookings.id')
    .forUpdate(['bookings', 'orders'])
    .execute()
  const { rows: removed } = await sql<ChangedLesson & { bookingId: string }>`
    select lessons.booking_id, lessons.trainer_id, member_id, on_date as day, start_hour
    from participants join lessons on lessons.id = lesson_id
    where lessons.kind = 'hour' and member_id = ${buyerId} and participants.state = 'booked' and lessons.state = 'planned' and starts_at > club_now()
    order by starts_at`.execute(trx)
  for (const booking of paid)
    await transitionBooking(trx, booking, 'ended', {
      // a month that has not begun gets no duration
      paidUntil: sql<Date>`greatest(begins_at, club_now())`,
    })
  const { rows } = await sql<{ id: string }>`
    update lessons set state = 'called_off', called_off_because = 'month over'
    from participants where participants.lesson_id = lessons.id and participants.member_id = ${buyerId} and participants.state = 'booked'
      and lessons.kind = 'hour' and lessons.state = 'planned' and lessons.starts_at > club_now()
    returning lessons.id`.execute(trx)
  await trx
    .updateTable('participants')
    .set({ state: 'called_off' })
    .where('lessonId', '=', anyOf(rows.map(({ id }) => id)))
    .where('state', '=', 'booked')
    .execute()
  // the cause contains a booking id, by which the name is later removed from the letter
  if (removed[0])
    await notifyTrainers(trx, { because: 'left', cause: `left ${removed[0].bookingId}`, removed })
}
