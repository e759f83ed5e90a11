import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { listDayRoster } from '#domain/lessons/roster/day-roster.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { findArrivals, listArrivals } from './arrivals.server.ts'
import { checkIn, readCheckIn, readDoor } from './door.server.ts'
import { recordVisit, undoOwnVisit, undoVisit } from './visits.server.ts'

useDatabase()
let admin: Person
let noor: Person
let lessonId: string
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const sandbox = useSandbox()
  admin = await createAdmin()
  const mira = await createTrainerWithSlots(1)
  ;({ buyer: noor } = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id))
  // ten minutes before her first hour
  await setClubTime('Europe/Rome', '2026-11-23T05:50:00+01:00')
  const first = await db
    .selectFrom('lessons')
    .where('onDate', '=', '2026-11-23')
    .select('id')
    .executeTakeFirstOrThrow()
  lessonId = first.id
})
afterAll(() => setClubTime('UTC'))

const visitsOf = async ({ id }: Person) =>
  db.selectFrom('visits').where('memberId', '=', id).where('undoneAt', 'is', null).selectAll().execute()
const newVisit = (person: Person, lesson: string | null = lessonId) => ({
  id: randomUUID(),
  memberId: person.id,
  lessonId: lesson,
})
const forget = () => db.deleteFrom('visits').execute()

describe('listArrivals', () => {
  test('lists who is expected within the hour, and who is in', async () => {
    const before = await listArrivals(admin)
    expect(before.lessons).toMatchObject([
      { lessonId, kind: 'hour', isNow: true, people: [{ memberId: noor.id, cameAt: null, lastHere: null }] },
    ])
    await recordVisit(admin, newVisit(noor))
    const { lessons, presentCount } = await listArrivals(admin)
    const { cameAt } = lessons[0]!.people[0]!
    expect(cameAt).toBeInstanceOf(Date)
    expect((await listDayRoster(admin)).items).toMatchObject([
      { lessonId, memberId: noor.id, isArrivalTime: true, cameAt },
    ])
    expect(presentCount).toBe(1)
    const { lastSeenOn } = await db
      .selectFrom('members')
      .where('userId', '=', noor.id)
      .select('lastSeenOn')
      .executeTakeFirstOrThrow()
    expect(lastSeenOn).toBe('2026-11-23')
    await forget()
  })

  test('is refused to members', async () => {
    expect((await rejectionOf(listArrivals(noor))).code).toBe('forbidden')
    expect((await rejectionOf(findArrivals(noor, 'No'))).code).toBe('forbidden')
    expect((await rejectionOf(readDoor(noor))).code).toBe('forbidden')
    expect((await rejectionOf(recordVisit(noor, newVisit(noor)))).code).toBe('forbidden')
  })
})

describe('findArrivals', () => {
  test('puts a person with a lesson today first, with that lesson, and finds others too', async () => {
    const other = await createMember({ name: `${noor.name} Adams` })
    const found = await findArrivals(admin, noor.name)
    expect(found.slice(0, 2)).toMatchObject([
      { memberId: noor.id, lesson: { lessonId, startHour: 6 } },
      { memberId: other.id, lesson: null },
    ])
    expect(await findArrivals(admin, '%')).toEqual([])
  })

  test('names what pays for a class of a person who comes without one, while a class is left', async () => {
    const member = await createMember({ name: 'Walk-In Wanda' })
    const paymentOf = async () => (await findArrivals(admin, member.name))[0]!.payment
    expect(await paymentOf()).toBe(null)
    const [orderId] = await giveClasses([member], 1)
    expect(await paymentOf()).toMatchObject({ orderId, given: 1, left: 1 })
    await db.updateTable('allowances').set({ given: 0 }).where('orderId', '=', orderId!).execute()
    expect(await paymentOf()).toBe(null)
  })
})

describe('recordVisit', () => {
  test('counts one visit, however often and from wherever it is sent', async () => {
    const tap = newVisit(noor)
    const sent = await Promise.all([
      recordVisit(admin, tap),
      recordVisit(admin, tap),
      recordVisit(admin, newVisit(noor)),
      recordVisit(admin, newVisit(noor)),
    ])
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await visitsOf(noor)).toHaveLength(1)
    await forget()
  })

  test('counts one visit an hour of somebody who comes to train', async () => {
    const walkIn = await createMember()
    await recordVisit(admin, newVisit(walkIn, null))
    await recordVisit(admin, newVisit(walkIn, null))
    expect(await visitsOf(walkIn)).toHaveLength(1)
    await setClubTime('Europe/Rome', '2026-11-23T07:00:00+01:00')
    await recordVisit(admin, newVisit(walkIn, null))
    expect(await visitsOf(walkIn)).toHaveLength(2)
    await setClubTime('Europe/Rome', '2026-11-23T05:50:00+01:00')
    await forget()
  })

  test('refuses lessons of other days, and people who are not there', async () => {
    const later = await db
      .selectFrom('lessons')
      .where('onDate', '>', '2026-11-23')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await rejectionOf(recordVisit(admin, newVisit(noor, later.id)))).code).toBe('conflict')
    expect((await rejectionOf(recordVisit(admin, newVisit(noor, randomUUID())))).code).toBe('not-found')
    const nobody = { ...newVisit(noor), memberId: randomUUID() }
    expect((await rejectionOf(recordVisit(admin, nobody))).code).toBe('not-found')
    expect((await rejectionOf(recordVisit(admin, { ...newVisit(noor), id: 'x' }))).code).toBe('not-found')
  })

  test('is undone once, and can be recorded again', async () => {
    const tap = newVisit(noor)
    await recordVisit(admin, tap)
    await undoVisit(admin, tap.id)
    await undoVisit(admin, tap.id)
    expect(await visitsOf(noor)).toEqual([])
    expect((await recordVisit(admin, newVisit(noor))).isNew).toBe(true)
    const actions = await db
      .selectFrom('auditEntries')
      .where('action', 'in', ['record visit', 'undo visit'])
      .where('subjectId', '=', noor.id)
      .select('action')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['record visit', 'undo visit'])
    await forget()
  })
})

