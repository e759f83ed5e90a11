import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { touchSession } from '#sign-in/sessions/sessions.server.ts'
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
import {
  announceErasures,
  deleteFormerMembers,
  eraseFormerMembers,
  listFormerMembers,
} from './former-members.server.ts'
import type { RetentionInput } from './retention.input.ts'
import { readRetentionTerms, saveRetentionTerms } from './retention.server.ts'

useDatabase()
useTemporaryPictureStorage()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})
afterEach(() => setClubTime('UTC'))
const seeEverybody = () =>
  sql`update members set last_seen_on = club_today() where last_seen_on is not null`.execute(db)
beforeEach(seeEverybody)

const seenDaysAgo = async (person: Person, days: number) => {
  await sql`update members set last_seen_on = club_today() - ${days}::integer where user_id = ${person.id}`.execute(
    db,
  )
  return person
}
const absentMember = async (name: string, days = 1_096) => seenDaysAgo(await createMember({ name }), days)
const changeTerms = async (changed: Partial<RetentionInput>) =>
  saveRetentionTerms(admin, { ...(await readRetentionTerms()), ...changed })
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
  const receptionist = await absentMember('At Reception')
  await db.updateTable('members').set({ duty: 'reception' }).where('userId', '=', receptionist.id).execute()
  const { id: imported } = await addMember(admin, { name: 'Has Classes From Before' })
  await sql`update members set last_seen_on = club_today() - 1300 where user_id = ${imported}`.execute(db)
  await sql`insert into opening_balances (member_id, source, credits_left) values (${imported}, 'a', 4)`.execute(
    db,
  )
  expect(await listed()).toEqual(['Long Absent'])
  await sql`update make_ups set until = club_today() - 1`.execute(db)
  await sql`update opening_balances set credits_left = 0`.execute(db)
  expect(await listed()).toEqual(['Is Owed', 'Has Classes From Before', 'Long Absent'])
  await changeTerms({ formerMemberDays: '1200' })
  expect(await listed()).toEqual(['Is Owed', 'Has Classes From Before'])
  await changeTerms({ formerMemberDays: '1095' })
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

test('a club that chose so tells former members 28 days ahead, and erases those who were not seen since', async () => {
  await setClubTime('Europe/Berlin', '2032-01-05T02:30:00Z')
  await seeEverybody()
  const gone = await absentMember('Ada Moss', 1_200)
  const back = await absentMember('Bo Lind')
  const { id: unaddressed } = await addMember(admin, { name: 'Cy Hale' })
  await sql`update members set last_seen_on = '2027-01-01' where user_id = ${unaddressed}`.execute(db)
  const isErased = async (id: string) =>
    (await db.selectFrom('users').where('id', '=', id).select('erasedAt').executeTakeFirstOrThrow())
      .erasedAt !== null
  const erasedFrom = async () =>
    (await listFormerMembers(admin)).items.map((member) => `${member.name}: ${member.erasedFrom}`)

  // off until an admin switches it on
  expect(await announceErasures()).toBe(0)
  await changeTerms({ erasesFormerMembers: true })
  expect(await erasedFrom()).toEqual(['Cy Hale: null', 'Ada Moss: null', 'Bo Lind: null'])
  expect(await eraseFormerMembers(60_000)).toBe(0)
  expect(await announceErasures()).toBe(3)
  expect(await announceErasures()).toBe(0)
  expect(await erasedFrom()).toEqual(['Cy Hale: 2032-02-02', 'Ada Moss: 2032-02-02', 'Bo Lind: 2032-02-02'])
  const told = await db
    .selectFrom('letters')
    .where('letter', '=', 'account-unused')
    .select(['email', 'subject'])
    .execute()
  const subject = 'Your account will be deleted on 2 Feb 2032'
  expect(told).toHaveLength(2)
  for (const { email } of [gone, back]) expect(told).toContainEqual({ email, subject })

  await setClubTime('Europe/Berlin', '2032-02-01T02:30:00Z')
  expect(await eraseFormerMembers(60_000)).toBe(0)
  await touchSession({ id: crypto.randomUUID(), userId: back.id })
  await setClubTime('Europe/Berlin', '2032-02-02T02:30:00Z')
  expect(await eraseFormerMembers(0)).toBe(0)
  expect(await eraseFormerMembers(60_000)).toBe(2)
  expect([await isErased(gone.id), await isErased(unaddressed), await isErased(back.id)]).toEqual([
    true,
    true,
    false,
  ])
  const audited = await db
    .selectFrom('auditEntries')
    .where('subjectId', '=', gone.id)
    .select(['actorId', 'action'])
    .execute()
  expect(audited).toEqual([{ actorId: null, action: 'delete account' }])

  // an old announcement is void once the person was seen
  await setClubTime('Europe/Berlin', '2035-03-01T02:30:00Z')
  await seeEverybody()
  await seenDaysAgo(back, 1_100)
  expect(await erasedFrom()).toEqual(['Bo Lind: null'])
  expect(await eraseFormerMembers(60_000)).toBe(0)
  await changeTerms({ erasesFormerMembers: false })
  await expectNoBrokenInvariants()
})
