import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createMember, createMembers } from '#tests/factories.ts'
import { repetitions, reportMeasurement } from '#tests/proof/test-scale.ts'
import { bookClass, giveBackClass } from './class-booking.server.ts'
import { promoteWaiting } from './promotion.server.ts'
import { listNextDates, listOwnClasses } from './timetable.server.ts'

useDatabase({ connections: 20 })

let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

async function memberWithClasses(count: number | null = 5): Promise<Person> {
  const member = await createMember()
  await giveClasses([member], count)
  return member
}

const stateOf = async (lessonId: string, member: Pick<Person, 'id'>) =>
  (
    await db
      .selectFrom('participants')
      .where('lessonId', '=', lessonId)
      .where('memberId', '=', member.id)
      .select('state')
      .orderBy('bookedAt', 'desc')
      .executeTakeFirst()
  )?.state

const usedOf = async (member: Pick<Person, 'id'>) =>
  (await db.selectFrom('allowances').where('memberId', '=', member.id).select('used').execute()).map(
    ({ used }) => used,
  )

const makeLate = (lessonId: string) =>
  pool.query(
    `update participants set free_until = club_now() - interval '1 minute' where lesson_id = $1 and state = 'booked'`,
    [lessonId],
  )

describe('bookClass', () => {
  test('a class before the club opens cannot be booked, and one on that day can', async () => {
    const { lessonId } = await addClassDate(admin, { inDays: 3 })
    const member = await memberWithClasses()
    const announce = async (days: number | null) => {
      const opensOn = days === null ? null : sql<string>`club_today() + ${days}::integer`
      await db.updateTable('club').set({ opensOn }).execute()
      evictClub()
    }
    await announce(4)
    expect((await rejectionOf(bookClass(member, lessonId))).message).toMatch(/^We open on /)
    await announce(3)
    expect((await bookClass(member, lessonId)).state).toBe('booked')
    await announce(null)
  })

  test('a place is paid with an allowance, and a second submission books no second one', async () => {
    const { lessonId } = await addClassDate(admin)
    const member = await memberWithClasses()
    const booked = await bookClass(member, lessonId)
    expect(booked).toMatchObject({ state: 'booked', position: null })
    expect(await bookClass(member, lessonId)).toEqual(booked)
    expect(await usedOf(member)).toEqual([1])
    const { taken } = await db
      .selectFrom('lessons')
      .where('id', '=', lessonId)
      .select('taken')
      .executeTakeFirstOrThrow()
    expect(taken).toBe(1)
  })

  test('a booked class is among the classes of the person until they give it back', async () => {
    const { lessonId, classId } = await addClassDate(admin)
    const member = await memberWithClasses()
    expect(await listOwnClasses(member)).toEqual([])
    await bookClass(member, lessonId)
    expect(await listOwnClasses(member)).toMatchObject([{ id: lessonId, own: 'booked' }])
    const [next, ...later] = await listNextDates(member, classId)
    expect(next).toMatchObject({ id: lessonId, own: 'booked', taken: 1 })
    expect(later).toHaveLength(5)
    await giveBackClass(member, lessonId)
    expect(await listOwnClasses(member)).toEqual([])
    await expect(listOwnClasses({ kind: 'visitor' })).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('without a plan, without a class left, and before its time a class is not booked', async () => {
    const { lessonId } = await addClassDate(admin)
    await expect(bookClass(await createMember(), lessonId)).rejects.toThrow(
      'Choose something from the price list first.',
    )
    await expect(bookClass(await memberWithClasses(0), lessonId)).rejects.toThrow('No class is left until')
    const early = await addClassDate(admin, { inDays: 15 })
    await expect(bookClass(await memberWithClasses(), early.lessonId)).rejects.toThrow(
      'This class can be booked from',
    )
    await expect(bookClass({ kind: 'visitor' }, lessonId)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(bookClass(await memberWithClasses(), 'nonsense')).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a person takes one class at a time, and none that they give', async () => {
    const { lessonId, trainer } = await addClassDate(admin)
    const sameTime = await addClassDate(admin, { startsAt: '19:00' })
    const after = await addClassDate(admin, { startsAt: '19:15' })
    const member = await memberWithClasses()
    await bookClass(member, lessonId)
    await expect(bookClass(member, sameTime.lessonId)).rejects.toThrow('You are in Night Ride then.')
    await bookClass(member, after.lessonId)
    await giveClasses([trainer.person], 5)
    await expect(bookClass(trainer.person, lessonId)).rejects.toThrow('You give this class yourself.')
  })

  test('unlimited classes pay first, then those that end first', async () => {
    const { lessonId } = await addClassDate(admin)
    const member = await createMember()
    const [later] = await giveClasses([member], 5)
    const [sooner] = await giveClasses([member], 5)
    await pool.query(
      `update allowances set during = tstzrange(lower(during), upper(during) - interval '20 days') where order_id = $1`,
      [sooner],
    )
    expect(await bookClass(member, lessonId)).toMatchObject({ paidWith: sooner })
    await giveBackClass(member, lessonId)
    expect(await bookClass(member, lessonId, { orderId: later })).toMatchObject({ paidWith: later })
    await giveBackClass(member, lessonId)
    const [unlimited] = await giveClasses([member], null)
    expect(await bookClass(member, lessonId)).toMatchObject({ paidWith: unlimited })
  })
})

describe('giveBackClass', () => {
  test('in time the class is had again; late it counts', async () => {
    const { lessonId } = await addClassDate(admin)
    const member = await memberWithClasses()
    await bookClass(member, lessonId)
    expect(await giveBackClass(member, lessonId)).toMatchObject({ state: 'cancelled', isLate: false })
    expect(await usedOf(member)).toEqual([0])
    await bookClass(member, lessonId)
    await makeLate(lessonId)
    expect(await giveBackClass(member, lessonId)).toMatchObject({ state: 'late', isLate: true })
    expect(await usedOf(member)).toEqual([1])
    await expect(giveBackClass(member, lessonId)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('the next in line is promoted in the same transaction, by one letter', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second, third] = [
      await memberWithClasses(),
      await memberWithClasses(),
      await memberWithClasses(),
    ]
    await bookClass(first, lessonId)
    expect(await bookClass(second, lessonId)).toMatchObject({ state: 'waiting', position: 1, paidWith: null })
    expect(await bookClass(third, lessonId)).toMatchObject({ state: 'waiting', position: 2 })
    expect(await usedOf(second)).toEqual([0])
    await giveBackClass(first, lessonId)
    expect(await stateOf(lessonId, second)).toBe('booked')
    expect(await usedOf(second)).toEqual([1])
    expect(await bookClass(third, lessonId)).toMatchObject({ state: 'waiting', position: 1 })
    const { rows } = await pool.query(
      `select user_id from letters where letter = 'class-promoted' and user_id = $1`,
      [second.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('who was promoted and gives the place back is not promoted again; the next who waited longest is in', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second, third, fourth] = [
      await memberWithClasses(),
      await memberWithClasses(),
      await memberWithClasses(),
      await memberWithClasses(),
    ]
    for (const member of [first, second, third, fourth]) await bookClass(member, lessonId)
    await giveBackClass(first, lessonId)
    await giveBackClass(second, lessonId)
    const states = async () =>
      Promise.all([first, second, third, fourth].map((member) => stateOf(lessonId, member)))
    expect(await states()).toEqual(['cancelled', 'cancelled', 'booked', 'waiting'])
    expect(await bookClass(second, lessonId)).toMatchObject({ state: 'waiting', position: 2 })
    await giveBackClass(third, lessonId)
    await giveBackClass(fourth, lessonId)
    await giveBackClass(second, lessonId)
    await promoteWaiting()
    expect(await states()).toEqual(Array(4).fill('cancelled'))
    expect(await usedOf(second)).toEqual([0])
    const { taken } = await db
      .selectFrom('lessons')
      .where('id', '=', lessonId)
      .select('taken')
      .executeTakeFirstOrThrow()
    expect(taken).toBe(0)
  })

  test('the head of the line who has no class left stays in it, and the next one is in', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const other = await addClassDate(admin, { startsAt: '10:00' })
    const [first, poor, next] = [
      await memberWithClasses(),
      await memberWithClasses(1),
      await memberWithClasses(),
    ]
    await bookClass(first, lessonId)
    await bookClass(poor, lessonId)
    await bookClass(next, lessonId)
    await bookClass(poor, other.lessonId)
    await giveBackClass(first, lessonId)
    expect(await stateOf(lessonId, poor)).toBe('waiting')
    expect(await stateOf(lessonId, next)).toBe('booked')
  })

  test('who waits for two classes at one time leaves the other line when they are in', async () => {
    const one = await addClassDate(admin, { capacity: 1 })
    const other = await addClassDate(admin, { capacity: 1 })
    const [a, b, both] = [await memberWithClasses(), await memberWithClasses(), await memberWithClasses()]
    await bookClass(a, one.lessonId)
    await bookClass(b, other.lessonId)
    await bookClass(both, one.lessonId)
    await bookClass(both, other.lessonId)
    await Promise.all([giveBackClass(a, one.lessonId), giveBackClass(b, other.lessonId)])
    const states = [await stateOf(one.lessonId, both), await stateOf(other.lessonId, both)]
    expect(new Set(states)).toEqual(new Set(['booked', 'left']))
    expect(await usedOf(both)).toEqual([1])
  })

  test('after the deadline nobody is promoted; the line gets one letter and the first one has the place', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second, third] = [
      await memberWithClasses(),
      await memberWithClasses(),
      await memberWithClasses(),
    ]
    await bookClass(first, lessonId)
    await bookClass(second, lessonId)
    await bookClass(third, lessonId)
    // 72 waking hours before a class of three days ahead have begun
    await pool.query(`insert into policies (class_cancellation_hours) values (72)`)
    await giveBackClass(first, lessonId)
    expect(await stateOf(lessonId, second)).toBe('waiting')
    await promoteWaiting()
    const { rows } = await pool.query(
      `select user_id from letters where letter = 'class-place-free' and user_id = any ($1)`,
      [[second.id, third.id]],
    )
    expect(rows).toHaveLength(2)
    expect(await bookClass(third, lessonId)).toMatchObject({ state: 'booked' })
    expect(await bookClass(second, lessonId)).toMatchObject({ state: 'waiting', position: 1 })
    await pool.query(`insert into policies default values`)
  })

  test('a person waits for three classes at most, and can leave a line', async () => {
    const member = await memberWithClasses()
    const full = []
    for (const startsAt of ['08:00', '10:00', '12:00', '14:00']) {
      const { lessonId } = await addClassDate(admin, { capacity: 1, startsAt })
      await bookClass(await memberWithClasses(), lessonId)
      full.push(lessonId)
    }
    for (const lessonId of full.slice(0, 3)) await bookClass(member, lessonId)
    await expect(bookClass(member, full[3]!)).rejects.toThrow('You already wait for 3 classes.')
    expect(await giveBackClass(member, full[0]!)).toMatchObject({ state: 'left' })
    await bookClass(member, full[3]!)
  })
})

describe('races', () => {
  const crowd = repetitions(12, 60)

  async function race(lessonId: string, people: Person[]) {
    return Promise.allSettled(people.map((person) => bookClass(person, lessonId)))
  }

  test('many people want the last place: one is in, and the others wait in order', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const people = await createMembers(crowd)
    await giveClasses(people, 5)
    const results = await race(lessonId, people)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    const bookings = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(bookings.filter(({ state }) => state === 'booked')).toHaveLength(1)
    expect(bookings.flatMap(({ position }) => position ?? []).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: crowd - 1 }, (_, index) => index + 1),
    )
  })

  test('without the check of the count, a class is overbooked', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    await pool.query('alter table lessons drop constraint within_capacity')
    const people = await createMembers(2)
    const orders = await giveClasses(people, 5)
    const insert = (index: number) =>
      pool.query(
        `insert into participants (lesson_id, member_id, allowance_id, policy_version, free_until) values ($1, $2, $3, 1, club_now())`,
        [lessonId, people[index]!.id, orders[index]],
      )
    await Promise.all([insert(0), insert(1)])
    await pool.query(`delete from participants where lesson_id = $1`, [lessonId])
    await pool.query(`update lessons set taken = 0 where id = $1`, [lessonId])
    await pool.query(
      'alter table lessons add constraint within_capacity check (taken between 0 and coalesce(capacity, 0))',
    )
    await insert(0)
    await expect(insert(1)).rejects.toMatchObject({ constraint: 'within_capacity' })
  })

  test('many give back at once: as many who waited longest are in', async () => {
    const places = repetitions(6, 30)
    const { lessonId } = await addClassDate(admin, { capacity: places })
    const seated = await createMembers(places)
    const line = await createMembers(places + 4)
    await giveClasses([...seated, ...line], 5)
    for (const person of [...seated, ...line]) await bookClass(person, lessonId)
    await Promise.all(seated.map((person) => giveBackClass(person, lessonId)))
    const states = await Promise.all(line.map((person) => stateOf(lessonId, person)))
    expect(states).toEqual(line.map((_, index) => (index < places ? 'booked' : 'waiting')))
  })

  /** Books two lessons with the one class that a member has left. Neither goes on before the other is as far or waits. */
  async function bookBothWithLast() {
    const [one, other] = [await addClassDate(admin), await addClassDate(admin, { startsAt: '10:00' })]
    const member = await memberWithClasses(1)
    const door = await pool.connect()
    await door.query('begin; lock table activities in share row exclusive mode')
    const settled = Promise.allSettled([one, other].map(({ lessonId }) => bookClass(member, lessonId)))
    await waitForLocks(2)
    await door.query('commit')
    door.release()
    const refusals = (await settled).flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    return { member, refusals }
  }

  test('the last class of a person is wanted in two lessons at once: one has it, the other is told that none is left', async (context) => {
    const rounds = repetitions(1, 50)
    for (let round = 0; round < rounds; round += 1) {
      const { member, refusals } = await bookBothWithLast()
      expect(refusals).toMatchObject([
        { code: 'conflict', message: expect.stringMatching(/^No class is left/) },
      ])
      expect(await usedOf(member)).toEqual([1])
    }
    reportMeasurement(context, 'The last class of a person, wanted in two lessons', { rounds, 'paid two': 0 })
  })

  /** Takes places in two lessons at once with the one class that a member has left, past our locks. */
  async function takeBothWithLast() {
    const lessons = [await addClassDate(admin), await addClassDate(admin, { startsAt: '10:00' })]
    const member = await createMember()
    const [orderId] = await giveClasses([member], 1)
    const settled = await Promise.allSettled(
      lessons.map(({ lessonId }) =>
        pool.query(
          `insert into participants (lesson_id, member_id, allowance_id, policy_version, free_until) values ($1, $2, $3, 1, club_now())`,
          [lessonId, member.id, orderId],
        ),
      ),
    )
    return { member, refusals: settled.filter(({ status }) => status === 'rejected') }
  }

  test('without our locks, the last class of a person pays one lesson by the bound of the count alone, and two without it', async () => {
    const { refusals, member: bound } = await takeBothWithLast()
    expect(refusals).toMatchObject([{ reason: { constraint: 'allowance_kept' } }])
    expect(await usedOf(bound)).toEqual([1])
    const { rows } = await pool.query<{ bound: string }>(
      `select pg_get_constraintdef(oid) as bound from pg_constraint where conname = 'allowance_kept'`,
    )
    await pool.query('alter table allowances drop constraint allowance_kept')
    const { member } = await takeBothWithLast()
    expect(await usedOf(member)).toEqual([2])
    await pool.query(`delete from participants where member_id = $1`, [member.id])
    await pool.query(`update allowances set used = 0 where member_id = $1`, [member.id])
    await pool.query(`alter table allowances add constraint allowance_kept ${rows[0]!.bound}`)
  })

  test('a place that a crash left free is filled by the job', async () => {
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const [first, second] = [await memberWithClasses(), await memberWithClasses()]
    await bookClass(first, lessonId)
    await bookClass(second, lessonId)
    await pool.query(
      `update participants set state = 'cancelled' where lesson_id = $1 and state = 'booked'`,
      [lessonId],
    )
    expect(await stateOf(lessonId, second)).toBe('waiting')
    await promoteWaiting()
    expect(await stateOf(lessonId, second)).toBe('booked')
  })
})