describe('a walk-in', () => {
  const stateOf = async (lesson: string, { id }: Person) =>
    (
      await db
        .selectFrom('participants')
        .where('lessonId', '=', lesson)
        .where('memberId', '=', id)
        .select(['state', 'attendance'])
        .execute()
    ).map(({ state, attendance }) => [state, attendance])
  let classId: string
  let first: Person
  let second: Person
  beforeAll(async () => {
    ;({ lessonId: classId } = await addClassDate(admin, { inDays: 0, capacity: 1 }))
    first = await createMember()
    second = await createMember()
    await giveClasses([first, second], 1)
  })

  test('is refused without a class left, and always for the hour of another member', async () => {
    const without = await createMember()
    const refused = await rejectionOf(recordVisit(admin, newVisit(without, classId)))
    expect(refused).toMatchObject({ code: 'conflict', message: expect.stringContaining('no class left') })
    expect((await rejectionOf(recordVisit(admin, newVisit(first)))).message).toContain('no place')
    expect(await visitsOf(first)).toEqual([])
  })

  test('takes the last place of a class once, in every order and number of requests of two desks', async () => {
    const taps = [newVisit(first, classId), newVisit(first, classId)]
    // five times each, in an order of no pattern
    const sent = [0, 1, 1, 0, 1, 0, 0, 1, 0, 1].map((desk) => recordVisit(admin, taps[desk]!))
    expect((await Promise.all(sent)).filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await visitsOf(first)).toHaveLength(1)
    expect(await stateOf(classId, first)).toEqual([['booked', 'attended']])
    const { used } = await db
      .selectFrom('allowances')
      .where('memberId', '=', first.id)
      .select('used')
      .executeTakeFirstOrThrow()
    expect(used).toBe(1)
    const refused = await rejectionOf(recordVisit(admin, newVisit(second, classId)))
    expect(refused.message).toBe('All places are taken.')
  })

  test('gives the place back when the visit is undone; a booked place stays', async () => {
    const [visit] = await visitsOf(first)
    await undoVisit(admin, visit!.id)
    expect(await stateOf(classId, first)).toEqual([['cancelled', null]])
    await setClubTime('Europe/Rome', '2026-11-23T05:51:00+01:00')
    await bookClass(second, classId)
    await setClubTime('Europe/Rome', '2026-11-23T05:52:00+01:00')
    const tap = newVisit(second, classId)
    await recordVisit(admin, tap)
    await undoVisit(admin, tap.id)
    expect(await stateOf(classId, second)).toEqual([['booked', null]])
    await setClubTime('Europe/Rome', '2026-11-23T05:50:00+01:00')
  })
})

describe('the code at the door', () => {
  test('changes every 15 seconds, is good for a minute, and records the visit of who reads it', async () => {
    const { code } = await readDoor(admin)
    await setClubTime('Europe/Rome', '2026-11-23T05:50:30+01:00')
    expect((await readDoor(admin)).code).not.toBe(code)
    expect(await readCheckIn(noor, code)).toMatchObject({ isCurrent: true, lessons: [{ lessonId }] })
    await checkIn(noor, { code, visitId: randomUUID(), lessonId })
    expect(await visitsOf(noor)).toMatchObject([{ lessonId, source: 'door', recordedBy: null }])
    await setClubTime('Europe/Rome', '2026-11-23T05:51:15+01:00')
    expect((await readCheckIn(noor, code)).isCurrent).toBe(false)
    expect((await readCheckIn(noor, '\u0000')).isCurrent).toBe(false)
    expect(await findArrivals(admin, '\u0000\u0000')).toEqual([])
    const late = await rejectionOf(checkIn(noor, { code, visitId: randomUUID(), lessonId: null }))
    expect(late.message).toContain('too old')
    await forget()
    await setClubTime('Europe/Rome', '2026-11-23T05:50:00+01:00')
  })

  test('opens no lesson of other people', async () => {
    const { code } = await readDoor(admin)
    const stranger = await createMember()
    expect((await readCheckIn(stranger, code)).lessons).toEqual([])
    const refused = await rejectionOf(checkIn(stranger, { code, visitId: randomUUID(), lessonId }))
    expect(refused.code).toBe('conflict')
    await checkIn(stranger, { code, visitId: randomUUID(), lessonId: null })
    expect(await visitsOf(stranger)).toMatchObject([{ lessonId: null }])
    await forget()
  })

  test('lets people undo their own visit for ten minutes, and nobody else’s', async () => {
    const { code } = await readDoor(admin)
    const visitId = randomUUID()
    await checkIn(noor, { code, visitId, lessonId })
    expect((await rejectionOf(undoOwnVisit(await createMember(), visitId))).code).toBe('not-found')
    await undoOwnVisit(noor, visitId)
    expect(await visitsOf(noor)).toEqual([])
    await checkIn(noor, { code, visitId: randomUUID(), lessonId })
    await sql`update visits set received_at = received_at - interval '11 minutes'`.execute(db)
    const [visit] = await visitsOf(noor)
    expect((await rejectionOf(undoOwnVisit(noor, visit!.id))).code).toBe('conflict')
    await forget()
  })
})
