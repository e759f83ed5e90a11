import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createHold, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { readLiabilities } from './liabilities.server.ts'
import { recordPayout } from './payouts.server.ts'

useDatabase()

let admin: Person
beforeAll(async () => {
  useSandbox()
  admin = await createAdmin()
})

test('what is owed to the day is hours not given, make-ups, refunds under way and trainers’ parts of what was given', async () => {
  await setClubTime('UTC', '2027-03-01T08:00:00Z')
  await db.updateTable('club').set({ taxPercent: 19 }).execute()
  expect((await readLiabilities(admin)).totalCents).toBe(0)
  const { trainerId, slots } = await createTrainerWithSlots(1)
  const { bookingId, buyer } = await createHold('gold', slots[0]!.id)
  const { paymentId } = await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
  const { rows } = await sql<{ dates: number }>`select count_dates(${bookingId}::uuid) as dates`.execute(db)
  const dates = rows[0]!.dates
  const price = Math.floor(7_000 / dates)

  const atFirst = await readLiabilities(admin)
  expect(atFirst.hours).toEqual({ count: dates, cents: price * dates })
  expect(atFirst.taxCents).toBe(Math.round((price * dates * 19) / 119))
  // a share of 100 %: all of the trainer's part belongs to hours that are not given yet, but for the rounding
  expect(atFirst.totalCents).toBe(7_000)

  await setClubTime('UTC', '2027-03-15T23:00:00Z')
  const later = await readLiabilities(admin)
  expect(later.hours.count).toBeLessThan(dates)
  expect(later.hours.cents).toBe(price * later.hours.count)
  expect(later.totalCents).toBe(7_000)
  await recordPayout(admin, { trainerId, amountCents: 1_000, requestKey: randomUUID() })
  expect((await readLiabilities(admin)).trainers.cents).toBe(later.trainers.cents - 1_000)

  await refundPayment(admin, {
    paymentId: paymentId!,
    amountCents: 6_900,
    reason: 'Ill',
    requestKey: randomUUID(),
  })
  const refunding = await readLiabilities(admin)
  expect(refunding.refunds).toEqual({ count: 1, cents: 6_900 })
  expect(refunding.hours.cents).toBe(100)
  await expect(readLiabilities(buyer)).rejects.toMatchObject({ code: 'forbidden' })
})
