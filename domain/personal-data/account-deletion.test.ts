import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { log } from '#platform/observability/log.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createSlot,
  createTrainerWithSlots,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import {
  closeAccount,
  deleteDueAccounts,
  requestAccountDeletion,
  readAccountDeletion,
} from './account-deletion.server.ts'
import { cancelAccountDeletionOf, cancelAccountDeletion } from './cancel-deletion.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  useSandbox()
  admin = await createAdmin()
})

const rowOf = (userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.name', 'users.email', 'users.erasedAt', 'members.leavingSince', 'members.role'])
    .executeTakeFirstOrThrow()
const isErased = async (userId: string) => (await rowOf(userId)).erasedAt !== null
const letterTo = (email: string) =>
  db
    .selectFrom('letters')
    .where('email', '=', email)
    .select(['letter', 'text'])
    .orderBy('queuedAt', 'desc')
    .execute()
const endMonth = async (bookingId: string) => {
  await db.updateTable('bookings').set({ paidUntil: clubNow }).where('id', '=', bookingId).execute()
  await endPaidBookings()
}

describe('account deletion by its owner', () => {
  test('at once: what they held is free again, and a last letter says so; the address may begin anew', async () => {
    const person = await createMember({ name: 'Noor Rahman' })
    const bookings = [
      await createBooking(await createSlot(), person, 'held'),
      await createBooking(await createSlot(), person, 'paying'),
    ]
    expect(await requestAccountDeletion(person, { when: 'now' })).toEqual({ deletionDate: null })
    for (const id of bookings) expect(await bookingStateOf(id)).toBe('cancelled')
    expect(await rowOf(person.id)).toMatchObject({
      name: 'Former member',
      email: `${person.id}@erased.invalid`,
    })
    expect((await letterTo(person.email)).map(({ letter }) => letter)).toEqual(['account-deleted'])
    await createMember({ email: person.email })
    await expectNoBrokenInvariants()
  })

  test('at once, though months run: the hours are somebody else’s to book, and nobody comes to what was ahead, of which the trainer is told', async () => {
    const { slots, person: trainer } = await createTrainerWithSlots(1)
    const slotId = slots[0]!.id
    const person = await createMember({ name: 'Noor Rahman' })
    const now = await createBooking(slotId, person, 'paid')
    // within the renewal window
    await db
      .updateTable('bookings')
      .set({ paidUntil: sql<Date>`club_now() + interval '2 days'` })
      .where('id', '=', now)
      .execute()
    const { bookingId: next } = await renewBooking(person, now)
    expect((await readAccountDeletion(person)).months).toMatchObject([
      { bookingId: now, trainerName: 'Mira Okafor' },
    ])
    await requestAccountDeletion(person, { when: 'now' })
    expect(await bookingStateOf(now)).toBe('ended')
    expect(await bookingStateOf(next)).toBe('cancelled')
    const ahead = db.selectFrom('lessons').where('state', '=', 'planned').where('startsAt', '>', clubNow)
    expect(await ahead.where('bookingId', '=', now).select('id').execute()).toEqual([])
    const [told, ...others] = (await letterTo(trainer.email)).filter(
      ({ letter }) => letter === 'hours-changed',
    )
    expect(others).toEqual([])
    expect(told?.text).toMatch(/a member has left the club.*Former member isn’t coming/s)
    expect(told?.text).not.toContain('Noor Rahman')
    await createBooking(slotId, await createMember(), 'paid')
    await expectNoBrokenInvariants()
  })

  test('at the end of their months: reminded the day before, gone after it, and theirs to take back until then', async () => {
    const person = await createMember()
    const bookingId = await createBooking(await createSlot(), person, 'paid')
    const { lastDay } = await readAccountDeletion(person)
    expect(await requestAccountDeletion(person, { when: 'later' })).toEqual({ deletionDate: lastDay })
    await deleteDueAccounts()
    expect(await letterTo(person.email)).toHaveLength(1)
    await cancelAccountDeletion(person)
    expect((await readAccountDeletion(person)).leavingSince).toBeNull()
    await requestAccountDeletion(person, { when: 'later' })
    await db
      .updateTable('bookings')
      .set({ paidUntil: sql<Date>`club_now() + interval '20 hours'` })
      .where('id', '=', bookingId)
      .execute()
    await deleteDueAccounts()
    await deleteDueAccounts()
    const letters = (await letterTo(person.email)).map(({ letter }) => letter)
    expect(letters.filter((letter) => letter === 'account-ends')).toHaveLength(1)
    expect(await isErased(person.id)).toBe(false)
    await endMonth(bookingId)
    expect(await deleteDueAccounts()).toBe(1)
    expect(await isErased(person.id)).toBe(true)
    await expectNoBrokenInvariants()
  })

  test('though somebody who cannot go stands before them', async () => {
    const people = [await createMember(), await createMember()]
    for (const { id } of people)
      await db.updateTable('members').set({ leavingSince: clubNow }).where('userId', '=', id).execute()
    const [stuck, next] = people as [Person, Person]
    await sql`create function refuse_going() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`.execute(
      db,
    )
    await sql`create trigger stuck before update on users for each row when (old.id = ${sql.lit(stuck.id)}) execute function refuse_going()`.execute(
      db,
    )
    const level = log.level
    log.level = 'silent'
    expect(await deleteDueAccounts()).toBe(1)
    log.level = level
    await sql`drop trigger stuck on users`.execute(db)
    expect(await isErased(next.id)).toBe(true)
    expect(await deleteDueAccounts()).toBe(1)
  })

  test('not while money is on its way to them', async () => {
    const person = await createMember()
    const bookingId = await createBooking(await createSlot(), person, 'paid')
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('bookingId', '=', bookingId)
      .select('id')
      .executeTakeFirstOrThrow()
    await refundPayment(admin, { paymentId, amountCents: 7000, reason: 'Moved away', requestKey: person.id })
    expect((await rejectionOf(requestAccountDeletion(person, { when: 'now' }))).message).toBe(
      '$70 goes back to you and hasn’t arrived yet. The account can be deleted once it has.',
    )
    expect(await isErased(person.id)).toBe(false)
  })

  test('of people who go in the moment in which they book, nobody who is gone has an hour', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createMember()))
    const { slots } = await createTrainerWithSlots(8)
    await Promise.allSettled(
      people.flatMap((person, index) => [
        requestAccountDeletion(person, { when: 'now' }),
        holdSlot(person, { slotId: slots[index]!.id }),
      ]),
    )
    const { rows } = await sql`select from bookings join users on users.id = buyer_id
      where erased_at is not null and is_live(state)`.execute(db)
    expect(rows).toEqual([])
    await expectNoBrokenInvariants()
  })
})

