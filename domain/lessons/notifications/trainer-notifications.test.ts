import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { callOffLesson, cancelLesson, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { sendMakeUpReminders } from '#domain/lessons/reminders/make-up-reminders.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let trainer: Person
let buyer: Person
let bookingId: string
let otherSlotId: string
beforeAll(() => void (sandbox = useSandbox()))
// Fixture: Mira gives Mondays, Wednesdays and Fridays. Ada has the slot at 06:00, from Monday the 23rd on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, closures, received_intents, activities, letters cascade',
  )
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const { person, slots } = await createTrainerWithSlots(2)
  trainer = person
  otherSlotId = slots[1]!.id
  ;({ buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id))
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const lessonOn = async (onDate: string) => {
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).where('onDate', '=', onDate)
  return (await lessons.select('id').executeTakeFirstOrThrow()).id
}
const lettersTo = async ({ id }: Person, letter: string) => {
  const letters = db.selectFrom('letters').where('userId', '=', id).where('letter', '=', letter)
  return letters.select(['subject', 'text']).orderBy('queuedAt').orderBy('cause').execute()
}
const subjectsTo = async (person: Person, letter: string) =>
  (await lettersTo(person, letter)).map(({ subject }) => subject)

test('a trainer is told by one letter of every hour that a member gives back, moves, chooses or pauses', async () => {
  const subjectsAfter = async (act: () => Promise<unknown>) => {
    await pool.query('delete from letters')
    await act()
    return subjectsTo(trainer, 'hours-changed')
  }
  const [monday, wednesday] = [await lessonOn('2026-11-23'), await lessonOn('2026-11-25')]
  expect(await subjectsAfter(() => cancelLesson(buyer, monday))).toEqual(['Given back: Mon 23 Nov, 06:00'])
  const [makeUp] = await listMakeUps(buyer)
  const free = { day: '2026-11-23', startHour: 7 }
  expect(await subjectsAfter(() => redeemMakeUp(buyer, makeUp!.id, free))).toEqual([
    'Chosen: Mon 23 Nov, 07:00',
  ])
  const move = () => moveLesson(buyer, wednesday, { day: '2026-11-25', startHour: 7 })
  expect(await subjectsAfter(move)).toEqual(['Moved: Wed 25 Nov, 07:00'])
  const [letter] = await lettersTo(trainer, 'hours-changed')
  expect(letter!.text).toMatch(
    /Wed 25 Nov, 06:00: Ada Moss isn’t coming\s+Wed 25 Nov, 07:00: Ada Moss is coming/,
  )
  const pause = () => pauseMonth(buyer, bookingId, { fromDay: '2026-11-28', untilDay: '2026-12-04' })
  expect(await subjectsAfter(pause)).toEqual(['Paused: 3 hours'])
})

test('a trainer who was told that a member comes is told as well when they do not come after all', async () => {
  await cancelLesson(buyer, await lessonOn('2026-11-23'))
  const [makeUp] = await listMakeUps(buyer)
  const chosen = await redeemMakeUp(buyer, makeUp!.id, { day: '2026-11-23', startHour: 7 })
  await cancelLesson(buyer, chosen.lessonId)
  const free = { day: '2026-11-25', startHour: 7 }
  const moved = await moveLesson(buyer, await lessonOn('2026-11-25'), free)
  await callOffLesson(await createAdmin(), moved.lessonId)
  expect((await subjectsTo(trainer, 'hours-changed')).toSorted()).toEqual([
    'Called off: Wed 25 Nov, 07:00',
    'Chosen: Mon 23 Nov, 07:00',
    'Given back: Mon 23 Nov, 06:00',
    'Given back: Mon 23 Nov, 07:00',
    'Moved: Wed 25 Nov, 07:00',
  ])
})

test('a trainer is told of days that the club closes and of hours that the office calls off, and not of their own acts', async () => {
  const admin = await createAdmin()
  await closeDays(admin, { fromDay: '2026-11-30', untilDay: '2026-12-02', reason: 'New floor' })
  await callOffLesson(admin, await lessonOn('2026-11-25'))
  await callOffLesson(trainer, await lessonOn('2026-11-27'))
  expect((await subjectsTo(trainer, 'hours-changed')).toSorted()).toEqual([
    'Called off: Wed 25 Nov, 06:00',
    'Closed: 2 hours',
  ])
})

test('a trainer is told by one letter of all hours that are given up when the money of a month goes back', async () => {
  await cancelLesson(buyer, await lessonOn('2026-11-25'))
  await pool.query('delete from letters')
  const { rows } = await pool.query(`select from lessons where booking_id = $1 and state = 'planned'`, [
    bookingId,
  ])
  await coolOff(buyer, bookingId)
  const letters = await lettersTo(trainer, 'hours-changed')
  expect(letters.map(({ subject }) => subject)).toEqual([`Given up: ${rows.length} hours`])
  expect(letters[0]!.text).toMatch(/Mon 23 Nov, 06:00: Ada Moss isn’t coming\s+Fri 27 Nov, 06:00/)
})

