import { sql, type RawBuilder } from 'kysely'
import { db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Actor } from '#domain/actor.ts'
import { isReservedForOther, occupiesMonth, occupiesSlot } from './occupancy.server.ts'
import { buyerNameFor, slotStateOf, type SlotState } from './slots.rules.ts'

/** A slot as one viewer may see it. */
export type Slot = {
  id: string
  name: string
  /** 0 to 23, in the club's time zone. */
  startHour: number
  /** Monthly price without the plan's surcharge. */
  priceCents: number
  state: SlotState
  /** See `buyerNameFor`. */
  buyerName: string
  /** The viewer's own booking of this slot, if any. */
  ownBookingId: string | null
  /** End of a month that its holder does not renew and that has no successor; then the slot is free again. */
  freeFrom: Date | null
  /** First date of an unavailable slot, after the coming month; null for others, and without one within a year. */
  freeAgain: Day | null
}

/** Slots on sale, left-joined with the live booking that occupies each. Expired holds do not count. */
export const slotsWithBookings = () =>
  db
    .selectFrom('slots')
    .leftJoin('bookings', (join) => join.onRef('bookings.slotId', '=', 'slots.id').on(occupiesSlot))
    .where('slots.removedAt', 'is', null)

/** SQL predicate on `slots`: no booking occupies the upcoming period. */
const hasNoUpcomingMonth = sql<boolean>`not exists (
  select from bookings where bookings.slot_id = slots.id and bookings.period = 'upcoming' and ${occupiesMonth})`

const freeFrom = sql<Date | null>`case when bookings.state = 'paid' and bookings.renewal = 'declined'
  and ${hasNoUpcomingMonth} then bookings.paid_until end`

/** Returns the ids and ends of sold months that are not renewed yet, the next to end first. Public. */
export async function listMonthsEndingNext(limit: number): Promise<{ slotId: string; endsAt: Date }[]> {
  return slotsWithBookings()
    .where('bookings.state', '=', 'paid')
    .where(hasNoUpcomingMonth)
    .select(['slots.id as slotId', 'bookings.paidUntil as endsAt'])
    .where('bookings.paidUntil', 'is not', null)
    .$narrowType<{ endsAt: Date }>()
    .orderBy('bookings.paidUntil')
    .orderBy('slots.startHour')
    .orderBy('slots.id')
    .limit(limit)
    .execute()
}

/**
 * Returns the slots of `any` of several trainers, keyed by trainer id and sorted by hour, in one query. No slot is
 * unavailable yet: dates are the schedule's.
 */
export async function listSlotsOfTrainers(
  actor: Actor,
  trainerIds: RawBuilder<string>,
): Promise<Map<string, Slot[]>> {
  const slots = new Map<string, Slot[]>()
  const viewerId = actor.kind === 'person' ? actor.id : null
  const role = actor.kind === 'person' ? actor.role : 'member'
  const found = await slotsWithBookings()
    .leftJoin('users', 'users.id', 'bookings.buyerId')
    .where('slots.trainerId', '=', trainerIds)
    .select([
      'slots.id',
      'slots.trainerId',
      'slots.name',
      'slots.startHour',
      'slots.priceCents',
      sql<boolean>`coalesce(slots.trainer_id = (select id from trainers where user_id = ${viewerId}), false)`.as(
        'isTrainerOfSlot',
      ),
      'bookings.id as bookingId',
      'bookings.state as bookingState',
      'bookings.buyerId',
      'users.name as buyerName',
      freeFrom.as('freeFrom'),
      isReservedForOther(viewerId).as('isReserved'),
    ])
    .orderBy('slots.startHour')
    .execute()
  for (const row of found) {
    const state = slotStateOf(row.bookingState ?? (row.isReserved ? 'held' : null))
    const viewer = { role, isTrainerOfSlot: row.isTrainerOfSlot }
    const list = slots.get(row.trainerId) ?? []
    list.push({
      id: row.id,
      name: row.name,
      startHour: row.startHour,
      priceCents: row.priceCents,
      state,
      buyerName: buyerNameFor(viewer, { state, buyerName: row.buyerName }),
      ownBookingId: viewerId !== null && row.buyerId === viewerId ? row.bookingId : null,
      freeFrom: row.freeFrom,
      freeAgain: null,
    })
    slots.set(row.trainerId, list)
  }
  return slots
}