describe('account deletion of a trainer', () => {
  test('stays while hours with them are sold, or the club owes them, and is told so', async () => {
    const { person, slots } = await createTrainerWithSlots(1)
    const bookingId = await createBooking(slots[0]!.id, await createMember(), 'paid')
    expect((await rejectionOf(requestAccountDeletion(person, { when: 'now' }))).message).toMatch(
      /^1 hour with you is sold or held, until \d+ \w+ \d{4} at the latest\. The account can be deleted after that\.$/,
    )
    await endMonth(bookingId)
    const refused = await rejectionOf(closeAccount(admin, person.id, { when: 'now', reason: 'Moved away' }))
    expect(refused.message).toBe(
      'The club owes Mira Okafor $70 from their sales. The account can be deleted once that is paid out.',
    )
  })

  test('who sold nothing leaves: classes and past hours are of a former trainer, and free hours are gone', async () => {
    const { person, trainerId } = await createTrainerWithSlots(2)
    await requestAccountDeletion(person, { when: 'now' })
    const trainer = db.selectFrom('trainers').where('id', '=', trainerId).select(['name', 'retiredAt'])
    expect(await trainer.executeTakeFirst()).toMatchObject({
      name: 'Former trainer',
      retiredAt: expect.any(Date),
    })
    expect((await rowOf(person.id)).role).toBe('member')
    await expectNoBrokenInvariants()
  })
})

