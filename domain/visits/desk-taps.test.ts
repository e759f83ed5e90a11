import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Attendance } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { closeList, markAttendance, readParticipantList } from './attendance.server.ts'
import type { ArrivalTap, DeskTap } from './desk-taps.input.ts'
import { takeDeskTaps } from './desk-taps.server.ts'
import { recordVisit } from './visits.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T18:20:00+01:00')
  admin = await createAdmin()
})

const tapOf = (member: Person, lessonId: string | null, secondsAgo: number): ArrivalTap => ({
  id: randomUUID(),
  memberId: member.id,
  lessonId,
  secondsAgo,
})

/** Five copies of each entry, in an order that depends on `seed`. */
function shuffled<Entry>(entries: Entry[], seed: number): Entry[] {
  const all = Array.from({ length: 5 }, () => entries).flat()
  return all
    .map((entry, place) => ({ entry, rank: Math.imul((place + 1) * seed, 0x9e_37_79_b1) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
}

const visitsOf = ({ id }: Person) =>
  db.selectFrom('visits').where('memberId', '=', id).select(['lessonId', 'cameAt']).execute()

describe('takeDeskTaps', () => {
  test('two desks without a connection that checked one member into the last place agree, in whatever order they send', async () => {
    for (const seed of [1, 7, 23]) {
      const { lessonId } = await addClassDate(admin, { inDays: 0, capacity: 1 })
      const member = await createMember()
      await giveClasses([member], 1)
      const desks = [[tapOf(member, lessonId, 300)], [tapOf(member, lessonId, 420)]]
      const sent = await Promise.all(shuffled(desks, seed).map((taps) => takeDeskTaps(admin, taps)))
      expect(sent.flat().filter(({ message }) => message !== null)).toEqual([])
      expect(await visitsOf(member)).toEqual([{ lessonId, cameAt: new Date('2026-11-23T18:13:00+01:00') }])
      const lesson = await db
        .selectFrom('lessons')
        .where('id', '=', lessonId)
        .select('taken')
        .executeTakeFirstOrThrow()
      expect(lesson.taken).toBe(1)
    }
  })

  test('loses no visit: whom the class has no place for counts as here to train, once', async () => {
    const { lessonId } = await addClassDate(admin, { inDays: 0, capacity: 1 })
    const people = [await createMember(), await createMember()]
    await giveClasses(people, 1)
    const taps = people.map((person) => tapOf(person, lessonId, 60))
    const sent = await Promise.all(shuffled(taps, 3).map((tap) => takeDeskTaps(admin, [tap])))
    const refused = sent.flat().filter(({ message }) => message?.startsWith('All places are taken.'))
    expect(new Set(refused.map(({ id }) => id)).size).toBe(1)
    const visits = (await Promise.all(people.map(visitsOf))).flat()
    expect(visits).toHaveLength(2)
    expect(new Set(visits.map((visit) => visit.lessonId))).toEqual(new Set([lessonId, null]))
  })

  test('refuses taps of another day, too many at once, and people without the permission', async () => {
    const member = await createMember()
    const old = { ...tapOf(member, null, 0), secondsAgo: 86_401 }
    expect((await rejectionOf(takeDeskTaps(admin, [old]))).code).toBe('invalid')
    expect((await rejectionOf(takeDeskTaps(admin, 'taps'))).code).toBe('invalid')
    const many = Array.from({ length: 101 }, () => tapOf(member, null, 0))
    expect((await rejectionOf(takeDeskTaps(admin, many))).code).toBe('invalid')
    expect((await rejectionOf(takeDeskTaps(member, []))).code).toBe('forbidden')
    expect(await takeDeskTaps(admin, [tapOf({ ...member, id: randomUUID() }, null, 0)])).toMatchObject([
      { message: expect.stringContaining('found') },
    ])
  })
})

/** A class that began ten minutes ago, with one member; and the mark of a tap on its list. */
async function runningList() {
  await setClubTime('Europe/Rome', '2026-11-23T12:00:00+01:00')
  const { lessonId, trainer } = await addClassDate(admin, { inDays: 0 })
  const member = await createMember()
  await giveClasses([member], 1)
  await bookClass(member, lessonId)
  await setClubTime('Europe/Rome', '2026-11-23T18:40:00+01:00')
  const read = async () => (await readParticipantList(admin, lessonId)).participants[0]!
  const { participantId } = await read()
  return {
    lessonId,
    member,
    trainer: trainer.person,
    participantId,
    attendance: async () => (await read()).attendance,
    tap: (attendance: Attendance | null, secondsAgo: number): DeskTap => ({
      id: randomUUID(),
      participantId,
      lessonId,
      attendance,
      secondsAgo,
    }),
  }
}

describe('taps on the list of a lesson', () => {
  test('the last word of a trainer counts, in whatever order and however often their taps arrive', async () => {
    for (const seed of [1, 5, 11]) {
      const { trainer, member, attendance, tap } = await runningList()
      const taps = [tap('missed', 240), tap('attended', 180), tap('missed', 60)]
      for (const sent of shuffled(taps, seed)) {
        expect(await takeDeskTaps(trainer, [sent])).toEqual([{ id: sent.id, message: null }])
      }
      expect(await attendance()).toBe('missed')
      const standing = await db
        .selectFrom('visits')
        .where('memberId', '=', member.id)
        .where('undoneAt', 'is', null)
        .select('id')
        .execute()
      expect(standing).toEqual([])
    }
  })

  test('whom the desk saw came, though the trainer missed them without a connection', async () => {
    const { trainer, member, lessonId, attendance, tap } = await runningList()
    await recordVisit(admin, { id: randomUUID(), memberId: member.id, lessonId })
    await takeDeskTaps(trainer, [tap('missed', 60)])
    expect(await attendance()).toBe('attended')
  })

  test('whom the trainer saw without a connection came, though the list was closed since', async () => {
    const { trainer, member, lessonId, attendance, tap } = await runningList()
    expect(await closeList(trainer, lessonId)).toBe(1)
    expect(await attendance()).toBe('missed')
    await takeDeskTaps(trainer, [tap('attended', 300)])
    expect(await attendance()).toBe('attended')
    expect(await visitsOf(member)).toEqual([{ lessonId, cameAt: new Date('2026-11-23T18:35:00+01:00') }])
  })

  test('a late tap changes nothing that the same trainer marked since', async () => {
    const { trainer, lessonId, participantId, attendance, tap } = await runningList()
    await markAttendance(trainer, lessonId, { participantId, attendance: 'attended' })
    await takeDeskTaps(trainer, [tap('missed', 60)])
    expect(await attendance()).toBe('attended')
  })

  test('a trainer’s check-ins stay on the device, and a tap that the list refuses says why', async () => {
    const { trainer, member, lessonId, tap } = await runningList()
    expect(await takeDeskTaps(trainer, [tapOf(member, lessonId, 60)])).toEqual([])
    expect(await visitsOf(member)).toEqual([])
    await setClubTime('Europe/Rome', '2026-11-25T18:40:00+01:00')
    expect(await takeDeskTaps(trainer, [tap('attended', 60)])).toMatchObject([
      { message: expect.stringContaining('closed') },
    ])
  })
})
