import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import { beforeCommit, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { isUnpaid, legalTransitions, liveStates, type BookingState } from './bookings.rules.ts'
import type { BookingWithSlot } from './locked-booking.server.ts'
import { bookingEvents } from './booking-events.server.ts'

/** What can be written together with a move. */
type BookingChanges = Pick<
  UpdateObject<Tables, 'bookings'>,
  | 'plan'
  | 'amountCents'
  | 'discountCents'
  | 'discountReason'
  | 'holdExpiresAt'
  | 'forDesk'
  | 'attempt'
  | 'paidAt'
  | 'paidUntil'
  | 'renewal'
  | 'slotId'
  | 'movedAt'
  | 'extendedDays'
>

/**
 * Moves a booking that this transaction has locked, or changes it where it is: the only writer of a booking's state
 * once it is held. What follows from the move belongs to the transaction. Answers the booking as it is then. Throws
 * for a move that is not legal, or when the booking is no longer in the state it was read in.
 */
export async function transitionBooking(
  trx: Transaction,
  booking: BookingWithSlot,
  to: BookingState,
  changes: BookingChanges = {},
): Promise<BookingWithSlot> {
  const from = booking.state
  if (to !== from && !legalTransitions[from].includes(to))
    throw new Error(`The booking ${booking.id} cannot move from ${from} to ${to}.`)
  const row = await trx
    .updateTable('bookings')
    .set({ ...changes, state: to, ...(isUnpaid(to) ? {} : { holdExpiresAt: null }) })
    .where('id', '=', booking.id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirstOrThrow()
  const moved = { ...booking, ...row }
  if (isLive(from) && !isLive(to)) {
    for (const follow of bookingEvents.slotReleased) await follow(trx, moved)
    beforeCommit(trx, () => emitSlotBecameFree(trx, moved))
  } else if (moved.slotId !== booking.slotId) beforeCommit(trx, () => emitSlotBecameFree(trx, booking))
  if (from !== to && to === 'paid')
    for (const follow of bookingEvents.monthPurchased) await follow(trx, moved)
  return moved
}

/** Takes out of somebody's bookings where they were made and what was written about a discount; nothing moves. */
export async function anonymizeBookings(
  trx: Transaction,
  buyerId: string,
  discountReason: RawBuilder<unknown>,
): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({ network: null, discountReason: sql<string | null>`${discountReason}` })
    .where('buyerId', '=', buyerId)
    .execute()
}

/** Tells of the hour that the booking had, if anybody may book it now. */
async function emitSlotBecameFree(trx: Transaction, booking: BookingWithSlot): Promise<void> {
  const free = await trx
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('slots.id', '=', booking.slotId)
    .where('slots.removedAt', 'is', null)
    .where('trainers.retiredAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bookings').whereRef('bookings.slotId', '=', 'slots.id').where(occupiesSlot))),
    )
    .select(['slots.name as slotName', 'slots.startHour', 'trainers.name as trainerName'])
    .executeTakeFirst()
  if (free) for (const follow of bookingEvents.slotBecameFree) await follow(trx, { ...booking, ...free })
}

const isLive = (state: BookingState) => liveStates.some((live) => live === state)
