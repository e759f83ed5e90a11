import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { cancelLesson, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { sendLessonReminders } from './lesson-reminders.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let buyer: Person
let bookingId: string
let trainer: Person
beforeAll(() => void (sandbox = useSandbox()))
// Fixture: bought on a Friday; Mondays, Wednesdays and Fridays at 06:00, from the 23rd on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, closures cascade',
  )
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const { slots, person } = await createTrainerWithSlots(2, { name: 'Mira Okafor' })
  trainer = person
  ;({ buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id))
})
afterAll(() => setClubTime('UTC'))

/** Runs the job three times, as several processes would. Returns the subjects of the letters. */
async function remindAt(moment: string): Promise<string[]> {
  await setClubTime('Europe/Rome', moment)
  await pool.query(`delete from letters`)
  for (let round = 0; round < 3; round += 1) await sendLessonReminders()
  const letters = await db
    .selectFrom('letters')
    .where('letter', '=', 'hours-ahead')
    .select('subject')
    .orderBy('subject', 'desc')
    .execute()
  return letters.map(({ subject }) => subject)
}
const lessonOn = async (onDate: string) => {
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).where('onDate', '=', onDate)
  return (await lessons.select('id').executeTakeFirstOrThrow()).id
}

test('on a Sunday evening the hours of the week are told in one letter', async () => {
  expect(await remindAt('2026-11-22T17:59:59+01:00')).toEqual([])
  expect(await remindAt('2026-11-22T18:00:00+01:00')).toEqual(['Your week: 3 hours, from Mon 23 Nov, 06:00'])
})

test('an hour of every week is not told again the evening before', async () => {
  expect(await remindAt('2026-11-24T18:00:00+01:00')).toEqual([])
})

test('the first hour of a month is told, and one that was moved', async () => {
  await moveLesson(buyer, await lessonOn('2026-11-27'), { day: '2026-11-25', startHour: 7 })
  expect(await remindAt('2026-11-24T18:00:00+01:00')).toEqual(['Tomorrow: Wednesday 25 Nov, 07:00'])
  await pool.query(
    `update lessons set on_date = on_date + 1 where booking_id = $1 and on_date = '2026-11-23'`,
    [bookingId],
  )
  expect(await remindAt('2026-11-23T20:00:00+01:00')).toEqual(['Tomorrow: Tuesday 24 Nov, 06:00'])
})

test('an hour that was given back is not told', async () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-27']) await cancelLesson(buyer, await lessonOn(day))
  expect(await remindAt('2026-11-22T18:00:00+01:00')).toEqual([])
})

/** The rows of the last reminder, day and what it says of it. */
async function rowsOfReminder(moment: string, { id } = buyer): Promise<string> {
  await remindAt(moment)
  const letter = db
    .selectFrom('letters')
    .where('letter', '=', 'hours-ahead')
    .where('userId', '=', id)
    .select('text')
  return (await letter.executeTakeFirst())?.text ?? 'no letter'
}

test('an hour whose trainer is away and that waits for cover is told as not settled, with the time of the answer', async () => {
  await setClubTime('Europe/Rome', '2026-11-21T12:00:00+01:00')
  await declareAbsence(trainer, { fromDay: '2026-11-24', untilDay: '2026-11-25' })
  const text = await rowsOfReminder('2026-11-22T18:00:00+01:00')
  expect(text).toMatch(/Mon 23 Nov, 06:00:? +Mira Okafor\n/)
  expect(text).toMatch(
    /Wed 25 Nov, 06:00:? +Not settled: Mira Okafor is away\. You hear by Tuesday, 24 Nov 2026, \d\d:\d\d\n/,
  )
  expect(text.replaceAll('\n', ' ')).toContain('we are asking the other trainers to give the hour.')
})

test('an hour that another trainer gives is told with both names', async () => {
  await setClubTime('Europe/Rome', '2026-11-21T12:00:00+01:00')
  const yuki = await createTrainerWithSlots(1, { name: 'Yuki Tanabe' })
  await declareAbsence(trainer, { fromDay: '2026-11-25', untilDay: '2026-11-25' })
  await takeCover(yuki.person, await lessonOn('2026-11-25'))
  expect(await rowsOfReminder('2026-11-22T18:00:00+01:00')).toMatch(
    /Wed 25 Nov, 06:00:? +Yuki Tanabe, for Mira Okafor\n/,
  )
})

test('an hour that nobody took in time, and one on a closed day, are not told', async () => {
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  await closeDays(await createAdmin(), { fromDay: '2026-11-25', untilDay: '2026-11-25', reason: 'Works' })
  await declareAbsence(trainer, { fromDay: '2026-11-23', untilDay: '2026-11-23' })
  // the time to take it is over, and the job that calls it off has not run
  await pool.query(
    `update lessons set cover_until = '2026-11-22T17:59:00+01:00' where cover_until is not null`,
  )
  const text = await rowsOfReminder('2026-11-22T18:00:00+01:00')
  expect(text).toContain('Fri 27 Nov, 06:00')
  expect(text).not.toMatch(/2[35] Nov/)
})

test('a booked class is told the evening before and in the week, and one that is waited for or was given back is not', async () => {
  const admin = await createAdmin()
  const first = { inDays: 4, capacity: 1 }
  const { lessonId } = await addClassDate(admin, first)
  const full = await addClassDate(admin, { ...first, startsAt: '20:00' })
  await giveClasses([buyer, trainer], 5)
  await bookClass(buyer, lessonId)
  await bookClass(trainer, full.lessonId)
  await bookClass(buyer, full.lessonId)
  expect(await remindAt('2026-11-22T18:00:00+01:00')).toEqual([
    'Your week: 3 hours and 1 class, from Mon 23 Nov, 06:00',
    'Your week: 1 class, from Tue 24 Nov, 20:00',
  ])
  const text = await rowsOfReminder('2026-11-23T18:00:00+01:00', buyer)
  expect(text).toMatch(/Tue 24 Nov, 18:30:? +Night Ride\. Mira Okafor\n/)
  expect(text.replaceAll('\n', ' ')).toContain(
    'Night Ride can be given back at no cost until Tuesday, 24 Nov 2026, 15:30.',
  )
  await giveBackClass(buyer, lessonId)
  expect(await rowsOfReminder('2026-11-23T18:00:00+01:00', buyer)).toBe('no letter')
})