test('a date that was moved is confirmed to its member by mail, with the day it left', async () => {
  await moveLesson(buyer, await lessonOn('2026-11-25'), { day: '2026-11-27', startHour: 7 })
  const [letter, ...others] = await lettersTo(buyer, 'hour-moved')
  expect([letter?.subject, others]).toEqual(['Moved to Fri 27 Nov, 07:00', []])
  expect(letter?.text).toContain('instead of Wednesday 25 Nov at 06:00')
})

test('make-ups that run out within a week are told once, together and by day; used ones are not', async () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-27'])
    await callOffLesson(trainer, await lessonOn(day))
  const subjectsAfter = async (moment: string) => {
    await setClubTime('Europe/Rome', moment)
    for (let round = 0; round < 2; round += 1) await sendMakeUpReminders()
    return subjectsTo(buyer, 'make-ups-end')
  }
  const [first] = await listMakeUps(buyer)
  await redeemMakeUp(buyer, first!.id, { day: '2026-11-23', startHour: 7 })
  // valid until Saturday 9 and Monday 11 January
  expect(await subjectsAfter('2027-01-01T23:00:00+01:00')).toEqual([])
  expect(await subjectsAfter('2027-01-02T06:59:00+01:00')).toEqual([])
  const subjects = ['Use your 2 make-ups, the first by Sat 9 Jan']
  expect(await subjectsAfter('2027-01-02T07:00:00+01:00')).toEqual(subjects)
  expect(await subjectsAfter('2027-01-08T07:00:00+01:00')).toEqual(subjects)
  await pool.query(`delete from letters where letter = 'make-ups-end'`)
  await pool.query(`update members set unwanted_letters = '{reminders}' where user_id = $1`, [buyer.id])
  expect(await subjectsAfter('2027-01-09T12:00:00+01:00')).toEqual([])
})

test.each([
  ['over noon', '12:00', '14:00', '12:30', '14:00'],
  ['never', '21:00', '21:00', null, '03:00'],
])(
  'make-ups that run out are told of outside of the quiet hours, which are %s',
  async (_, from, until, quiet, loud) => {
    await callOffLesson(trainer, await lessonOn('2026-11-23'))
    await sql`insert into policies (quiet_from, quiet_until) values (${from}::time, ${until}::time)`.execute(
      db,
    )
    const subjectsAfter = async (time: string) => {
      await setClubTime('Europe/Rome', `2027-01-02T${time}:00+01:00`)
      await sendMakeUpReminders()
      return (await subjectsTo(buyer, 'make-ups-end')).length
    }
    if (quiet !== null) expect(await subjectsAfter(quiet)).toBe(0)
    expect(await subjectsAfter(loud)).toBe(1)
    await pool.query('insert into policies default values')
  },
)

test('a trainer is told by one letter of every month that is sold, renewed or given for nothing, with its first date', async () => {
  const soldTo = async (id: string) => {
    const letters = await lettersTo(trainer, 'hour-sold')
    const { name } = await db
      .selectFrom('users')
      .where('id', '=', id)
      .select('name')
      .executeTakeFirstOrThrow()
    await pool.query(`delete from letters where letter = 'hour-sold'`)
    return letters.map(({ subject, text }) => [
      subject.replace(name, 'Noor'),
      text
        ?.replaceAll(/\s+/g, ' ')
        .replace(name, 'Noor')
        .match(/(Noor (?:has|keeps) .*?\.) .*First hour: (\S+ \d+ \S+),/)
        ?.slice(1),
    ])
  }
  expect(await soldTo(buyer.id)).toEqual([
    ['Sold: 06:00, Noor', ['Noor has your hour at 06:00 for a month.', 'Monday 23 Nov']],
  ])
  await setClubTime('Europe/Rome', '2026-12-14T03:40:00+01:00')
  const renewed = (await renewBooking(buyer, bookingId)).bookingId
  const admin = await createAdmin()
  await takePayment(admin, renewed, { plan: 'gold', method: 'cash' })
  expect(await soldTo(buyer.id)).toEqual([
    ['Renewed: 06:00, Noor', ['Noor keeps your hour at 06:00 for another month.', 'Monday 21 Dec']],
  ])
  const free = await createHold('gold', otherSlotId)
  const gift = { discountCents: 7_000, discountReason: 'Free trial' }
  await takePayment(admin, free.bookingId, { plan: 'gold', method: 'cash', ...gift })
  expect(await soldTo(free.buyer.id)).toEqual([
    ['Sold: 07:00, Noor', ['Noor has your hour at 07:00 for a month.', 'Wednesday 16 Dec']],
  ])
})
