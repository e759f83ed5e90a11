import { sql } from 'kysely'
import { db, type Queryable } from '#db/client.ts'
import type { BookingState } from '#db/tables.ts'
import type { Actor } from '#domain/actor.ts'
import { getBooking, type Booking } from '#domain/bookings/bookings.server.ts'
import { renewalOpensAt } from '#domain/bookings/renewal-window.server.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'

/** What can still become of a month that was bought. */
export type Prospects = {
  /** From when on the next month can be bought. */
  renewalOpensAt: Date
  /** When the next month would be over. */
  nextUntil: Date
  /** Until when all its money goes back, whoever changes their mind. */
  coolsOffUntil: Date
  isCoolingOff: boolean
  /** From when on its hours can be paused. */
  pauseFrom: Date
  wasPaused: boolean
  /** Whether anybody can have this hour after it. */
  isOffered: boolean
  /** Who holds or has bought the month after; null while nobody does. */
  next: { bookingId: string; buyerId: string; state: BookingState } | null
}

/** A month as its buyer sees it; nothing can become of one that is not paid. */
export type Month = { booking: Booking; prospects: Prospects | null }

/** The person's month and what can become of it. Throws `not-found` for anybody else's. */
export async function getMonth(actor: Actor, bookingId: string): Promise<Month> {
  const booking = await getBooking(actor, bookingId)
  return { booking, prospects: booking.paidAt === null ? null : await readProspects(db, booking.id) }
}

/** Some days after paying, but never longer than until the first hour that was not given back in time. */
const coolsOffUntil = sql<Date>`least(
  bookings.paid_at + make_interval(hours => (select cool_off_hours from ${currentPolicy})),
  (select min(starts_at) from lessons join participants on participants.lesson_id = lessons.id
    where booking_id = bookings.id and (lessons.state = 'planned' or participants.state = 'late')))`

/** What can become of the month of a booking that was paid. */
export async function readProspects(from: Queryable, bookingId: string): Promise<Prospects> {
  const { nextId, nextBuyerId, nextState, ...rest } = await from
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            sql<{ id: string; buyerId: string; state: BookingState }>`(
            select id, buyer_id, state from bookings where follows_id = ${bookingId}::uuid and ${occupiesMonth})`.as(
              'live',
            ),
          )
          .select(['live.id as nextId', 'live.buyerId as nextBuyerId', 'live.state as nextState'])
          .as('next'),
      (join) => join.onTrue(),
    )
    .where('bookings.id', '=', bookingId)
    .select(['nextId', 'nextBuyerId', 'nextState', renewalOpensAt.as('renewalOpensAt')])
    .select([
      sql<Date>`month_end(bookings.anchor_at, bookings.month_number + 1,
        bookings.carried_days + bookings.extended_days)`.as('nextUntil'),
      coolsOffUntil.as('coolsOffUntil'),
      sql<boolean>`bookings.state = 'paid' and bookings.amount_cents > 0 and club_now() < ${coolsOffUntil}`.as(
        'isCoolingOff',
      ),
      sql<Date>`club_now() + make_interval(hours => (select pause_notice_hours from ${currentPolicy}))`.as(
        'pauseFrom',
      ),
      sql<boolean>`exists (select from make_ups where booking_id = bookings.id and because = 'paused')`.as(
        'wasPaused',
      ),
      sql<boolean>`(slots.removed_at is null and trainers.retired_at is null and bookings.renewal <> 'closed')`.as(
        'isOffered',
      ),
    ])
    .executeTakeFirstOrThrow()
  const isTaken = nextId !== null && nextBuyerId !== null && nextState !== null
  return { ...rest, next: isTaken ? { bookingId: nextId, buyerId: nextBuyerId, state: nextState } : null }
}
