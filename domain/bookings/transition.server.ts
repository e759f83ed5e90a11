import type { UpdateObject } from 'kysely'
import { beforeCommit, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { releasePlacesOf } from '#domain/lessons/classes/released-places.server.ts'
import { isLive } from '#domain/orders/orders.rules.ts'
import { moveOrder, type OrderChanges } from '#domain/orders/write-order.server.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { bookingEvents } from './booking-events.server.ts'
import type { BookingState } from './bookings.rules.ts'
import { orderColumns, type BookingWithSlot } from './locked-booking.server.ts'

/** Columns of an hour that a transition may write as well. */
type HourChanges = Pick<
  UpdateObject<Tables, 'bookings'>,
  | 'plan'
  | 'renewal'
  | 'renewalToldAt'
  | 'slotId'
  | 'movedAt'
  | 'extendedDays'
  | 'paidUntil'
  | 'overlapAcceptedAt'
>

/**
 * Moves a locked booking and its order to a state, or changes them within their state, and runs the event handlers in
 * the same transaction. Returns the updated booking. Throws for an illegal transition and when the state has changed
 * since the booking was read.
 */
export async function transitionBooking(
  trx: Transaction,
  booking: BookingWithSlot,
  to: BookingState,
  {
    plan,
    renewal,
    renewalToldAt,
    slotId,
    movedAt,
    extendedDays,
    paidUntil,
    overlapAcceptedAt,
    ...money
  }: HourChanges & OrderChanges = {},
): Promise<BookingWithSlot> {
  const hour = { plan, renewal, renewalToldAt, slotId, movedAt, extendedDays, paidUntil, overlapAcceptedAt }
  if (isLive(booking.state) && !isLive(to)) await releasePlacesOf(trx, booking.id)
  await changeHour(trx, booking.id, hour)
  if (to !== booking.state || Object.keys(money).length > 0) await moveOrder(trx, booking, to, money)
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.id')
    .where('bookings.id', '=', booking.id)
    .selectAll('bookings')
    .select(orderColumns)
    .executeTakeFirstOrThrow()
  const moved = { ...booking, ...row }
  await runBookingEvents(trx, booking, moved)
  return moved
}

async function changeHour(trx: Transaction, bookingId: string, changes: HourChanges): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return
  await trx.updateTable('bookings').set(changes).where('id', '=', bookingId).execute()
}

/** Runs the handlers of what happened to a booking since `before`. */
export async function runBookingEvents(
  trx: Transaction,
  before: BookingWithSlot,
  moved: BookingWithSlot,
): Promise<void> {
  if (isLive(before.state) && !isLive(moved.state)) {
    for (const handle of bookingEvents.slotReleased) await handle(trx, moved)
    beforeCommit(trx, () => emitSlotBecameFree(trx, moved))
  } else if (moved.slotId !== before.slotId) beforeCommit(trx, () => emitSlotBecameFree(trx, before))
  if (before.state !== 'paid' && moved.state === 'paid')
    for (const handle of bookingEvents.monthPurchased) await handle(trx, moved)
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
