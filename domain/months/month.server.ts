import { sql } from 'kysely'
import { db, type Queryable } from '#db/client.ts'
import type { BookingState, Day } from '#db/tables.ts'
import type { Actor } from '#domain/actor.ts'
import { getBooking, type Booking } from '#domain/bookings/read-bookings.server.ts'
import { renewalOpensAt } from '#domain/bookings/renewal-window.server.ts'
import { policyOfMonth } from '#domain/lessons/policies.server.ts'
import { freeAfterRenewal, renewalHasDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'

/** Deadlines and options of a purchased month. */
export type Prospects = {
  /** Start of the renewal window. */
  renewalOpensAt: Date
  /** End of the next month, if purchased. */
  nextUntil: Date
  /** End of the right of withdrawal with a full refund. */
  coolsOffUntil: Date
  isCoolingOff: boolean
  /** Earliest start of a pause. */
  pauseFrom: Date
  wasPaused: boolean
  /** The slot stays on sale after this month. */
  isOffered: boolean
  /** Weekdays of the next month, which can differ from those of this one. */
  nextWeekdays: string[]
  /** The next month has no date that can be given, so that it cannot be purchased. */
  nextLacksDates: boolean
  /** Days of first refusal after the hour can be sold again, if it cannot be renewed. */
  firstRefusalDays: number
  /** In that case the first date after it, if the following year has one. */
  freeAgain: Day | null
  /** The live booking of the next month, if any. */
  next: { bookingId: string; buyerId: string; state: BookingState } | null
}

/** A month as its buyer sees it; `prospects` is null before payment. */
export type Month = { booking: Booking; prospects: Prospects | null }

/** Returns the actor's own month. Throws `not-found` for other people's months. */
export async function getMonth(actor: Actor, bookingId: string): Promise<Month> {
  const booking = await getBooking(actor, bookingId)
  return { booking, prospects: booking.paidAt === null ? null : await readProspects(db, booking.id) }
}

/** SQL expression: some hours after payment, but no later than the first lesson not cancelled in time. */
const coolsOffUntil = sql<Date>`least(
  bookings.paid_at + make_interval(hours => (select cool_off_hours from ${policyOfMonth})),
  (select min(starts_at) from lessons join participants on participants.lesson_id = lessons.id
    where booking_id = bookings.id and (lessons.state = 'planned' or participants.state = 'late')))`

/** Returns the deadlines and options of a paid booking. */
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
    .select('trainers.weekdays as nextWeekdays')
    .select(['nextId', 'nextBuyerId', 'nextState', renewalOpensAt.as('renewalOpensAt')])
    .select([
      sql<Date>`month_end(bookings.anchor_at, bookings.month_number + 1,
        bookings.carried_days + bookings.extended_days)`.as('nextUntil'),
      coolsOffUntil.as('coolsOffUntil'),
      sql<boolean>`bookings.state = 'paid' and bookings.amount_cents > 0 and club_now() < ${coolsOffUntil}`.as(
        'isCoolingOff',
      ),
      sql<Date>`club_now() + make_interval(hours => (select pause_notice_hours from ${policyOfMonth}))`.as(
        'pauseFrom',
      ),
      sql<boolean>`exists (select from make_ups where booking_id = bookings.id and because = 'paused')`.as(
        'wasPaused',
      ),
      sql<boolean>`(slots.removed_at is null and trainers.retired_at is null and bookings.renewal <> 'closed')`.as(
        'isOffered',
      ),
      sql<boolean>`not ${renewalHasDates}`.as('nextLacksDates'),
      sql<number>`(select renewal_open_days from policies order by version desc limit 1)`.as(
        'firstRefusalDays',
      ),
      sql<Day | null>`case when not ${renewalHasDates} then ${freeAfterRenewal} end`.as('freeAgain'),
    ])
    .executeTakeFirstOrThrow()
  const isTaken = nextId !== null && nextBuyerId !== null && nextState !== null
  return { ...rest, next: isTaken ? { bookingId: nextId, buyerId: nextBuyerId, state: nextState } : null }
}
