import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import type { DeskTap } from './desk-taps.input.ts'
import { takeDeskTaps } from './desk-taps.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T18:20:00+01:00')
  admin = await createAdmin()
})

const tapOf = (member: Person, lessonId: string | null, secondsAgo: number): DeskTap => ({
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
