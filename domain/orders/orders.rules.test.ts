import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { legalTransitions, orderStates } from './orders.rules.ts'
import { insertOrder } from './write-order.server.ts'

useDatabase()

test('an order makes the moves that the database allows, and no other', async () => {
  const allowed: Record<string, string[]> = Object.fromEntries(orderStates.map((state) => [state, []]))
  for (const from of orderStates)
    for (const to of orderStates) if (from !== to && (await databaseAllows(from, to))) allowed[from]?.push(to)
  const sorted = (moves: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(moves).map(([from, list]) => [from, [...list].sort()]))
  expect(sorted(allowed)).toEqual(sorted(legalTransitions))
})

/** Forces an order into a state, then tries the transition with the trigger on, and rolls back. */
async function databaseAllows(from: string, to: string): Promise<boolean> {
  const { id: buyerId } = await createMember()
  const set = (state: string) => {
    const live = ['held', 'paying'].includes(state)
    return sql`update orders set state = ${state}, paid_at = club_now(),
      hold_expires_at = ${live ? sql`club_now() + interval '15 minutes'` : null} where buyer_id = ${buyerId}`
  }
  let allowed = false
  await db
    .transaction()
    .execute(async (trx) => {
      await insertOrder(trx, {
        kind: 'pack',
        buyerId,
        title: 'Ten classes',
        priceCents: 10_000,
        currency: 'usd',
        holdExpiresAt: sql<Date>`club_now() + interval '15 minutes'`,
      })
      await sql`alter table orders disable trigger order_transitions`.execute(trx)
      await set(from).execute(trx)
      await sql`alter table orders enable trigger order_transitions`.execute(trx)
      await set(to).execute(trx)
      allowed = true
      throw new Error('nothing of this is kept')
    })
    .catch((error: Error) => {
      if (!allowed && !/cannot move/.test(error.message)) throw error
    })
  return allowed
}