describe('account deletion by an admin', () => {
  test('deletes an account for a reason, which the person reads and the audit log keeps', async () => {
    const person = await createMember({ name: 'Oskar Lund' })
    const done = await closeAccount(admin, person.id, { when: 'now', reason: 'Oskar Lund asked at the desk' })
    expect(done).toEqual({ name: 'Oskar Lund', deletionDate: null })
    expect((await letterTo(person.email))[0]?.text).toContain('Oskar Lund asked at the desk')
    const entry = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', person.id)
      .where('action', '=', 'delete account')
      .select(['actorId', 'after'])
      .executeTakeFirst()
    expect(entry).toEqual({
      actorId: admin.id,
      after: { when: 'now', reason: 'Former member asked at the desk' },
    })
    const again = await rejectionOf(closeAccount(admin, person.id, { when: 'now', reason: 'Again' }))
    expect(again.message).toBe('This account has already been deleted.')
  })

  test('lets one go with its months, which only the office takes back; the person reads of both by mail', async () => {
    const person = await createMember()
    const bookingId = await createBooking(await createSlot(), person, 'paid')
    await closeAccount(admin, person.id, { when: 'later', reason: 'Moves away' })
    const decided = 'The office decided to delete this account. If it should stay, please ask there.'
    expect((await rejectionOf(cancelAccountDeletion(person))).message).toBe(decided)
    await requestAccountDeletion(person, { when: 'later' })
    expect((await rejectionOf(cancelAccountDeletion(person))).message).toBe(decided)
    expect(await readAccountDeletion(person)).toMatchObject({
      leavingSince: expect.any(Date),
      leavingByClub: true,
    })
    await cancelAccountDeletionOf(admin, person.id)
    expect(await readAccountDeletion(person)).toMatchObject({ leavingSince: null, leavingByClub: false })
    await cancelAccountDeletion(person)
    await closeAccount(admin, person.id, { when: 'later', reason: 'Moves away after all' })
    const told = (await letterTo(person.email)).filter(({ letter }) => letter === 'account-decided')
    expect(
      told.map(({ text }) => /Moves away after all|Moves away|decided to keep it/.exec(text ?? '')?.[0]),
    ).toEqual(['Moves away after all', 'decided to keep it', 'Moves away'])
    await endMonth(bookingId)
    expect(await deleteDueAccounts()).toBe(1)
    expect((await letterTo(person.email))[0]?.text).toMatch(/the office of .* has deleted your account/)
  })

  test('lets no hour go that somebody holds while their account has to stay', async () => {
    const { person, slots } = await createTrainerWithSlots(1)
    await createBooking(slots[0]!.id, await createMember(), 'paid')
    const { slots: others } = await createTrainerWithSlots(2)
    const held = await createBooking(others[1]!.id, person, 'held')
    for (const leaving of [
      () => closeAccount(admin, person.id, { when: 'now', reason: 'Why not' }),
      () => requestAccountDeletion(person, { when: 'now' }),
    ])
      expect((await rejectionOf(leaving())).message).toMatch('sold or held')
    expect(await bookingStateOf(held)).toBe('held')
  })

  test('takes back what somebody asked for, who may take it back themselves as well', async () => {
    const person = await createMember()
    await createBooking(await createSlot(), person, 'paid')
    await requestAccountDeletion(person, { when: 'later' })
    await cancelAccountDeletionOf(admin, person.id)
    await requestAccountDeletion(person, { when: 'later' })
    await cancelAccountDeletion(person)
    expect((await readAccountDeletion(person)).leavingSince).toBeNull()
  })

  test('is nobody but admins, not for themselves, and leaves one admin', async () => {
    const { person: trainer } = await createTrainerWithSlots(1)
    const member = await createMember()
    const input = { when: 'now', reason: 'Why not' }
    for (const actor of [member, trainer, { ...member, role: 'applied' as const }]) {
      expect((await rejectionOf(closeAccount(actor, member.id, input))).code).toBe('forbidden')
      expect((await rejectionOf(cancelAccountDeletionOf(actor, member.id))).code).toBe('forbidden')
    }
    expect((await rejectionOf(closeAccount(admin, admin.id, input))).code).toBe('conflict')
    expect((await rejectionOf(closeAccount(admin, member.id, { ...input, reason: ' ' }))).code).toBe(
      'invalid',
    )
    expect((await rejectionOf(closeAccount(admin, member.id, { ...input, when: 'soon' }))).code).toBe(
      'invalid',
    )
    expect((await rejectionOf(requestAccountDeletion(admin, { when: 'now' }))).message).toBe(
      'You are the last admin. Someone else has to be one first.',
    )
    const other = await createAdmin()
    expect((await rejectionOf(closeAccount(admin, other.id, input))).message).toMatch(
      'Once the operator has made them a member again',
    )
    const gone = await Promise.allSettled([
      requestAccountDeletion(admin, { when: 'now' }),
      requestAccountDeletion(other, { when: 'now' }),
    ])
    expect(gone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
