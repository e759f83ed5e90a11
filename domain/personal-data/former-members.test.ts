import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createSlot,
  createTrainerWithSlots,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { deleteDueAccounts } from './account-deletion.server.ts'
import { deleteFormerMembers, listFormerMembers } from './former-members.server.ts'
import { readRetentionTerms, saveRetentionTerms } from './retention.server.ts'

useDatabase()
useTemporaryPictureStorage()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})
afterEach(() => setClubTime('UTC'))
beforeEach(() => sql`update members set last_seen_on = club_today()`.execute(db))

const seenDaysAgo = async (person: Person, days: number) => {
  await sql`update members set last_seen_on = club_today() - ${days}::integer where user_id = ${person.id}`.execute(
    db,
  )
  return person
}
const absentMember = async (name: string, days = 1_096) => seenDaysAgo(await createMember({ name }), days)
const listed = async () => (await listFormerMembers(admin)).items.map(({ name }) => name)

test('only a member who was not seen for the days of the club, with nothing running, is a former one', async () => {
  await setClubTime('UTC', '2027-01-04T12:00:00Z')
  const owed = await createMember({ name: 'Is Owed' })
  const bookingId = await createBooking(await createSlot(), owed, 'ended')
  await setClubTime('UTC', '2032-01-05T12:00:00Z')
  await seenDaysAgo(owed, 1_500)
  await absentMember('Long Absent')
  await absentMember('Recently Here', 1_095)
  await seenDaysAgo(await createAdmin(), 2_000)
  await seenDaysAgo((await createTrainerWithSlots(1)).person, 2_000)
  for (const state of ['held', 'paid', 'ended'] as const)
    await createBooking(await createSlot(), await absentMember(`Has one ${state}`), state)
  await sql`insert into make_ups (member_id, booking_id, because, from_date, until)
    values (${owed.id}, ${bookingId}, 'by the club', club_today() - 3, club_today() + 30)`.execute(db)
  const holder = await absentMember('Has a Pack')
  await sql`insert into orders (kind, buyer_id, holder_id, state, title, price_cents, amount_cents, currency, hold_expires_at)
    values ('pack', ${admin.id}, ${holder.id}, 'held', 'Ten visits', 9000, 9000, 'usd', club_now() + interval '1 hour')`.execute(
    db,
  )
  expect(await listed()).toEqual(['Long Absent'])
  await sql`update make_ups set until = club_today() - 1`.execute(db)
  expect(await listed()).toEqual(['Is Owed', 'Long Absent'])
  const { auditDays, activityDays, letterDays } = await readRetentionTerms()
  await saveRetentionTerms(admin, { formerMemberDays: '1200', auditDays, activityDays, letterDays })
  expect(await listed()).toEqual(['Is Owed'])
  await saveRetentionTerms(admin, { formerMemberDays: '1095', auditDays, activityDays, letterDays })
  expect((await rejectionOf(listFormerMembers(owed))).code).toBe('forbidden')
})

test('deleting them asks for their number, erases each and tells them', async () => {
  const [one, other] = [await absentMember('Ada Moss'), await absentMember('Bo Lind')]
  const stays = await absentMember('Cy Hale', 20)
  const { total } = await listFormerMembers(admin)
  expect((await rejectionOf(deleteFormerMembers(admin, { expected: total - 1 }))).code).toBe('conflict')
  expect((await rejectionOf(deleteFormerMembers(stays, { expected: total }))).code).toBe('forbidden')
  expect(await deleteFormerMembers(admin, { expected: total })).toBe(total)
  expect(await deleteFormerMembers(admin, { expected: 0 })).toBe(0)
  expect(await deleteDueAccounts(0)).toBe(0)
  expect(await deleteDueAccounts()).toBe(total)
  const people = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', 'in', [one.id, other.id, stays.id])
    .select(['users.id', 'erasedAt', 'lastSeenOn'])
    .execute()
  for (const { id, erasedAt, lastSeenOn } of people) {
    expect(erasedAt !== null).toBe(id !== stays.id)
    expect(lastSeenOn === null).toBe(id !== stays.id)
  }
  const letters = await db
    .selectFrom('letters')
    .where('letter', '=', 'account-deleted')
    .where('email', 'in', [one.email, other.email])
    .select('text')
    .execute()
  expect(letters).toHaveLength(2)
  for (const { text } of letters) expect(text).toContain('has deleted your account')
  const audited = await db
    .selectFrom('auditEntries')
    .where('subjectId', '=', one.id)
    .where('actorId', '=', admin.id)
    .select(['action', 'after'])
    .execute()
  // the erasure removes the reason, which may name the person
  expect(audited).toEqual([{ action: 'delete account', after: { when: 'now' } }])
  await expectNoBrokenInvariants()
})
