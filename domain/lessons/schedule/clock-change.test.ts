import { afterAll, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { applyClockChange } from './clock-change.server.ts'
import { sendSkippedLessonLetters } from './skipped-lessons.server.ts'

useDatabase({ connections: 1 })
afterAll(() => setClubTime('UTC'))

const lessons = async () => {
  const { rows } = await pool.query<{ day: string; wall: string; free: boolean; state: string }>(
    `select on_date::text as day, to_char(starts_at at time zone club_zone(), 'YYYY-MM-DD HH24:MI') as wall,
      free_until between starts_at - interval '30 hours' and starts_at as free, lessons.state
    from lessons join participants on participants.lesson_id = lessons.id order by on_date`,
  )
  return rows
}
const letters = async () => {
  const { rows } = await pool.query<{ letter: string; subject: string; to: string; isMadeGood: boolean }>(
    `select letter, subject, user_id as to, text like '%Fri 30 Dec, 06:00%' and text like '%make-up%' as "isMadeGood"
    from letters order by letter`,
  )
  return rows
}
const months = async () =>
  (
    await pool.query<{ wall: string }>(
      `select to_char(paid_until at time zone club_zone(), 'YYYY-MM-DD HH24:MI') as wall from bookings where paid_at is not null`,
    )
  ).rows.map(({ wall }) => wall)

// Samoa crossed the date line and skipped Friday, 30 December 2011. The test gives a club such rules while it has
// lessons that were scheduled under others.
test('after new rules of the clock hours and months keep their day and time, and one that is skipped is owed', async () => {
  const sandbox = useSandbox()
  await setClubTime('Pacific/Pago_Pago', '2011-12-12T12:00:00-11:00')
  const { person: trainer, slots } = await createTrainerWithSlots(1)
  const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await setClubTime('Pacific/Pago_Pago', '2012-01-08T12:00:00-11:00')
  const next = await renewBooking(buyer, bookingId, { expectedPriceCents: 5000 })
  await setClubTime('Pacific/Pago_Pago', '2011-12-12T13:00:00-11:00')
  const before = await lessons()
  expect(await applyClockChange()).toEqual({ hours: 0, skipped: 0, months: 0 })

  await pool.query('alter table club disable trigger user')
  await setClubTime('Pacific/Apia', '2011-12-12T13:00:00-11:00')
  await pool.query('alter table club enable trigger user')
  expect((await lessons()).map(({ wall }) => wall)).not.toEqual(before.map(({ wall }) => wall))
  const ahead = before.filter(({ day }) => day !== '2011-12-30').length
  expect(await applyClockChange()).toEqual({ hours: ahead, skipped: 1, months: 2 })

  for (const { day, wall, free, state } of await lessons()) {
    if (day === '2011-12-30') expect(state).toBe('called_off')
    else
      expect({ day, wall, free, state }).toEqual({ day, wall: `${day} 06:00`, free: true, state: 'planned' })
  }
  expect(await listMakeUps(buyer)).toMatchObject([{ because: 'no such hour', fromDate: '2011-12-30' }])
  // the database created the make-up; the job sends one letter
  await sendSkippedLessonLetters()
  await sendSkippedLessonLetters()
  const skipped = (await letters()).filter(({ letter }) => /skipped|changed/.test(letter))
  expect(skipped).toEqual([
    { letter: 'hours-changed', subject: 'Skipped: 1 hour', to: trainer.id, isMadeGood: true },
    { letter: 'hours-skipped', subject: 'The clocks skip 1 hour of yours', to: buyer.id, isMadeGood: true },
  ])
  expect(await months()).toEqual(['2012-01-12 13:00'])
  const { rows } = await pool.query(
    `select before.paid_until = next.begins_at as follows
    from bookings next join bookings before on before.id = next.follows_id where next.id = $1`,
    [next.bookingId],
  )
  expect(rows).toEqual([{ follows: true }])
  await expectNoBrokenInvariants()
  expect(await applyClockChange()).toEqual({ hours: 0, skipped: 0, months: 0 })
})
