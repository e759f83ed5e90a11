import { expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { callOffLesson, cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { listDates } from './lesson-dates.server.ts'

// Runs several transactions on their own connections. Each test observes the wait before it releases the lock.

useDatabase()

test('a month that is paid while days are being closed has no hour on them', async () => {
  const { id } = await createAdmin()
  const door = await pool.connect()
  // three days, at least one of which is a working day of the trainer
  await door.query(`begin; select advisory_lock('days off');
    insert into closures (from_day, until_day, reason, set_by)
    values (club_today() + 7, club_today() + 9, 'Holiday', '${id}')`)
  const paying = createPaidBooking(useSandbox())
  await waitForLocks(1)
  await door.query('commit')
  door.release()
  const { buyer, bookingId } = await paying
  const { rows } = await pool.query<{ day: string }>(
    'select (club_today() + days)::text as day from generate_series(7, 9) days',
  )
  const closed = (await listDates(buyer, bookingId)).filter(({ day }) => rows.some((row) => row.day === day))
  expect(closed.length).toBeGreaterThan(0)
  expect(new Set(closed.map(({ because }) => because))).toEqual(new Set(['closed']))
  await expectNoBrokenInvariants()
})

test('of four hours of a month that are given back at once two become make-ups', async () => {
  const { buyer, bookingId } = await createPaidBooking(useSandbox())
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).orderBy('onDate')
  const ahead = await lessons.select('id').offset(4).limit(4).execute()
  const door = await pool.connect()
  await door.query('begin; lock table make_ups in exclusive mode')
  const given = Promise.all(ahead.map(({ id }) => cancelLesson(buyer, id)))
  await waitForLocks(4)
  await door.query('commit')
  door.release()
  const outcomes = (await given).map(({ outcome }) => outcome)
  expect(outcomes.sort()).toEqual(['make-up', 'make-up', 'make-ups used', 'make-ups used'])
  await expectNoBrokenInvariants()
})

test('a member who uses two make-ups at once has one hour at a time', async () => {
  useSandbox()
  const member = await createMember()
  for (const name of ['Mira Okafor', 'Theo Marchetti']) {
    const { person, slots } = await createTrainerWithSlots(2, { name })
    const bookingId = await createBooking(slots[0]!.id, member, 'paid')
    const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).orderBy('onDate', 'desc')
    await callOffLesson(person, (await lessons.select('id').executeTakeFirstOrThrow()).id)
  }
  const makeUps = (await listMakeUps(member)).filter(({ because }) => because === 'by the club')
  const { hours } = await listDatesForMakeUp(member, makeUps[0]!.id)
  const { day, startHour } = hours.at(-1)!
  const door = await pool.connect()
  await door.query('begin; lock table lessons in share row exclusive mode')
  const used = Promise.allSettled(makeUps.map(({ id }) => redeemMakeUp(member, id, { day, startHour })))
  await waitForLocks(2)
  await door.query('commit')
  door.release()
  expect((await used).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expectNoBrokenInvariants()
})
