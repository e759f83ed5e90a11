import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { cancellationDeadlineOf } from '#domain/lessons/lessons.rules.ts'
import { listDatesForMakeUp, listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { listFirstDates } from './coming-months.server.ts'
import { previewDates } from './lesson-dates.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(() =>
  pool.query('truncate orders, bookings, payments, received_intents, activities, letters cascade'),
)
afterAll(() => setClubTime('UTC'))

// Fixture: the trainers give Mondays, Wednesdays and Fridays from 06:00 on. The night is from 21:00 to 07:00.
describe('the first hour after a sale', () => {
  test.each([
    ['2026-12-14T03:40:00+01:00', '2026-12-16'],
    ['2026-12-13T19:00:00+01:00', '2026-12-14'],
    ['2026-12-13T19:01:00+01:00', '2026-12-16'],
  ])('paid at %s, 06:00 on Mondays first takes place on %s', async (moment, first) => {
    await setClubTime('Europe/Rome', moment)
    const { slots } = await createTrainerWithSlots(1)
    const [slot] = slots
    expect((await previewDates(slot!.id))[0]?.day).toBe(first)
    const offered = [{ id: slot!.id, state: 'free' as const, freeFrom: null }]
    expect((await listFirstDates(offered)).get(slot!.id)).toBe(first)
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slot!.id)
    const { rows } = await pool.query<{ day: string }>(
      'select min(on_date)::text as day from lessons where booking_id = $1',
      [bookingId],
    )
    expect(rows[0]?.day).toBe(first)
  })

  test('a make-up that is chosen at night cannot be for the same early morning', async () => {
    await setClubTime('Europe/Rome', '2026-12-11T12:00:00+01:00')
    const { person: trainer, slots } = await createTrainerWithSlots(4)
    const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
    const lesson = db.selectFrom('lessons').where('bookingId', '=', bookingId).select('id').orderBy('onDate')
    await callOffLesson(trainer, (await lesson.executeTakeFirstOrThrow()).id)
    const [makeUp] = await listMakeUps(buyer)
    await setClubTime('Europe/Rome', '2026-12-14T03:40:00+01:00')
    const { hours } = await listDatesForMakeUp(buyer, makeUp!.id)
    // slots at 06:00, 07:00, 08:00 and 09:00; 06:00 is the member's own from Wednesday on
    expect(hours.filter(({ day }) => day === '2026-12-14').map(({ startHour }) => startHour)).toEqual([9])
  })

  test.each([
    ['night', '21:00', '07:00', 120],
    ['night', '21:00', '07:00', 1_200],
    ['noon', '12:00', '14:30', 90],
    ['no hour', '00:00', '00:00', 120],
    ['night', '23:00', '06:30', 0],
  ])(
    'counts as deadlines do where %s (%s to %s) is quiet and %i minutes are asked for',
    async (_, from, until, minutes) => {
      await setClubTime('UTC')
      await sql`insert into policies (quiet_from, quiet_until, first_hour_notice_minutes)
      values (${from}::time, ${until}::time, ${minutes}::integer)`.execute(db)
      const { quietFrom, quietUntil } = await readPolicies(db)
      const policy = { quietFrom, quietUntil, cancellationHours: minutes / 60 }
      const wrong: string[] = []
      for (let minute = 0; minute < 24 * 60; minute += 17) {
        const { rows } = await sql<{ first: number }>`select extract(epoch from
        first_hour_from('2026-11-10T00:00Z'::timestamptz + make_interval(mins => ${minute}::integer)) - '2026-11-10T00:00Z')::integer / 60 as first`.execute(
          db,
        )
        for (let hour = 0; hour < 72; hour += 1) {
          const deadline = cancellationDeadlineOf(hour % 24, policy)
          const lastMinute = (Math.floor(hour / 24) - deadline.daysBefore) * 24 * 60 + deadline.minute
          if (minute <= lastMinute !== hour * 60 >= rows[0]!.first) wrong.push(`${minute} for ${hour}`)
        }
      }
      await pool.query('insert into policies default values')
      expect(wrong).toEqual([])
    },
  )
})
