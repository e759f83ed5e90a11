import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import { beforeCommit, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { isUnpaid, legalTransitions, liveStates, type BookingState } from './bookings.rules.ts'
import type { BookingWithSlot } from './locked-booking.server.ts'
import { bookingEvents } from './booking-events.server.ts'

/** Columns that a transition may write as well. */
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
  | 'overlapAcceptedAt'
>

/**
 * Moves a locked booking to a state, or changes it within its state, and runs the event handlers in the same
 * transaction. The only writer of `bookings.state` after the hold. Returns the updated booking. Throws for an illegal
 * transition and when the state has changed since the booking was read.
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
    for (const handle of bookingEvents.slotReleased) await handle(trx, moved)
    beforeCommit(trx, () => emitSlotBecameFree(trx, moved))
  } else if (moved.slotId !== booking.slotId) beforeCommit(trx, () => emitSlotBecameFree(trx, booking))
  if (from !== to && to === 'paid')
    for (const handle of bookingEvents.monthPurchased) await handle(trx, moved)
  return moved
}

/** Removes network and discount reason from the bookings of an erased account, without a transition. */
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

/** Runs the `slotBecameFree` handlers if the booking's slot is on sale and unoccupied. */
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
  if (free) for (const handle of bookingEvents.slotBecameFree) await handle(trx, { ...booking, ...free })
}

const isLive = (state: BookingState) => liveStates.some((live) => live === state)
