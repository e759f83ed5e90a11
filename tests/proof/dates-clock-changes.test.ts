import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { listOwnLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { sendLessonReminders } from '#domain/lessons/reminders/lesson-reminders.server.ts'
import { addDays, formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'
import { useApi } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { isFullScale, timeoutFor, reportMeasurement } from './test-scale.ts'

// A member's dates, weekly email and calendar feed agree, in the week of a clock change and after a change of the
// club's time zone.

useDatabase({ connections: 1 })
useAuth()
const api = useApi()
beforeAll(() => void useSandbox())
beforeEach(() =>
  pool.query('truncate orders, bookings, payments, received_intents, activities, letters cascade'),
)
afterAll(() => setClubTime('UTC'))

/** Sundays with a clock change, forward and back, and the hours that are skipped. */
const clockChanges: [zone: string, sunday: string, skipped: number[]][] = [
  ['Europe/Rome', '2027-03-28', [2]],
  ['Europe/Rome', '2026-10-25', []],
  ['America/New_York', '2027-03-14', [2]],
  ['America/New_York', '2026-11-01', []],
  // at midnight
  ['America/Santiago', '2026-09-06', [0]],
  ['America/Santiago', '2027-04-04', []],
  // half an hour
  ['Australia/Lord_Howe', '2026-10-04', [2]],
  ['Australia/Lord_Howe', '2027-04-04', []],
]
const hours = isFullScale ? [0, 1, 2, 3, 6, 23] : [2]

/** Sets the club's local time. */
async function setClock(zone: string, wall: string): Promise<void> {
  const { rows } = await pool.query<{ moment: string }>(
    'select ($1::timestamp at time zone $2)::text as moment',
    [wall, zone],
  )
  await setClubTime(zone, rows[0]!.moment)
}

/** A month with a lesson every day, bought eight days before this Sunday. */
async function buy(zone: string, sunday: string, startHour: number): Promise<Person> {
  await setClock(zone, `${addDays(sunday, -8)} 12:00`)
  const { trainerId, slots } = await createTrainerWithSlots(1)
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  await pool.query('update trainers set weekdays = $2 where id = $1', [trainerId, week])
  await pool.query('update slots set start_hour = $2 where id = $1', [slots[0]!.id, startHour])
  return (await createPaidBooking(useSandbox(), 'gold', slots[0]!.id)).buyer
}

const formatSlotTime = (day: string, startHour: number) => `${formatDay(day)}, ${formatHour(startHour)}`

async function datesOnPage(member: Person, days: string[]): Promise<string[]> {
  const found = (await listOwnLessons(member)).hours.filter(({ because }) => because === null)
  return found
    .filter(({ day }) => days.includes(day))
    .map(({ day, startHour }) => formatSlotTime(day, startHour))
}

async function datesInEmail(member: Person): Promise<string[]> {
  await sendLessonReminders()
  const letters = db.selectFrom('letters').where('letter', '=', 'hours-ahead').where('userId', '=', member.id)
  const { text } = await letters.select('text').executeTakeFirstOrThrow()
  return [...new Set(text?.match(/\b\w{3} \d+ \w{3}, \d\d:\d\d/g))]
}

async function datesInCalendarFeed(member: Person, days: string[], zone: string): Promise<string[]> {
  const text = await (await fetch(api.url + new URL(await calendarAddress(member)).pathname)).text()
  const walls = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .filter((event) => event.getFirstPropertyValue('status') === 'CONFIRMED')
    .map((event) => new ICAL.Event(event).startDate.toJSDate().toLocaleString('sv-SE', { timeZone: zone }))
  return walls
    .filter((wall) => days.includes(wall.slice(0, 10)))
    .map((wall) => `${formatDay(wall.slice(0, 10))}, ${wall.slice(11, 16)}`)
    .sort((one, other) => order(days, one) - order(days, other))
}
const order = (days: string[], told: string) => days.findIndex((day) => told.startsWith(formatDay(day)))

describe('lesson times around a clock change', () => {
  test.for(isFullScale ? clockChanges : clockChanges.slice(0, 1))(
    'in %s, on %s, is told alike by the dates, the letter and the calendar; what is skipped is owed',
    { timeout: timeoutFor(20_000, 120_000) },
    async ([zone, sunday, skipped], context) => {
      const days = Array.from({ length: 7 }, (_, index) => addDays(sunday, index - 6))
      let compared = 0
      for (const hour of hours) {
        const member = await buy(zone, sunday, hour)
        const expected = days
          .filter((day) => !(day === sunday && skipped.includes(hour)))
          .map((day) => formatSlotTime(day, hour))
        await setClock(zone, `${addDays(sunday, -7)} 18:00`)
        expect(await datesOnPage(member, days)).toEqual(expected)
        expect(await datesInEmail(member)).toEqual(expected)
        expect(await datesInCalendarFeed(member, days, zone)).toEqual(expected)
        expect((await listMakeUps(member)).map(({ because, fromDate }) => [because, fromDate])).toEqual(
          skipped.includes(hour) ? [['no such hour', sunday]] : [],
        )
        compared += 3 * expected.length

        // the club's time zone moves west: the same days and local hours
        const elsewhere = 'Pacific/Honolulu'
        await pool.query('update club set time_zone = $1', [elsewhere])
        await pool.query(`delete from letters where letter = 'hours-ahead'`)
        await setClock(elsewhere, `${addDays(sunday, -7)} 18:00`)
        for (const told of [
          await datesOnPage(member, days),
          await datesInEmail(member),
          await datesInCalendarFeed(member, days, elsewhere),
        ])
          expect(told).toEqual(expected)
        await expectNoBrokenInvariants()
        compared += 3 * expected.length
      }
      reportMeasurement(context, `Dates, letter and calendar in ${zone}, ${sunday}`, {
        compared,
        different: 0,
      })
    },
  )

  test.for(isFullScale ? clockChanges : clockChanges.slice(0, 1))(
    'in %s, on %s, a class keeps to the clock on the wall, and is left out in an hour that is skipped',
    async ([zone, sunday, skipped]) => {
      for (const hour of hours) {
        await setClock(zone, `${addDays(sunday, -8)} 12:00`)
        const startsAt = formatHour(hour)
        const { classTimeId } = await addClassDate(await createAdmin(), { inDays: 1, startsAt })
        const { rows } = await pool.query<{ id: string; day: string; wall: string }>(
          `select id, on_date::text as day, to_char(starts_at at time zone $2, 'YYYY-MM-DD HH24:MI') as wall
          from lessons where class_time_id = $1 order by starts_at limit 3`,
          [classTimeId, zone],
        )
        const days = [-7, 0, 7, 14].map((more) => addDays(sunday, more))
        const expected = days.filter((day) => day !== sunday || !skipped.includes(hour)).slice(0, 3)
        expect(rows.map(({ wall }) => wall)).toEqual(expected.map((day) => `${day} ${startsAt}`))
        await setClock(zone, `${addDays(sunday, -6)} 12:00`)
        const member = await createMember()
        await giveClasses([member], 5)
        const next = expected[1]!
        await bookClass(member, rows[1]!.id)
        expect(await datesInCalendarFeed(member, [next], zone)).toEqual([formatSlotTime(next, hour)])
      }
    },
  )

  test('is told differently without the guard, lessons that keep to the clock on the wall', async () => {
    const [zone, sunday] = ['Europe/Rome', '2027-03-28']
    const member = await buy(zone, sunday, 6)
    const days = [addDays(sunday, -1), sunday]
    await pool.query(`alter table lessons disable trigger lesson_maintained`)
    await pool.query(
      `update lessons set starts_at = first.starts_at + (lessons.on_date - first.on_date) * interval '24 hours'
        from (select on_date, starts_at from lessons order by on_date limit 1) first
        where lessons.starts_at > first.starts_at`,
    )
    await pool.query(`alter table lessons enable trigger lesson_maintained`)
    const [saturday, changed] = await datesInCalendarFeed(member, days, zone)
    expect([saturday, changed]).toEqual([formatSlotTime(days[0]!, 6), formatSlotTime(sunday, 7)])
    expect(await datesOnPage(member, days)).toEqual(days.map((day) => formatSlotTime(day, 6)))
  })
})
