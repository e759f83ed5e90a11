import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { cancelLesson, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { sendLessonReminders } from './lesson-reminders.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let buyer: Person
let bookingId: string
beforeAll(() => void (sandbox = useSandbox()))
// Fixture: bought on a Friday; Mondays, Wednesdays and Fridays at 06:00, from the 23rd on.
beforeEach(async () => {
  await pool.query('truncate bookings, payments, received_intents, activities, letters cascade')
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const { slots } = await createTrainerWithSlots(2)
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
    .execute()
  return letters.map(({ subject }) => subject)
}
const lessonOn = async (onDate: string) => {
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).where('onDate', '=', onDate)
  return (await lessons.select('id').executeTakeFirstOrThrow()).id
}

test('on a Sunday evening the hours of the week are told in one letter', async () => {
  expect(await remindAt('2026-11-22T17:59:59+01:00')).toEqual([])
  expect(await remindAt('2026-11-22T18:00:00+01:00')).toEqual([
    'Your week: 3 hours, the first on Monday 23 Nov, 06:00',
  ])
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
