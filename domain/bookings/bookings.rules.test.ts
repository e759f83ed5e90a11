import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember, createSlot } from '#tests/factories.ts'
import { bookingStates, legalTransitions } from './bookings.rules.ts'

useDatabase()

describe('states of a booking', () => {
  test('allows the moves that the database allows, and no other', async () => {
    const allowed: Record<string, string[]> = Object.fromEntries(bookingStates.map((state) => [state, []]))
    for (const from of bookingStates)
      for (const to of bookingStates)
        if (from !== to && (await databaseAllows(from, to))) allowed[from]?.push(to)
    const sorted = (moves: Record<string, readonly string[]>) =>
      Object.fromEntries(Object.entries(moves).map(([from, list]) => [from, [...list].sort()]))
    expect(sorted(allowed)).toEqual(sorted(legalTransitions))
  })
})

/** Forces a booking into a state, then tries the transition with the trigger on, and rolls back. */
async function databaseAllows(from: string, to: string): Promise<boolean> {
  const buyer = await createMember()
  const slotId = await createSlot()
  const set = (state: string) => {
    const live = ['held', 'paying'].includes(state)
    return sql`update bookings set state = ${state}, plan = 'gold', amount_cents = 7000,
      hold_expires_at = ${live ? sql`club_now() + interval '15 minutes'` : null},
      paid_at = club_now(), paid_until = club_now() + interval '1 month' where slot_id = ${slotId}`
  }
  let allowed = false
  await db
    .transaction()
    .execute(async (trx) => {
      await trx
        .insertInto('bookings')
        .values({
          slotId,
          buyerId: buyer.id,
          slotPriceCents: 5000,
          holdExpiresAt: sql<Date>`club_now() + interval '15 minutes'`,
        })
        .execute()
      await sql`set constraints all immediate`.execute(trx)
      await sql`alter table bookings disable trigger booking_transitions`.execute(trx)
      await set(from).execute(trx)
      // a table with pending deferred constraints cannot be altered
      await sql`set constraints all immediate`.execute(trx)
      await sql`alter table bookings enable trigger booking_transitions`.execute(trx)
      await set(to).execute(trx)
      allowed = true
      throw new Error('nothing of this is kept')
    })
    .catch((error: Error) => {
      if (!allowed && !/cannot move/.test(error.message)) throw error
    })
  return allowed
}
