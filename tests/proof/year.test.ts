import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { gatherStatistics, setClubTime, useDatabase } from '#tests/database.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { createClubYear, readUninformed } from './club-year.ts'
import { isFullScale, randomSeed, repetitions, reportMeasurement, timeoutFor } from './test-scale.ts'

// A simulated year of 40 members and 6 trainers: no person in two places, no month sold without a date, no make-up of the
// club lost, every change written and, where the letter was refused, listed for the office.

useDatabase({ connections: 1 })
beforeEach(() =>
  pool.query(`truncate orders, bookings, payments, closures, absences, activities, letters, slots, trainers cascade;
    update members set role = 'member' where role = 'trainer'`),
)
afterEach(() => setClubTime('UTC'))

// weeks with a change of the clock
const years = [
  { zone: 'Europe/Rome', firstDay: isFullScale ? '2027-01-01' : '2027-03-15' },
  ...(isFullScale ? [{ zone: 'America/Santiago', firstDay: '2027-01-01' }] : []),
]

describe.each(years)('a year in $zone', ({ zone, firstDay }) => {
  test(
    'leaves nobody in two places, sells no month without a date, loses no make-up of the club, and tells everybody',
    async (context) => {
      const year = await createClubYear({ zone, firstDay, random: seededRandom(randomSeed) })
      const days = repetitions(8, 365)
      let listings = 0
      for (let day = 1; day <= days; day += 1) {
        await year.passDay()
        const { listed, expected } = await readUninformed(year.admin)
        expect(listed, `listed after day ${day}`).toEqual(expected)
        listings += listed.length
        if (day % 7 === 0 || day === days) {
          expect(await year.findProblems(), `after day ${day}`).toEqual([])
          await gatherStatistics()
        }
      }
      // a week may pass without a refused letter, a year does not
      if (isFullScale) expect(listings).toBeGreaterThan(0)
      reportMeasurement(context, `A year of a club in ${zone}`, { days, listings, ...year.counts })
    },
    timeoutFor(120_000, 900_000),
  )
})

const describeAtFullScale = (isFullScale ? describe : () => {}) as typeof describe

// Each test removes one guard, and the questions of the year notice it.
describeAtFullScale('without a guard', () => {
  const begin = (params: Partial<Parameters<typeof createClubYear>[0]> = {}) =>
    createClubYear({
      zone: 'Europe/Rome',
      firstDay: '2027-03-15',
      random: seededRandom(randomSeed),
      ...params,
    })

  /** Lets at most 80 days pass, until the problem is found. */
  async function expectProblem(problem: string, params: Parameters<typeof begin>[0] = {}) {
    const year = await begin(params)
    let found: string[] = []
    for (let day = 1; day <= 80 && !found.includes(problem); day += 1) {
      await year.passDay()
      found = await year.findProblems()
    }
    expect(found).toContain(problem)
  }

  test('the job that extends make-ups, one of the club’s is lost', () =>
    expectProblem('a make-up of the club was lost', { without: 'extendMakeUpTerms', makeUpDays: 7 }))

  test('the letters of changes, a change is written to nobody', async () => {
    await pool.query(`create function lose() returns trigger language plpgsql as 'begin return null; end';
      create trigger lost before insert on letters for each row when (new.tell_by is not null) execute function lose()`)
    try {
      await expectProblem('a change was written to nobody')
    } finally {
      await pool.query('drop function lose() cascade')
    }
  })

  test('the lessons of a month, it was sold without a date', async () => {
    const year = await begin()
    for (let day = 1; day <= 2; day += 1) await year.passDay()
    expect(await year.findProblems()).toEqual([])
    await pool.query(`begin; alter table lessons disable trigger user;
      update lessons set booking_id = (select min(booking_id::text)::uuid from lessons)`)
    try {
      expect(await year.findProblems()).toContain('a month was sold without a date')
    } finally {
      await pool.query('rollback')
    }
  })

  // the last one, since it leaves the database without them
  test('the view of commitments and what the database refuses, a person is in two places', async () => {
    await pool.query(`
      alter table lessons drop constraint trainer_in_one_place;
      drop trigger one_place_at_a_time on participants;
      drop trigger one_place_at_a_time_added on lessons;
      drop trigger one_place_at_a_time_changed on lessons;
      create or replace view commitments as
        select null::uuid as person_id, false as gives, null::date as on_date, 0 as start_hour, null::uuid as trainer_id,
          null::uuid as booking_id, null::uuid as lesson_id where false`)
    await expectProblem('a person is in two places')
  })
})
