import { clubNow, db } from '#db/client.ts'
import type { BookingState } from '#db/tables.ts'
import { writeMissingDatesOf } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { changeOrders, insertHeldBookings, startPaying, type TestTrainer } from '#tests/factories.ts'
import { waitUntil } from '#tests/proof/wait-until.ts'
import type { Fixtures, PlaceholderValues } from './fixtures.ts'
import type { TestUser } from './role-matrix.ts'

/** Creates a free slot. */
export async function addFreeSlot(cast: Fixtures, { trainerId }: TestTrainer): Promise<string> {
  const startHour = cast.nextHour++ % 24
  const values = { trainerId, name: `Slot ${startHour}`, startHour, priceCents: 5000 }
  return (await db.insertInto('slots').values(values).returning('id').executeTakeFirstOrThrow()).id
}

type InsertableState = Extract<BookingState, 'held' | 'paying' | 'paid' | 'ended'>

/** Inserts a booking of member A in this state. The matrices need more than the limit of holds allows. */
export const createBookingInState =
  (state: InsertableState, then?: (id: string) => Promise<unknown>) =>
  async (cast: Fixtures, _who?: TestUser, _names?: PlaceholderValues, slotId?: string): Promise<string> => {
    const buyerId = cast.persons.memberA.id
    const hold = { slotId: slotId ?? (await addFreeSlot(cast, cast.trainerA)), buyerId }
    const id = (await insertHeldBookings([hold]))[0]!
    if (state !== 'held') await startPaying([id])
    if (state === 'held' || state === 'paying') return id
    await changeOrders([id], { state: 'paid', holdExpiresAt: null, paidAt: clubNow })
    const payment = { bookingId: id, intentId: `pi_${id}`, amountCents: 7000, currency: 'usd' }
    await db.insertInto('payments').values(payment).execute()
    if (state === 'ended') await changeOrders([id], { state })
    await then?.(id)
    return id
  }

/** Creates the dates of a month, or waits for another process to create them. */
export const ensureLessonDates = (id: string) =>
  waitUntil(async () => {
    await writeMissingDatesOf(id)
    return (
      (await db.selectFrom('months').where('bookingId', '=', id).select('bookingId').execute()).length > 0
    )
  }, 'Nobody writes the dates of a month.')
