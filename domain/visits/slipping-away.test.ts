import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { listSlippingAway, recordContact, summarizeSlippingAway } from './slipping-away.server.ts'

useDatabase()
let admin: Person
let trainer: TestTrainer
beforeAll(async () => {
  admin = await createAdmin()
  trainer = await createTrainerWithSlots(2)
})

/** Gives a member classes since 60 days ago, and visits so many days ago. */
async function createVisitor(daysAgo: number[]): Promise<Person> {
  const member = await createMember()
  await giveClasses([member], 5)
  await sql`update allowances set during = tstzrange(club_now() - interval '60 days', upper(during)) where member_id = ${member.id}`.execute(
    db,
  )
  for (const days of daysAgo)
    await sql`insert into visits (id, member_id, came_at, source) values (${randomUUID()}, ${member.id}, club_now() - make_interval(days => ${days}), 'desk')`.execute(
      db,
    )
  return member
}

const reasonOf = async ({ id }: Person, actor: Person = admin) =>
  (await listSlippingAway(actor)).toTalkTo.find(({ memberId }) => memberId === id)?.reason ?? null

describe('listSlippingAway', () => {
  test('names who stays away for longer than ten days and two and a half times the usual gap', async () => {
    expect(await reasonOf(await createVisitor([11, 15, 19]))).toBe('away')
    const { lessonId } = await addClassDate(admin)
    const seldom = await createVisitor([20, 30, 40])
    await bookClass(seldom, lessonId)
    expect(await reasonOf(seldom), 'comes every ten days').toBeNull()
    expect(await reasonOf(await createVisitor([9, 10])), 'was here nine days ago').toBeNull()
    await createVisitor([13, 17])
    const { toTalkTo } = await listSlippingAway(admin)
    expect(toTalkTo.length).toBeGreaterThan(1)
    expect(await summarizeSlippingAway(admin)).toEqual({ count: toTalkTo.length, first: toTalkTo[0]!.name })
  })

  test('names who missed the last two, and who has nothing booked', async () => {
    const missing = await createVisitor([2])
    expect(await reasonOf(missing)).toBeNull()
    for (const hour of ['08:00', '12:00']) {
      const { lessonId } = await addClassDate(admin, { startsAt: hour })
      await bookClass(missing, lessonId)
    }
    await sql`update participants set attendance = 'missed', marked_by = ${admin.id} where member_id = ${missing.id}`.execute(
      db,
    )
    expect(await reasonOf(missing)).toBe('missed')
    const idle = await createVisitor([])
    expect(await reasonOf(idle)).toBe('nothing booked')
    const { lessonId } = await addClassDate(admin)
    await bookClass(idle, lessonId)
    expect(await reasonOf(idle)).toBeNull()
  })

  test('names whose month ends unrenewed, to its trainer too; others are not theirs', async () => {
    const { buyer } = await createPaidBooking(useSandbox(), 'gold', trainer.slots[0]!.id)
    expect(await reasonOf(buyer)).toBeNull()
    await sql`update allowances set during = tstzrange(lower(during), club_now() + interval '2 days') where member_id = ${buyer.id}`.execute(
      db,
    )
    expect(await reasonOf(buyer)).toBe('ends')
    expect(await reasonOf(buyer, trainer.person)).toBe('ends')
    const other = await createTrainerWithSlots(1)
    expect((await listSlippingAway(other.person)).toTalkTo).toEqual([])
    expect((await rejectionOf(recordContact(other.person, buyer.id, { words: '' }))).code).toBe('not-found')
    expect((await rejectionOf(listSlippingAway(buyer))).code).toBe('forbidden')
  })
})

describe('recordContact', () => {
  test('keeps a member off the list for two weeks, by one note, and shows whether they came', async () => {
    const member = await createVisitor([12, 14])
    expect(await reasonOf(member)).toBe('away')
    await recordContact(admin, member.id, { words: 'Flu, back next week.' })
    await recordContact(admin, member.id, { words: 'Flu, back next week.' })
    expect(await reasonOf(member)).toBeNull()
    const contacts = async () =>
      (await listSlippingAway(admin)).contacted.filter(({ memberId }) => memberId === member.id)
    expect(await contacts()).toMatchObject([{ words: 'Flu, back next week.', cameOn: null }])
    await sql`update member_notes set created_at = created_at - interval '1 hour'`.execute(db)
    await sql`insert into visits (id, member_id, came_at, source) values (${randomUUID()}, ${member.id}, club_now(), 'desk')`.execute(
      db,
    )
    expect((await contacts())[0]!.cameOn).not.toBeNull()
    await sql`update visits set undone_at = club_now() where member_id = ${member.id} and came_at > club_now() - interval '1 day'`.execute(
      db,
    )
    await sql`update member_notes set created_at = created_at - interval '14 days'`.execute(db)
    expect(await reasonOf(member)).toBe('away')
  })
})
