import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { toDomainError } from '#domain/error-mapping.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createHold, createMember, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { closeCashDay, listCashDays, readCashDay } from './cash-days.server.ts'
import { correctDeskMethod } from './desk-corrections.server.ts'
import { readDeskDay } from './desk-day.server.ts'

useDatabase({ connections: 10 })

const [wednesday, thursday, friday] = ['2027-03-10', '2027-03-11', '2027-03-12']
let admin: Person
beforeAll(() => void useSandbox())
beforeEach(async () => {
  await sql`truncate users cascade`.execute(db)
  admin = await createAdmin({ name: 'Ada Lindqvist' })
  await setClubTime('Europe/Berlin', `${wednesday}T11:00:00Z`)
})
afterEach(expectNoBrokenInvariants)

async function sellInCash() {
  const { bookingId } = await createHold()
  const { paymentId } = await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
  return paymentId!
}

async function handBack(paymentId: string, amountCents: number, requestKey: string) {
  const { refundId } = await refundPayment(admin, { paymentId, amountCents, reason: 'Ill', requestKey })
  await recordDeskRefund(admin, refundId, { method: 'cash' })
  return refundId
}

const count = (day: string, expectedCents: number, more: object = {}) => ({
  day,
  expectedCents,
  countedCents: expectedCents,
  keptCents: 15_000,
  ...more,
})

/** A closed Wednesday: a float of 150, 70 taken, 20 handed back. */
async function closeWednesday() {
  const paymentId = await sellInCash()
  const refundId = await handBack(paymentId, 2_000, 'wednesday-part')
  await closeCashDay(admin, count(wednesday, 20_000, { openingCents: 15_000 }))
  return { paymentId, refundId }
}

