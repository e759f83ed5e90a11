import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import { beforeCommit, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { takesSlot } from '#domain/slots/taken.server.ts'
import { isUnpaid, legalMoves, liveStates, type BookingState } from './bookings.rules.ts'
import type { BookingWithHour } from './locked-booking.server.ts'
import { whatFollows } from './what-follows.server.ts'

/** What can be written together with a move. */
type Changes = Pick<
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
  | 'keeps'
  | 'slotId'
  | 'movedAt'
  | 'extendedDays'
>

/**
 * Moves a booking that this transaction has locked, or changes it where it is: the only writer of a booking's state
 * once it is held. What follows from the move belongs to the transaction. Answers the booking as it is then. Throws
 * for a move that is not legal, or when the booking is no longer in the state it was read in.
 */
export async function moveBooking(
  trx: Transaction,
  booking: BookingWithHour,
  to: BookingState,
  changes: Changes = {},
): Promise<BookingWithHour> {
  const from = booking.state
  if (to !== from && !legalMoves[from].includes(to))
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
    for (const follow of whatFollows.hourWasGivenUp) await follow(trx, moved)
    beforeCommit(trx, () => tellFreeHour(trx, moved))
  } else if (moved.slotId !== booking.slotId) beforeCommit(trx, () => tellFreeHour(trx, booking))
  if (from !== to && to === 'paid') for (const follow of whatFollows.monthWasBought) await follow(trx, moved)
  return moved
}

/** Takes out of somebody's bookings where they were made and what was written about a discount; nothing moves. */
export async function cleanBookings(
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
async function tellFreeHour(trx: Transaction, booking: BookingWithHour): Promise<void> {
  const free = await trx
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('slots.id', '=', booking.slotId)
    .where('slots.removedAt', 'is', null)
    .where('trainers.retiredAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bookings').whereRef('bookings.slotId', '=', 'slots.id').where(takesSlot))),
    )
    .select(['slots.name as slotName', 'slots.startHour', 'trainers.name as trainerName'])
    .executeTakeFirst()
  if (free) for (const follow of whatFollows.hourBecameFree) await follow(trx, { ...booking, ...free })
}

const isLive = (state: BookingState) => liveStates.some((live) => live === state)
