import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { addDays } from '#format/days.ts'
import { addClassDate } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { agesInMonths, readPeopleFigures } from './people-figures.server.ts'

useDatabase()

const zone = 'Europe/Berlin'
const now = '2026-12-20T12:00:00Z'
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

let admin: Person

beforeAll(async () => {
  await setClubTime(zone, '2026-11-05T10:00:00Z')
  admin = await createAdmin()
  const people = await createMembers(60)
  const first = await createTrainerWithSlots(3)
  const second = await createTrainerWithSlots(2)
  await createBooking(first.slots[0]!.id, people[0]!, 'paid')
  await createBooking(second.slots[1]!.id, people[1]!, 'paid')
  await addClassDate(admin, { capacity: 12 })
  await closeDays(admin, { fromDay: '2026-11-20', untilDay: '2026-11-22', reason: 'Floor' })
  await addRandomHistory(people)
  await setClubTime(zone, now)
})

/** Orders of two years with a random beginning, length and end; some are refunded or end early. */
async function addRandomHistory(people: Person[]) {
  const random = seededRandom(20261126)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
  await transaction(async (trx) => {
    for (const { id } of people)
      for (let from = Date.parse('2023-10-03T08:00:00Z'), sold = 0; sold < 5; sold += 1) {
        from += pick([0, 1, 13, 14, 15, 40, 150, 400]) * dayMs + Math.floor(random() * 3) * 11 * hourMs
        const until = from + pick([1, 28, 31, 90, 365]) * dayMs
        const { id: order } = await trx
          .insertInto('orders')
          .values({
            kind: pick(['membership', 'membership', 'pack', 'class']),
            buyerId: id,
            holderId: id,
            title: 'Classes',
            priceCents: 0,
            amountCents: 0,
            currency: 'usd',
            holdExpiresAt: sql<Date>`club_now() + interval '15 minutes'`,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const end = pick(['paid', 'paid', 'paid', 'ended', 'refunded'] as const)
        for (const state of ['paying', 'paid', end] as const)
          await trx
            .updateTable('orders')
            .set({
              state,
              paidAt: sql<Date>`club_now()`,
              holdExpiresAt: state === 'paying' ? undefined : null,
            })
            .where('id', '=', order)
            .execute()
        await sql`
          insert into allowances (order_id, member_id, during, ended_at)
          values (${order}, ${id}, tstzrange(${new Date(from)}::timestamptz, ${new Date(until)}::timestamptz),
            ${end === 'ended' ? new Date(from + (until - from) / 2) : null}::timestamptz)`.execute(trx)
        from = until
      }
  })
}

const hourMs = 3600_000
const dayMs = 24 * hourMs

const localTime = (moment: number) => new Date(moment).toLocaleString('sv', { timeZone: zone })
const monthOf = (moment: number) => localTime(moment).slice(0, 7)

/** Local times some months later, with the day cut to the month's last, as text that can be compared. */
function monthsLater(moment: number, count: number): string {
  const [day = '', time] = localTime(moment).split(' ')
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + count, Math.min(date, last)))
  return `${later.toISOString().slice(0, 10)} ${time}`
}

/** Stays recounted one person and one period after the other. */
async function recountStays() {
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where('state', 'in', ['paid', 'ended'])
    .execute()
  const { rows } = await sql<{ memberId: string; from: Date; until: Date; endedAt: Date | null }>`
    select member_id, lower(during) as from, upper(during) as until, ended_at from allowances
    join orders on orders.id = order_id where kind in ('membership', 'pack') and state in ('paid', 'ended')`.execute(
    db,
  )
  const periods = [
    ...bookings.map(({ buyerId, beginsAt, paidUntil }) => ({
      who: buyerId,
      from: +beginsAt!,
      until: +paidUntil!,
    })),
    ...rows.map(({ memberId, from, until, endedAt }) => ({
      who: memberId,
      from: +from,
      until: Math.min(+until, endedAt ? +endedAt : Infinity),
    })),
  ].filter(({ from }) => from <= Date.parse(now))
  const stays: { joined: number; left: number }[] = []
  for (const who of new Set(periods.map((period) => period.who))) {
    let current: { joined: number; left: number } | undefined
    for (const { from, until } of periods
      .filter((period) => period.who === who)
      .sort((left, right) => left.from - right.from)) {
      if (current && from <= current.left + 14 * dayMs) current.left = Math.max(current.left, until)
      else stays.push((current = { joined: from, left: until }))
    }
  }
  return stays.map(({ joined, left }) => ({
    joined,
    left: left + 14 * dayMs <= Date.parse(now) ? left : null,
  }))
}

