import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createSlot } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { eraseUnconfirmedAccounts, tidyAtNight } from './tidying.server.ts'

useDatabase()
afterAll(() => setClubTime('UTC'))

const signUpDaysAgo = async (name: string, days: number, emailVerified = false) => {
  const person = await createMember({ name })
  await sql`update users set email_verified = ${emailVerified},
    created_at = club_now() - make_interval(days => ${days}::integer) where id = ${person.id}`.execute(db)
  await db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  return person
}
const isErased = async ({ id }: { id: string }) =>
  (await db.selectFrom('users').where('id', '=', id).select('erasedAt').executeTakeFirstOrThrow())
    .erasedAt !== null

test('an account whose address was never confirmed goes after 90 days, unless it was used', async () => {
  const old = await signUpDaysAgo('Old Sign-up', 91)
  const young = await signUpDaysAgo('Young Sign-up', 89)
  const confirmed = await signUpDaysAgo('Confirmed Sign-up', 91, true)
  const buyer = await signUpDaysAgo('Buyer Sign-up', 91)
  await createBooking(await createSlot(), buyer, 'held')
  const signedIn = await signUpDaysAgo('Present Sign-up', 91)
  await sql`insert into sessions (expires_at, token, updated_at, user_id)
    values (now() + interval '1 day', 'present', now(), ${signedIn.id})`.execute(db)
  expect(await eraseUnconfirmedAccounts(0)).toBe(0)
  expect(await eraseUnconfirmedAccounts()).toBe(1)
  expect(await isErased(old)).toBe(true)
  for (const person of [young, confirmed, buyer, signedIn])
    expect(await isErased(person), person.name).toBe(false)
  // the address may be a stranger's
  expect(await db.selectFrom('letters').where('email', '=', old.email).select('letter').execute()).toEqual([])
  await expectNoBrokenInvariants()
})

test('data is deleted at night only', async () => {
  await sql`insert into processor_events (id, type, received_at) values ('evt_1', 'x', '2026-01-01')`.execute(
    db,
  )
  const events = () => db.selectFrom('processorEvents').select('id').execute()
  await setClubTime('Europe/Berlin', '2026-07-01T10:00:00Z')
  await tidyAtNight()
  expect(await events()).toHaveLength(1)
  // 3:00 in Berlin
  await setClubTime('Europe/Berlin', '2026-07-01T01:00:00Z')
  await tidyAtNight()
  expect(await events()).toHaveLength(0)
})
