import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember, expireHold } from '#tests/factories.ts'
import {
  readAdminToday,
  listFailedJobs,
  listLatestEvents,
  readClubTime,
  readTrainerToday,
} from './day-overview.server.ts'
import { readIncome } from './income-figures.server.ts'
import { readMenuCounts } from './menu-counts.server.ts'

useDatabase()

let admin: Person
let member: Person
let trainer: Person

beforeAll(async () => {
  admin = await createAdmin()
  member = await createMember({ name: 'Ada Moss' })
  const hired = await addTrainer('Mira Okafor', 4)
  trainer = hired.actor
  const [first, second, third, fourth] = hired.slotIds
  const sold = await createBooking(first!, member, 'paid', 'gold')
  await createBooking(second!, member, 'ended', 'silver')
  await createBooking(third!, member, 'held')
  await createBooking(fourth!, member, 'held')
  await db.updateTable('payments').set({ refundedCents: 2000 }).where('bookingId', '=', sold).execute()
  const applicant = await createMember({ name: 'Tomas Novak' })
  await applyToBeTrainer(applicant, {
    name: applicant.name,
    yearsOfExperience: 3,
    hoursADay: 2,
    weekdays: ['Monday'],
    skills: [],
  })
  await sql`insert into pgboss.job (name, data, source_name, source_output)
    values ('dead-jobs', '{"refundId": "r1"}', 'refund', '{"message": "The bank said no."}')`.execute(db)
})

describe('dashboard start page by role', () => {
  test('an admin is told of applications, hours, payments, newcomers and failed jobs', async () => {
    const today = await readAdminToday(admin)
    expect(today.applications.waiting).toBe(1)
    expect(today.applications.oldestAt).toBeInstanceOf(Date)
    expect(today.slots).toEqual({ total: 4, sold: 1, held: 2 })
    expect(today.incomeThisMonth).toEqual({ payments: 2, cents: 12_000 })
    expect(today.newMembersThisMonth).toBe(4)
    expect(today.failedJobs).toBe(1)
    expect(await listFailedJobs(admin)).toMatchObject([{ queue: 'refund', reason: 'The bank said no.' }])
  })

  test('the menu of an admin counts what waits, and nobody else’s does', async () => {
    expect(await readMenuCounts(admin)).toEqual({ covers: 0, appliedTrainers: 1, reports: 0 })
    await expect(readMenuCounts(trainer)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('the latest of the club is money, holds and applications, newest first', async () => {
    const events = await listLatestEvents(admin)
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'application',
      'hold',
      'hold',
      'payment',
      'payment',
    ])
    expect(events.find(({ kind }) => kind === 'application')).toMatchObject({
      name: 'Tomas Novak',
      cents: null,
    })
    expect(events.find(({ kind }) => kind === 'hold')).toMatchObject({
      name: 'Ada Moss',
      trainerName: 'Mira Okafor',
    })
    const times = events.map(({ happenedAt }) => happenedAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('what went back is no income, on Today as on the page of figures', async () => {
    await sql`insert into refunds
      (payment_id, amount_cents, reason, request_key, state, settled_at, handed_back, handed_back_by)
      select id, 2000, 'moved away', id, 'succeeded', club_now(), 'cash', ${admin.id}
      from payments order by amount_cents desc limit 1`.execute(db)
    const { incomeThisMonth } = await readAdminToday(admin)
    const { received } = await readIncome(admin)
    expect(incomeThisMonth).toEqual({ payments: 2, cents: 10_000 })
    expect(received.reduce((sum, { cents }) => sum + cents, 0)).toBe(incomeThisMonth.cents)
  })

  test('a trainer is told what the sold hours bring, less refunds, and who ends first', async () => {
    const today = await readTrainerToday(trainer)
    expect([today.soldCents, today.members]).toEqual([5000, 1])
    expect(today.endsFirst).toMatchObject({ slotName: 'Slot 1', memberName: 'Ada Moss' })
    expect(today.weekdays.length).toBeGreaterThan(0)
  })

  test('nobody else is told', async () => {
    for (const read of [readAdminToday, listLatestEvents, listFailedJobs]) {
      await expect(read(trainer)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(read(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    await expect(readTrainerToday(admin)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readClubTime(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

test('an hour whose hold ran out is not counted as held', async () => {
  const { held } = (await readAdminToday(admin)).slots
  const { slotIds } = await addTrainer('Sol Reyes', 1)
  const bookingId = await createBooking(slotIds[0] ?? '', member, 'held')
  expect((await readAdminToday(admin)).slots.held).toBe(held + 1)
  await expireHold(bookingId)
  expect((await readAdminToday(admin)).slots.held).toBe(held)
})
