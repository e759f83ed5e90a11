import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { isFullScale, timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

// Twelve consecutive months, from many days and for every hour of the day: no date is lost or duplicated, and every
// lesson starts at its local time, across clock changes.

useDatabase({ connections: 1 })
afterAll(() => setClubTime('UTC'))

// 31 January in the short form; otherwise every twelfth day of the year and the last days of January
const starts = isFullScale ? [...Array.from({ length: 31 }, (_, index) => index * 12), 27, 28, 29, 30] : [30]
/** The hours in which clocks change. */
const hours = repetitions(4, 24)

type Counts = {
  inMonths: number
  inYear: number
  twice: number
  skipped: number
  offTheWall: number
  /** The number of skipped hours. */
  missing: number
}

/** Counts the dates of a year of months that starts at 00:30 on this day of the year. */
async function count(day: number): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `with begun as (select (timestamp '2026-01-01 00:30' + make_interval(days => $1)) as anchor, club_zone() as zone),
      hours as (select h from generate_series(0, $2::integer - 1) h),
      week as (select array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as days),
      dates as (
        select h, d.* from begun, hours, week, generate_series(0, 11) n, dates_of_hour(gen_random_uuid(), days, h,
          (anchor + make_interval(months => n)) at time zone zone,
          (anchor + make_interval(months => n + 1)) at time zone zone) d),
      year as (
        select h, d.* from begun, hours, week, dates_of_hour(gen_random_uuid(), days, h,
          anchor at time zone zone, (anchor + interval '12 months') at time zone zone) d)
    select (select count(*) from dates) as "inMonths", (select count(*) from year) as "inYear",
      (select count(*) from (select from dates group by h, on_date having count(*) > 1) more) as twice,
      (select count(*) from year where because = 'no such hour') as skipped,
      (select count(*) from dates, begun
        where starts_at is not null and (starts_at at time zone zone) <> on_date + make_time(h, 0, 0)) as "offTheWall",
      (select count(*) from begun, hours,
          generate_series(anchor::date, anchor::date + interval '12 months', interval '1 day') each,
          lateral (select each + make_time(h, 0, 0)::interval as wall) at_hour
        where wall >= anchor and wall < anchor + interval '12 months'
          and (wall at time zone zone) at time zone zone <> wall) as missing`,
    [day, hours],
  )
  return rows[0]!
}

describe.each([
  // the skipped hours of most years; a year that starts near a clock change differs
  ['Europe/Rome', 1],
  ['America/New_York', 1],
  // at midnight
  ['America/Santiago', 1],
  // half an hour, in which one hour starts
  ['Australia/Lord_Howe', 1],
])('lesson dates in %s', (zone, skipped) => {
  beforeEach(() => setClubTime(zone))

  test(
    'no date of twelve months is lost or there twice, and each keeps to the clock on the wall',
    { timeout: timeoutFor(10_000, 300_000) },
    async (context) => {
      const inAYear = new Set<number>()
      for (const day of starts) {
        const { missing, ...found } = await count(day)
        inAYear.add(missing)
        const whole = { inMonths: 365 * hours, inYear: 365 * hours, twice: 0, offTheWall: 0 }
        expect(found, `from day ${day}`).toEqual({ ...whole, skipped: missing })
      }
      expect([...inAYear]).toContain(skipped)
      const dates = starts.length * 365 * hours
      reportMeasurement(context, `Twelve months in ${zone}`, { dates, lost: 0, twice: 0, 'off the wall': 0 })
    },
  )

  test('seven days added to a moment lose the hour without the guard, the clock on the wall', async () => {
    const { rows } = await pool.query<{ off: number }>(
      `select count(*) as off from generate_series(0, 51) week,
        lateral (select (timestamp '2026-01-05 07:00' at time zone club_zone()) + week * interval '168 hours' as moment) as plain
      where (moment at time zone club_zone())::time <> time '07:00'`,
    )
    expect(rows[0]!.off).toBeGreaterThan(10)
  })
})

/** Months renewed 24 times from the 28th to the 31st of every month of two years, one a leap year. */
const renewed = (end: string) => `
  with recursive anchors as (
    select (date_trunc('month', first) + make_interval(days => day - 1, hours => 10)) at time zone club_zone() as anchor, day
    from generate_series(timestamp '2027-01-01', timestamp '2028-12-01', interval '1 month') first, generate_series(28, 31) day
    where extract(month from first + make_interval(days => day - 1)) = extract(month from first)),
  months as (
    select anchor, day, 0 as n, anchor as ends from anchors
    union all
    select anchor, day, n + 1, ${end} from months where n < 24),
  due as (
    select ends at time zone club_zone() as ends, day,
      extract(day from date_trunc('month', ends at time zone club_zone()) + interval '1 month - 1 day') as last_day
    from months)
  select count(*) filter (where extract(day from ends) <> least(day, last_day) or ends::time <> '10:00') as wrong, count(*) as all
  from due`

describe('month renewed 24 times', () => {
  beforeEach(() => setClubTime('Europe/Rome'))

  test('ends on the day and hour of the first payment, or on the last day of a shorter month', async (context) => {
    const { rows } = await pool.query(renewed('month_end(anchor, n + 1)'))
    expect(rows).toEqual([{ wrong: 0, all: 83 * 25 }])
    reportMeasurement(context, 'Month ends, kept 24 times', { ends: 83 * 25, wrong: 0 })
  })

  test('loses days without the guard, months counted from the first payment', async () => {
    const chained = `((ends at time zone club_zone()) + interval '1 month') at time zone club_zone()`
    const { rows } = await pool.query<{ wrong: number }>(renewed(chained))
    expect(rows[0]?.wrong).toBeGreaterThan(0)
  })
})