describe('readPeopleFigures', () => {
  test('who joined, left and runs in each month equals a recount from the rows', async () => {
    const { months } = await readPeopleFigures(admin)
    const stays = await recountStays()
    expect(months).toHaveLength(24)
    expect(months.at(-1)?.month).toBe('2026-12')
    expect(months).toEqual(
      months.map(({ month }) => ({
        month,
        joined: stays.filter(({ joined }) => monthOf(joined) === month).length,
        left: stays.filter(({ left }) => left !== null && monthOf(left) === month).length,
        running: stays.filter(
          ({ joined, left }) => monthOf(joined) <= month && (left === null || monthOf(left) > month),
        ).length,
      })),
    )
    expect(months.filter(({ joined, left }) => joined > 0 && left > 0).length).toBeGreaterThan(12)
  })

  test('how many stay by month of joining equals a recount from the rows', async () => {
    const { cohorts } = await readPeopleFigures(admin)
    const stays = await recountStays()
    expect(cohorts).toHaveLength(36)
    expect(cohorts).toEqual(
      cohorts.map(({ month }) => {
        const joiners = stays.filter(({ joined }) => monthOf(joined) === month)
        return {
          month,
          joined: joiners.length,
          stayed: agesInMonths.map((age) =>
            monthsLater(Date.parse(`${month}-01T12:00:00Z`), age + 1).slice(0, 7) > '2026-12'
              ? null
              : joiners.filter(
                  ({ joined, left }) => left === null || localTime(left) > monthsLater(joined, age),
                ).length,
          ),
        }
      }),
    )
    expect(cohorts.some(({ stayed }) => (stayed[0] ?? 0) > (stayed[3] ?? Infinity))).toBe(true)
  })

  test('what was sold of offered in each hour of the week equals a recount from the rows', async () => {
    const { week } = await readPeopleFigures(admin)
    const slots = await db
      .selectFrom('slots')
      .innerJoin('trainers', 'trainers.id', 'trainerId')
      .select(['startHour', 'weekdays', 'slots.createdAt'])
      .execute()
    const lessons = await db.selectFrom('lessons').selectAll().where('state', '=', 'planned').execute()
    const counts = new Map<string, number[]>()
    const add = (day: string, hour: number, index: number, count: number) => {
      const key = `${((new Date(day).getUTCDay() + 6) % 7) + 1} ${hour}`
      const numbers = counts.get(key) ?? [0, 0, 0, 0]
      numbers[index]! += count
      counts.set(key, numbers)
    }
    for (let day = addDays('2026-12-20', -56); day < '2026-12-20'; day = addDays(day, 1)) {
      const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]!
      const isOpen = day < '2026-11-20' || day > '2026-11-22'
      for (const slot of slots)
        if (
          isOpen &&
          slot.weekdays.includes(weekday) &&
          localTime(+slot.createdAt) <= `${day} ${String(slot.startHour).padStart(2, '0')}:00:00`
        )
          add(day, slot.startHour, 0, 1)
      for (const lesson of lessons.filter(({ onDate }) => onDate === day)) {
        if (lesson.kind === 'hour') add(day, lesson.startHour, 1, 1)
        else add(day, lesson.startHour, 2, lesson.capacity!)
      }
    }
    const expected = [...counts].map(([key, [hoursOffered, hoursSold, placesOffered, placesTaken]]) => {
      const [weekday, hour] = key.split(' ').map(Number)
      return { weekday, hour, hoursOffered, hoursSold, placesOffered, placesTaken }
    })
    expect(week).toEqual(
      expected.sort((left, right) => left.weekday! - right.weekday! || left.hour! - right.hour!),
    )
    expect(week.some(({ hoursSold, hoursOffered }) => hoursSold > 0 && hoursSold < hoursOffered)).toBe(true)
    expect(week.some(({ placesOffered }) => placesOffered > 0)).toBe(true)
  })

  test('is for the office only', async () => {
    const [member] = await createMembers(1)
    await expect(readPeopleFigures(member!)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
