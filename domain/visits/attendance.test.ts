import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { listOwnPastClasses } from '#domain/lessons/classes/timetable.server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots, type TestTrainer } from '#tests/factories.ts'
import {
  closeList,
  listOpenLists,
  markAllAttended,
  markAttendance,
  readParticipantList,
} from './attendance.server.ts'
import { recordVisit, undoVisit } from './visits.server.ts'

useDatabase()
const morning = '2026-11-23T09:00:00+01:00'
const duringClass = '2026-11-23T18:40:00+01:00'
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', morning)
  admin = await createAdmin()
})

/** A class of today at 18:30, with so many members who booked it. The club's time is ten minutes after its start. */
async function runningClass(
  count: number,
): Promise<{ lessonId: string; trainer: TestTrainer; members: Person[] }> {
  await setClubTime('Europe/Rome', morning)
  const { lessonId, trainer } = await addClassDate(admin, { inDays: 0 })
  const members = await Promise.all(Array.from({ length: count }, () => createMember()))
  await giveClasses(members, 5)
  for (const member of members) await bookClass(member, lessonId)
  await setClubTime('Europe/Rome', duringClass)
  return { lessonId, trainer, members }
}

const placesOf = async (actor: Person, lessonId: string) =>
  new Map((await readParticipantList(actor, lessonId)).participants.map((each) => [each.memberId, each]))
const idOf = async (actor: Person, lessonId: string, { id }: Person) =>
  (await placesOf(actor, lessonId)).get(id)!.participantId
const usedOf = async ({ id }: Person) =>
  (await db.selectFrom('allowances').where('memberId', '=', id).select('used').executeTakeFirstOrThrow()).used
const visitsOf = async ({ id }: Person) =>
  db.selectFrom('visits').where('memberId', '=', id).where('undoneAt', 'is', null).selectAll().execute()

describe('markAttendance', () => {
  test('one tap marks who came, and records their visit once', async () => {
    const { lessonId, trainer, members } = await runningClass(2)
    const [first] = members as [Person, Person]
    const participantId = await idOf(trainer.person, lessonId, first)
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'attended' })
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'attended' })
    expect(await visitsOf(first)).toMatchObject([
      { lessonId, source: 'trainer', recordedBy: trainer.person.id },
    ])
    expect((await placesOf(trainer.person, lessonId)).get(first.id)).toMatchObject({ attendance: 'attended' })
    await markAttendance(trainer.person, lessonId, { participantId, attendance: null })
    expect(await visitsOf(first)).toEqual([])
  })

  test('a check-in at the desk is a mark on the trainer’s list', async () => {
    const { lessonId, trainer, members } = await runningClass(1)
    await recordVisit(admin, { id: crypto.randomUUID(), memberId: members[0]!.id, lessonId })
    expect((await placesOf(trainer.person, lessonId)).get(members[0]!.id)).toMatchObject({
      attendance: 'attended',
    })
  })

  test('a missed class counts as used until it is excused', async () => {
    const { lessonId, trainer, members } = await runningClass(1)
    const [member] = members as [Person]
    const participantId = await idOf(trainer.person, lessonId, member)
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'missed' })
    expect(await usedOf(member)).toBe(1)
    expect(await listOwnPastClasses(member)).toMatchObject([{ id: lessonId, ownAttendance: 'missed' }])
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'excused' })
    expect(await usedOf(member)).toBe(0)
  })

  test('an excuse cannot be withdrawn once the class was used for another one', async () => {
    const { lessonId, trainer, members } = await runningClass(1)
    const [member] = members as [Person]
    const participantId = await idOf(trainer.person, lessonId, member)
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'excused' })
    await pool.query('update allowances set given = 0 where member_id = $1', [member.id])
    await expect(
      markAttendance(trainer.person, lessonId, { participantId, attendance: 'attended' }),
    ).rejects.toThrow('has used this class for another one since')
  })

  test('is refused before the list opens, after it closed, and to other trainers', async () => {
    const { lessonId, trainer, members } = await runningClass(1)
    const participantId = await idOf(trainer.person, lessonId, members[0]!)
    const came = { participantId, attendance: 'attended' } as const
    const other = await createTrainerWithSlots(1)
    await expect(markAttendance(other.person, lessonId, came)).rejects.toMatchObject({ code: 'not-found' })
    await expect(markAttendance(members[0]!, lessonId, came)).rejects.toMatchObject({ code: 'forbidden' })
    await setClubTime('Europe/Rome', morning)
    await expect(markAttendance(trainer.person, lessonId, came)).rejects.toThrow(
      'The list opens an hour before',
    )
    await setClubTime('Europe/Rome', '2026-11-24T20:00:00+01:00')
    await expect(markAttendance(trainer.person, lessonId, came)).rejects.toThrow('This list is closed')
    // the office corrects it for two weeks, and the visit is of the day of the class
    await markAttendance(admin, lessonId, came)
    expect((await visitsOf(members[0]!))[0]!.cameAt.toISOString()).toBe('2026-11-23T18:15:00.000Z')
  })
})

describe('closeList', () => {
  test('marks the rest as missed, and takes the class from the trainer’s open lists', async () => {
    const { lessonId, trainer, members } = await runningClass(3)
    const openOf = async () => (await listOpenLists(trainer.person)).map((list) => list.lessonId)
    expect(await openOf()).toContain(lessonId)
    const participantId = await idOf(trainer.person, lessonId, members[0]!)
    await markAttendance(trainer.person, lessonId, { participantId, attendance: 'attended' })
    expect(await closeList(trainer.person, lessonId)).toBe(2)
    expect(await closeList(trainer.person, lessonId)).toBe(0)
    expect(await openOf()).not.toContain(lessonId)
  })

  test('everyone can be marked at once', async () => {
    const { lessonId, trainer, members } = await runningClass(3)
    expect(await markAllAttended(trainer.person, lessonId)).toBe(3)
    expect(await visitsOf(members[2]!)).toHaveLength(1)
  })
})

test('a place that was checked in is given back once that is undone at the desk, and can be called off', async () => {
  await setClubTime('Europe/Rome', morning)
  const { lessonId, trainer } = await addClassDate(admin, { inDays: 0 })
  const members = [await createMember(), await createMember()] as const
  await giveClasses([...members], 5)
  const visits = []
  for (const member of members) await bookClass(member, lessonId)
  await setClubTime('Europe/Rome', '2026-11-23T17:30:00+01:00')
  for (const member of members) {
    const visit = { id: crypto.randomUUID(), memberId: member.id, lessonId }
    visits.push((await recordVisit(admin, visit)).id)
  }
  await expect(giveBackClass(members[0], lessonId)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('You came to this class'),
  })
  expect(await usedOf(members[0])).toBe(1)
  await undoVisit(admin, visits[0]!)
  expect(await giveBackClass(members[0], lessonId)).toMatchObject({ state: 'late' })
  expect(await callOffClass(trainer.person, lessonId)).toMatchObject({ people: 1 })
})