describe('closeCashDay', () => {
  test('counts the opening float, cash taken and cash handed back, and the next day opens with what stayed', async () => {
    const paymentId = await sellInCash()
    await handBack(paymentId, 2_000, 'part-of-it')
    expect((await readCashDay(admin)).open).toEqual({
      day: wednesday,
      openingCents: null,
      takenCents: 7_000,
      takenCount: 1,
      returnedCents: 2_000,
      returnedCount: 1,
    })
    const closed = await closeCashDay(admin, count(wednesday, 20_000, { openingCents: 15_000 }))
    expect(closed).toMatchObject({ expectedCents: 20_000, keptCents: 15_000, closedBy: 'Ada Lindqvist' })

    await setClubTime('Europe/Berlin', `${friday}T11:00:00Z`)
    await sellInCash()
    expect((await readCashDay(admin)).open).toMatchObject({ openingCents: 15_000, takenCents: 7_000 })
    await closeCashDay(admin, count(friday, 22_000))
    expect((await listCashDays(admin)).map(({ day }) => day)).toEqual([friday, wednesday])
  })

  test('of a difference asks for a reason, and of none for none', async () => {
    await sellInCash()
    const missing = { countedCents: 6_000, keptCents: 0 }
    await expect(closeCashDay(admin, count(wednesday, 7_000, missing))).rejects.toMatchObject({
      errors: { reason: ['Choose why. $10 is missing.'] },
    })
    await expect(
      closeCashDay(admin, count(wednesday, 7_000, { keptCents: 0, reason: 'change' })),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(closeCashDay(admin, count(wednesday, 7_000, { keptCents: 7_001 }))).rejects.toMatchObject({
      errors: { keptCents: ['At most what was counted can stay in the drawer.'] },
    })
    const closed = await closeCashDay(
      admin,
      count(wednesday, 7_000, { ...missing, reason: 'unknown', note: 'Zweimal gezählt.' }),
    )
    expect(closed).toMatchObject({ reason: 'unknown', note: 'Zweimal gezählt.' })
  })

  test('sent twice closes once, and another count is refused', async () => {
    await sellInCash()
    const form = count(wednesday, 7_000, { keptCents: 0 })
    const [first, second] = await Promise.all([closeCashDay(admin, form), closeCashDay(admin, form)])
    expect(second).toEqual(first)
    await expect(closeCashDay(admin, { ...form, countedCents: 1 })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('comes day by day, never ahead of time, and never over money that was taken meanwhile', async () => {
    await sellInCash()
    await expect(closeCashDay(admin, count(wednesday, 0, { keptCents: 0 }))).rejects.toThrow(
      'Please count again.',
    )
    await closeCashDay(admin, count(wednesday, 7_000, { keptCents: 0 }))
    await setClubTime('Europe/Berlin', `${thursday}T11:00:00Z`)
    await sellInCash()
    await setClubTime('Europe/Berlin', `${friday}T11:00:00Z`)
    expect((await readCashDay(admin)).closeFirst).toBe(thursday)
    await expect(closeCashDay(admin, count(friday, 7_000, { keptCents: 0 }))).rejects.toThrow(
      'Please close Thursday 11 Mar first.',
    )
    await expect(closeCashDay(admin, count('2027-03-13', 7_000, { keptCents: 0 }))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('is for those who use the desk', async () => {
    const member = await createMember()
    await expect(readCashDay(member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(closeCashDay(member, count(wednesday, 0))).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a closed day', () => {
  test('refuses what the desk would add to it, with a sentence', async () => {
    const { paymentId } = await closeWednesday()
    const { bookingId } = await createHold()
    const refused = await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' }).catch(
      (error: unknown) => error,
    )
    expect(toDomainError(refused)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The desk of this day is closed.') as string,
    })
    await expect(handBack(paymentId, 1_000, 'after-closing')).rejects.toMatchObject({
      constraint: 'desk_day_closed',
    })
    await expect(
      correctDeskMethod(admin, {
        kind: 'payment',
        entryId: paymentId,
        method: 'transfer',
        reason: 'Typed wrong',
      }),
    ).rejects.toMatchObject({ constraint: 'desk_day_closed' })

    await setClubTime('Europe/Berlin', `${thursday}T11:00:00Z`)
    await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' }).catch(() => undefined)
    await handBack(paymentId, 1_000, 'the-day-after')
    expect((await readDeskDay(admin, wednesday)).cents.cash).toBe(5_000)
  })

  const ways: [string, string][] = [
    ['another amount', 'update payments set amount_cents = amount_cents where id = $1'],
    ['another method', `update payments set method = 'transfer', banked_on = '2027-03-10' where id = $1`],
    ['another time', `update payments set received_at = received_at + interval '2 days' where id = $1`],
    ['another taker', 'update payments set taken_by = taken_by where id = $1'],
    ['no payment', 'delete from payments where id = $1'],
    ['no refund', 'delete from refunds where payment_id = $1'],
    [
      'a refund that failed',
      `update refunds set state = 'failed', handed_back = null, handed_back_by = null where payment_id = $1`,
    ],
    ['a refund by another method', `update refunds set handed_back = 'transfer' where payment_id = $1`],
    [
      'a refund of another day',
      `update refunds set settled_at = settled_at + interval '2 days' where payment_id = $1`,
    ],
    [
      'a correction dated back',
      `insert into desk_corrections (payment_id, cents, from_method, to_method, reason, corrected_by, corrected_at)
        select id, amount_cents, 'cash', 'transfer', 'x', taken_by, received_at from payments where id = $1`,
    ],
    ['another count', 'update cash_days set counted_cents = counted_cents + 1 where $1::uuid is not null'],
    ['no count', 'delete from cash_days where $1::uuid is not null'],
  ]
  test.each(ways)('refuses %s from the database itself', async (_, statement) => {
    const { paymentId } = await closeWednesday()
    const before = await readDeskDay(admin, wednesday)
    await setClubTime('Europe/Berlin', `${friday}T11:00:00Z`)
    await expect(pool.query(statement, [paymentId])).rejects.toMatchObject({
      constraint: expect.stringMatching(/^(desk_day_closed|append_only|\w+_fkey)$/) as string,
    })
    expect({ ...(await readDeskDay(admin, wednesday)), today: wednesday }).toEqual(before)
  })

  test('refuses money of another day that is moved into it', async () => {
    await closeWednesday()
    await setClubTime('Europe/Berlin', `${friday}T11:00:00Z`)
    const later = await sellInCash()
    await expect(
      pool.query(`update payments set received_at = received_at - interval '2 days' where id = $1`, [later]),
    ).rejects.toMatchObject({ constraint: 'desk_day_closed' })
  })

  test('stays as it was counted when the club moves to another time zone', async () => {
    await closeWednesday()
    await setClubTime('Pacific/Auckland', `${friday}T11:00:00Z`)
    await sellInCash()
    const { open } = await readCashDay(admin)
    expect(open).toMatchObject({ openingCents: 15_000, takenCents: 7_000, returnedCents: 0 })
  })

  test('waits for a payment that is being taken, and counts it', async () => {
    await sellInCash()
    const { bookingId } = await createHold()
    const connection = await pool.connect()
    try {
      await connection.query('begin')
      await connection.query(`select pg_advisory_xact_lock_shared(hashtextextended('desk', 0))`)
      const closing = closeCashDay(admin, count(wednesday, 7_000, { keptCents: 0 }))
      await waitForLocks(1)
      await connection.query('commit')
      await closing
    } finally {
      connection.release()
    }
    await expect(takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })).rejects.toMatchObject({
      constraint: 'desk_day_closed',
    })
  })
})

describe('correctDeskMethod', () => {
  test('moves the amount by two entries of today; the first entry and the balance stay', async () => {
    const paymentId = await sellInCash()
    const wrong = {
      kind: 'payment',
      entryId: paymentId,
      method: 'terminal',
      reason: 'It was by card',
    } as const
    expect(await correctDeskMethod(admin, wrong)).toMatchObject({ method: 'terminal', cents: 7_000 })
    await correctDeskMethod(admin, wrong)
    const day = await readDeskDay(admin, null)
    expect(day.cents).toEqual({ cash: 0, terminal: 7_000, transfer: 0 })
    expect(day.entries.map(({ kind, method, cents }) => `${kind} ${method} ${cents}`).sort()).toEqual([
      'correction cash -7000',
      'correction terminal 7000',
      'payment cash 7000',
    ])
    expect((await readCashDay(admin)).open).toMatchObject({ takenCents: 7_000, returnedCents: 7_000 })
    await expect(correctDeskMethod(await createMember(), wrong)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(correctDeskMethod(admin, { ...wrong, reason: '' })).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(correctDeskMethod(admin, { ...wrong, kind: 'refund' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('of a refund moves what was handed back', async () => {
    const refundId = await handBack(await sellInCash(), 2_000, 'handed-back')
    await correctDeskMethod(admin, {
      kind: 'refund',
      entryId: refundId,
      method: 'transfer',
      reason: 'By bank',
    })
    expect((await readDeskDay(admin, null)).cents).toEqual({ cash: 7_000, terminal: 0, transfer: -2_000 })
  })
})
