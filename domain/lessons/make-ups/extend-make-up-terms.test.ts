import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { callOffLesson, cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { sendMakeUpReminders } from '#domain/lessons/reminders/make-up-reminders.server.ts'
import { extendMonth } from '#domain/months/extending.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { extendMakeUpTerms } from './extend-make-up-terms.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from './make-ups.server.ts'

useDatabase({ connections: 1 })
const sandbox = useSandbox()
let admin: Person
let buyer: Person
let bookingId: string
let trainer: TestTrainer
beforeAll(async () => void (admin = await createAdmin()))
// Mira gives hours at 06:00 and 07:00 on Mondays, Wednesdays and Fridays; Ada has 06:00 until 20 December.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, closures, trainers cascade',
  )
  await pool.query(`update members set role = 'member' where role = 'trainer'`)
  await moveTo('2026-11-20')
  trainer = await createTrainerWithSlots(2)
  ;({ buyer, bookingId } = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id))
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const moveTo = (day: string) => setClubTime('Europe/Rome', `${day}T12:00:00+01:00`)
const lessonOn = async (day: string) => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from lessons where booking_id = $1 and on_date = $2 and state = 'planned'`,
    [bookingId, day],
  )
  return rows[0]!.id
}
const endsOf = async () => (await listMakeUps(buyer)).map(({ fromDate, until }) => `${fromDate} ${until}`)
/** Runs the job at noon of each day after the first, up to and including the last. */
async function passDays(first: string, last: string): Promise<void> {
  const { rows } = await pool.query<{ day: string }>(
    `select d::date::text as day from generate_series($1::date + 1, $2::date, interval '1 day') d`,
    [first, last],
  )
  for (const { day } of rows) {
    await moveTo(day)
    await extendMakeUpTerms()
  }
}
const firstOffer = async () => {
  const [makeUp] = await listMakeUps(buyer)
  return (await listDatesForMakeUp(buyer, makeUp!.id)).hours
}

test('the term of a make-up begins on the date it stands for, whenever that was called off', async () => {
  await extendMonth(admin, bookingId, { days: 31, reason: 'Was ill' })
  await closeDays(admin, { fromDay: '2027-01-18', untilDay: '2027-01-20', reason: 'Works' })
  await callOffLesson(trainer.person, await lessonOn('2027-01-15'))
  await pauseMonth(buyer, bookingId, { fromDay: '2027-01-11', untilDay: '2027-01-11' })
  await cancelLesson(buyer, await lessonOn('2027-01-13'))
  expect(await endsOf()).toEqual([
    // given back by the member: from that day on
    '2027-01-13 2027-01-04',
    '2027-01-11 2027-02-25',
    '2027-01-15 2027-03-01',
    '2027-01-18 2027-03-04',
    '2027-01-20 2027-03-06',
  ])
})

test('while its trainer is away, a make-up of the club can be used with others, and the member’s own cannot', async () => {
  const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  await cancelLesson(buyer, await lessonOn('2026-11-23'))
  await callOffLesson(trainer.person, await lessonOn('2026-11-27'))
  await declareAbsence(trainer.person, { fromDay: '2026-11-20', untilDay: '2026-12-20' })
  const [own, ofClub] = await listMakeUps(buyer)
  expect((await listDatesForMakeUp(buyer, own!.id)).hours).toEqual([])
  const { hours } = await listDatesForMakeUp(buyer, ofClub!.id)
  // Ada's own hours at 06:00 still wait for cover
  expect(hours.map(({ day, startHour, trainerName }) => `${day} ${startHour} ${trainerName}`)).toEqual([
    '2026-11-23 6 Theo Marchetti',
    '2026-11-27 6 Theo Marchetti',
  ])
  const { day, startHour } = hours[0]!
  await expect(redeemMakeUp(buyer, own!.id, { day, startHour, trainerId: theo.trainerId })).rejects.toThrow()
  await redeemMakeUp(buyer, ofClub!.id, { day, startHour, trainerId: theo.trainerId })
})

test('while its own trainer has a free hour, a make-up is used with that trainer only', async () => {
  const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  await callOffLesson(trainer.person, await lessonOn('2026-11-23'))
  const hours = await firstOffer()
  expect(new Set(hours.map(({ trainerName }) => trainerName))).toEqual(new Set(['Mira Okafor']))
  const [makeUp] = await listMakeUps(buyer)
  await expect(
    redeemMakeUp(buyer, makeUp!.id, { day: '2026-11-23', startHour: 6, trainerId: theo.trainerId }),
  ).rejects.toThrow('Someone was faster')
})

test('the term of a make-up of the club stands still while no hour can be chosen, and goes on after that', async () => {
  await callOffLesson(trainer.person, await lessonOn('2026-11-23'))
  await cancelLesson(buyer, await lessonOn('2026-11-25'))
  expect(await endsOf()).toEqual(['2026-11-25 2027-01-04', '2026-11-23 2027-01-07'])
  // no other trainer gives hours; from 18 December on those after the absence can be chosen
  await declareAbsence(trainer.person, { fromDay: '2026-11-21', untilDay: '2026-12-22' })
  await passDays('2026-11-20', '2026-12-15')
  expect(await endsOf()).toEqual(['2026-11-25 2027-01-04', '2026-11-23 2027-02-01'])
  await passDays('2026-12-15', '2026-12-20')
  expect(await endsOf()).toEqual(['2026-11-25 2027-01-04', '2026-11-23 2027-02-01'])
  expect(await firstOffer()).not.toEqual([])
})

test('and would be lost without the job, which an invariant reports', async () => {
  await callOffLesson(trainer.person, await lessonOn('2026-11-23'))
  await moveTo('2026-12-20')
  await declareAbsence(trainer.person, { fromDay: '2026-12-21', untilDay: '2027-01-20' })
  await moveTo('2027-01-10')
  expect(await endsOf()).toEqual([])
  expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toEqual([
    'no make-up owed by the club expired while its member could choose no hour',
  ])
  await extendMakeUpTerms()
  expect(await endsOf()).toEqual(['2026-11-23 2027-02-27'])
})

test('the letter before the end tells only of what can be chosen, and none is written while nothing can', async () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-27'])
    await callOffLesson(trainer.person, await lessonOn(day))
  await declareAbsence(trainer.person, { fromDay: '2027-01-01', untilDay: '2027-01-24' })
  await passDays('2026-11-20', '2027-01-05')
  await sendMakeUpReminders()
  const letters = async () =>
    (
      await pool.query<{ subject: string; text: string }>(
        `select subject, text from letters where letter = 'make-ups-end'`,
      )
    ).rows
  expect(await letters()).toEqual([])
  await passDays('2027-01-05', '2027-01-19')
  await sendMakeUpReminders()
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('Use your 3 make-ups, the first by Tue 26 Jan')
  expect(letter?.text).toContain('In the next few days 2 hours are free.')
})
