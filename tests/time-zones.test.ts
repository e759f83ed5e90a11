import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { clickPost } from '#domain/forum/clicks.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { readBalanceByDay } from '#domain/ledger/balance.server.ts'
import { incomeByMonthAndPlan } from '#domain/ledger/income.server.ts'
import { readAdminToday } from '#domain/overview/day-overview.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from './database.ts'
import { createAdmin, createHold, createMember, createPaidBooking, useSandbox } from './factories.ts'
import { insertPicture } from './picture-fixtures.ts'

// Days and months start in the club's time zone, also across clock changes.

useDatabase({ connections: 1 })
let sandbox: Sandbox
let admin: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
beforeEach(() => pool.query('truncate orders, bookings, payments, activities cascade'))
afterAll(() => setClubTime('UTC'))

describe('end of a paid month', () => {
  test.each([
    ['Europe/Rome', '2026-01-31T09:30:00+01:00', '2026-02-28T09:30:00+01:00'],
    ['Europe/Rome', '2028-01-31T09:30:00+01:00', '2028-02-29T09:30:00+01:00'],
    // clocks go forward on 29 March and back on 25 October
    ['Europe/Rome', '2026-03-10T18:00:00+01:00', '2026-04-10T18:00:00+02:00'],
    ['Europe/Rome', '2026-10-10T18:00:00+02:00', '2026-11-10T18:00:00+01:00'],
    // a different day than in UTC, and months of different lengths
    ['Pacific/Kiritimati', '2026-03-31T05:00:00+14:00', '2026-04-30T05:00:00+14:00'],
    ['America/New_York', '2026-01-30T22:00:00-05:00', '2026-02-28T22:00:00-05:00'],
    ['UTC', '2026-01-31T09:30:00Z', '2026-02-28T09:30:00Z'],
  ])('in %s at %s is over at %s', async (zone, boughtAt, overAt) => {
    await setClubTime(zone, boughtAt)
    const { bookingId } = await createPaidBooking(sandbox)
    const { paidUntil } = await db
      .selectFrom('bookings')
      .where('id', '=', bookingId)
      .select('paidUntil')
      .executeTakeFirstOrThrow()
    expect(paidUntil?.toISOString()).toBe(new Date(overAt).toISOString())
  })
})

describe('sums by day and month', () => {
  // 00:30 on 1 July in Rome, which is 30 June in UTC
  const inJuly = '2026-07-01T00:30:00+02:00'
  const inJune = '2026-06-30T23:30:00+02:00'

  test('the month of what came in and of who joined begins at the club’s midnight', async () => {
    await setClubTime('Europe/Rome', inJune)
    await createPaidBooking(sandbox)
    const june = await readAdminToday(admin)
    await setClubTime('Europe/Rome', inJuly)
    const july = await readAdminToday(admin)
    await createPaidBooking(sandbox, 'silver')
    expect(june.incomeThisMonth).toEqual({ payments: 1, cents: 7000 })
    expect(july.incomeThisMonth).toEqual({ payments: 0, cents: 0 })
    expect((await readAdminToday(admin)).incomeThisMonth).toEqual({ payments: 1, cents: 5000 })
    // the trainer and the buyer of June are no longer new
    expect(june.newMembersThisMonth - july.newMembersThisMonth).toBe(2)
    expect(await incomeByMonthAndPlan(admin)).toEqual([
      { month: '2026-06', plan: 'gold', cents: 7000, payments: 1 },
      { month: '2026-07', plan: 'silver', cents: 5000, payments: 1 },
    ])
  })

  test('the balance moves on the club’s days', async () => {
    await setClubTime('Europe/Rome', inJune)
    await createPaidBooking(sandbox)
    await setClubTime('Europe/Rome', inJuly)
    await createPaidBooking(sandbox, 'silver')
    expect(await readBalanceByDay(admin, 2)).toEqual({
      from: '2026-06-30',
      to: '2026-07-01',
      startCents: 0,
      days: [
        { day: '2026-06-30', changeCents: 7000, balanceCents: 7000 },
        { day: '2026-07-01', changeCents: 5000, balanceCents: 12_000 },
      ],
    })
  })

  test('clicks of two of the club’s days are two entries of the activity log', async () => {
    const member = await createMember()
    const { id } = await createPost(admin, {
      caption: 'A morning on the rower',
      photo: await insertPicture(admin.id),
    })
    for (const moment of [inJune, inJuly, inJuly]) {
      await setClubTime('Europe/Rome', moment)
      await clickPost(member, id, 'likes')
    }
    const { rows } = await pool.query(`select from activities where user_id = $1`, [member.id])
    expect(rows).toHaveLength(2)
  })

  test('a hold counts as held until its time is over, swept or not', async () => {
    await setClubTime('UTC', '2026-07-01T12:00:00Z')
    await createHold()
    expect((await readAdminToday(admin)).slots).toMatchObject({ held: 1 })
    await setClubTime('UTC', '2026-07-01T12:16:00Z')
    expect((await readAdminToday(admin)).slots).toMatchObject({ held: 0 })
  })
})

test('the club stands in no place that has no clock', async () => {
  for (const zone of ['', 'Rome', '+02:00', 'Mars/Olympus'])
    await expect(setClubTime(zone)).rejects.toMatchObject({ constraint: 'zone_is_known' })
})

test('whether there is its zone is asked when the club moves, and of nothing else that it writes', async () => {
  await pool.query(`begin; alter table club disable trigger user, drop constraint zone_is_known;
    update club set time_zone = 'Mars/Olympus';
    alter table club add constraint zone_is_known check (is_time_zone(time_zone)) not valid`)
  // fails if a zone is not listed
  await pool.query(`update club set name = 'Iron Works'`)
  await pool.query('rollback')
})
