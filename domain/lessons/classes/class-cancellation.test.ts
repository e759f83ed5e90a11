import { beforeAll, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { removeClass } from '#domain/classes/classes.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { addDays } from '#format/days.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { bookClass } from './class-booking.server.ts'
import { callOffClass, callOffUncoveredClasses } from './class-cancellation.server.ts'
import { endClassTime } from './class-times.server.ts'
import { releaseEndedPlaces } from './released-places.server.ts'

useDatabase()

let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
})

async function memberWithClasses(): Promise<Person & { orderId: string }> {
  const member = await createMember()
  const [orderId] = await giveClasses([member], 5)
  return { ...member, orderId: orderId! }
}

const lessonOf = (id: string) =>
  db
    .selectFrom('lessons')
    .where('id', '=', id)
    .select(['state', 'calledOffBecause', 'taken', 'coverUntil'])
    .executeTakeFirstOrThrow()

async function usedOf(orderId: string): Promise<number> {
  const row = db.selectFrom('allowances').where('orderId', '=', orderId).select('used')
  return (await row.executeTakeFirstOrThrow()).used
}

const lettersTo = async (people: Person[]) =>
  (
    await pool.query<{ letter: string }>(
      'select letter from letters where user_id = any ($1) order by letter',
      [people.map(({ id }) => id)],
    )
  ).rows.map(({ letter }) => letter)

test('a class that its trainer calls off costs nobody, and everybody is told once', async () => {
  const { lessonId, trainer } = await addClassDate(admin, { capacity: 1 })
  const [booked, waiting] = [await memberWithClasses(), await memberWithClasses()]
  await bookClass(booked, lessonId)
  await bookClass(waiting, lessonId)
  const other = await addClassDate(admin)
  await expect(callOffClass(other.trainer.person, lessonId)).rejects.toMatchObject({ code: 'not-found' })
  await expect(callOffClass(booked, lessonId)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await callOffClass(trainer.person, lessonId)).toMatchObject({ people: 2 })
  expect(await lessonOf(lessonId)).toMatchObject({ state: 'called_off', taken: 0 })
  expect(await usedOf(booked.orderId)).toBe(0)
  expect(await lettersTo([booked, waiting])).toEqual(['class-called-off', 'class-called-off'])
  await expect(callOffClass(trainer.person, lessonId)).rejects.toThrow('This class has been called off.')
  await expect(bookClass(booked, lessonId)).rejects.toThrow('This class has been called off.')
})

test('a closure calls off the classes of its days', async () => {
  const { lessonId, day } = await addClassDate(admin, { inDays: 8 })
  const member = await memberWithClasses()
  await bookClass(member, lessonId)
  await closeDays(admin, { fromDay: day, untilDay: day, reason: 'Snow' })
  expect(await lessonOf(lessonId)).toMatchObject({ calledOffBecause: 'closed', taken: 0 })
  expect(await usedOf(member.orderId)).toBe(0)
  expect(await lettersTo([member])).toEqual(['class-called-off'])
})

test('a class of an absent trainer waits for cover, and is called off without', async () => {
  const { lessonId, trainer, day } = await addClassDate(admin, { inDays: 5 })
  const member = await memberWithClasses()
  await bookClass(member, lessonId)
  const absence = { fromDay: day, untilDay: addDays(day, 1) }
  expect(await declareAbsence(trainer.person, absence)).toMatchObject({ toCover: 1, calledOff: 0 })
  expect((await lessonOf(lessonId)).coverUntil).not.toBeNull()
  await callOffUncoveredClasses()
  expect(await lessonOf(lessonId)).toMatchObject({ state: 'planned', taken: 1 })
  await pool.query(`update lessons set cover_until = club_now() where id = $1`, [lessonId])
  await callOffUncoveredClasses()
  expect(await lessonOf(lessonId)).toMatchObject({ calledOffBecause: 'trainer away', taken: 0 })
  expect(await lettersTo([member])).toEqual(['class-called-off'])
})

test('places whose classes ended in another way come back by a job, and the next in line is in', async () => {
  const { lessonId } = await addClassDate(admin, { capacity: 1 })
  const [first, second] = [await memberWithClasses(), await memberWithClasses()]
  await bookClass(first, lessonId)
  await bookClass(second, lessonId)
  await pool.query('update allowances set ended_at = club_now() where order_id = $1', [first.orderId])
  await releaseEndedPlaces()
  const { rows } = await pool.query(
    `select member_id from participants where lesson_id = $1 and state = 'booked'`,
    [lessonId],
  )
  expect(rows).toEqual([{ member_id: second.id }])
  const other = await addClassDate(admin)
  await expect(bookClass(first, other.lessonId)).rejects.toThrow(
    'Choose something from the price list first.',
  )
})

test('a class in the timetable is not removed; one that had times stays for its history', async () => {
  const { classId, classTimeId, trainer } = await addClassDate(admin)
  await expect(removeClass(trainer.person, classId)).rejects.toThrow('End its times first.')
  await endClassTime(admin, classTimeId)
  await removeClass(trainer.person, classId)
  const kept = db.selectFrom('classes').where('id', '=', classId).select('removedAt')
  expect((await kept.executeTakeFirstOrThrow()).removedAt).not.toBeNull()
})
