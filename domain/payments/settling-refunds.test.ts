import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { readDeskDay } from '#domain/ledger/desk-day.server.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { readDeletionState } from '#domain/personal-data/deletion-blockers.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { bookingStateOf, createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createPendingPayment, deliverEvent, useStripeClub } from '#tests/proof/stripe-club.ts'
import { executeRefund, refundPayment, retryRefund } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'
import { settleRefundOtherwise } from './settling-refunds.server.ts'

useDatabase()
const club = useStripeClub()
let admin: Person
beforeEach(async () => {
  admin = await createAdmin()
})
afterEach(expectNoBrokenInvariants)

/** Sells an hour for 70.00 by card. */
async function sell() {
  const { slots } = await createTrainerWithSlots(1)
  const buyer = await createMember()
  const { intentId, clientSecret, bookingId } = await createPendingPayment(buyer, slots[0]!.id)
  club.double.pay(clientSecret)
  const { paymentId } = await settleIntent(intentId)
  return { buyer, intentId, bookingId, paymentId: paymentId! }
}

async function refund(paymentId: string, amountCents = 7000): Promise<string> {
  const request = { paymentId, amountCents, reason: 'Moved away', requestKey: randomUUID() }
  const { refundId } = await refundPayment(admin, request)
  await executeRefund(refundId)
  return refundId
}

const failedRefund = async (id: string) =>
  (await listFailedRefunds(admin)).filter(({ refundId }) => refundId === id)

/** Fails the refunds of an intent at the processor, and delivers only the named event. */
async function failLater(intentId: string, eventType: string) {
  const from = club.double.events.all().length
  const [made] = club.double.ledger.refunds(intentId)
  club.double.ledger.failRefund(made!.id)
  const event = club.double.events
    .all()
    .slice(from)
    .find(({ type }) => type === eventType)
  expect(await deliverEvent(club.double, event!)).toBe('applied')
}

describe('a refund that fails after it went out', () => {
  test.each(['refund.updated', 'refund.failed', 'charge.refund.updated'])(
    'comes back into the books by the notice %s, and the buyer is told',
    async (eventType) => {
      const { intentId, paymentId } = await sell()
      const { totalPaymentCents } = await readBalance(admin)
      const refundId = await refund(paymentId, 2000)
      await failLater(intentId, eventType)
      expect((await readBalance(admin)).totalPaymentCents).toBe(totalPaymentCents)
      expect(await failedRefund(refundId)).toMatchObject([{ amountCents: 2000, state: 'failed' }])
      const letters = await db
        .selectFrom('letters')
        .where('letter', '=', 'refund-came-back')
        .where('cause', 'like', `%${refundId}%`)
        .select('subject')
        .execute()
      expect(letters).toEqual([{ subject: 'Your bank sent $20.00 back to us' }])
    },
  )

  test('comes back each time that it is tried again and fails again', async () => {
    const { intentId, bookingId, paymentId } = await sell()
    const { totalPaymentCents } = await readBalance(admin)
    let refundId = await refund(paymentId)
    for (const turn of [1, 2]) {
      await failLater(intentId, 'refund.failed')
      expect((await readBalance(admin)).totalPaymentCents, `after failure ${turn}`).toBe(totalPaymentCents)
      ;({ refundId } = await retryRefund(admin, refundId))
      await executeRefund(refundId)
      expect((await readBalance(admin)).totalPaymentCents).toBe(totalPaymentCents - 7000)
    }
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })
})

describe('a failed refund', () => {
  test('is settled or tried again by one of several admins at the same moment', async () => {
    const { intentId, paymentId } = await sell()
    const refundId = await refund(paymentId)
    await failLater(intentId, 'refund.failed')
    const { totalPaymentCents } = await readBalance(admin)
    const settle = (how: 'cash' | 'transfer') =>
      settleRefundOtherwise(admin, refundId, { how, why: 'Card closed' })
    const outcomes = await Promise.allSettled([
      settle('cash'),
      settle('cash'),
      settle('transfer'),
      retryRefund(admin, refundId),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const spent = totalPaymentCents - (await readBalance(admin)).totalPaymentCents
    expect([0, 7000]).toContain(spent)
  })

  test('that the buyer’s bank took counts as gone when the rest of the order is refunded', async () => {
    const { intentId, bookingId, paymentId } = await sell()
    const refundId = await refund(paymentId, 3000)
    await failLater(intentId, 'refund.failed')
    await settleRefundOtherwise(admin, refundId, { how: 'bank', why: 'They wrote so' })
    await refund(paymentId, 4000)
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })

  test('that is handed back in cash is in the ledger, in the drawer and in the buyer’s booking', async () => {
    const { buyer, intentId, bookingId, paymentId } = await sell()
    const before = await readBalance(admin)
    const drawer = (await readDeskDay(admin, null)).cents.cash
    const refundId = await refund(paymentId)
    await failLater(intentId, 'refund.failed')
    expect((await readDeletionState(db, buyer.id)).blockers).toMatchObject([{ kind: 'refund' }])
    const settlement = { how: 'cash' as const, why: 'Card closed' }
    expect(await settleRefundOtherwise(admin, refundId, settlement)).toMatchObject({ amountCents: 7000 })
    expect((await readBalance(admin)).totalPaymentCents).toBe(before.totalPaymentCents - 7000)
    expect((await readDeskDay(admin, null)).cents.cash).toBe(drawer - 7000)
    expect(await bookingStateOf(bookingId)).toBe('refunded')
    expect((await getBooking(buyer, bookingId)).refund).toMatchObject({ settledHow: 'cash', failedCents: 0 })
    expect((await readDeletionState(db, buyer.id)).blockers).toEqual([])
    expect(await failedRefund(refundId)).toEqual([])
    expect((await rejectionOf(settleRefundOtherwise(admin, refundId, settlement))).code).toBe('conflict')
    expect((await rejectionOf(retryRefund(admin, refundId))).code).toBe('conflict')
    const audit = await db
      .selectFrom('auditEntries')
      .where('action', '=', 'settle refund')
      .where('actorId', '=', admin.id)
      .select('after')
      .execute()
    expect(audit).toMatchObject([{ after: { how: 'cash', why: 'Card closed', amountCents: 7000 } }])
  })

  test.each(['bank', 'given up'] as const)(
    'that ends by “%s” moves no money of the club, frees the account and is told',
    async (how) => {
      const { buyer, intentId, bookingId, paymentId } = await sell()
      const refundId = await refund(paymentId)
      await failLater(intentId, 'refund.failed')
      const before = await readBalance(admin)
      await settleRefundOtherwise(admin, refundId, { how, why: 'Decided by the bank' })
      expect(await readBalance(admin)).toEqual(before)
      expect(await bookingStateOf(bookingId)).toBe('refunded')
      expect((await readDeletionState(db, buyer.id)).blockers).toEqual([])
      expect(await failedRefund(refundId)).toEqual([])
      const letters = await db
        .selectFrom('letters')
        .where('letter', '=', 'refund-settled')
        .where('userId', '=', buyer.id)
        .select('text')
        .execute()
      expect(letters).toMatchObject([{ text: expect.stringContaining('Decided by the bank') }])
    },
  )

  test('of a payment that the bank has withdrawn is not handed back a second time', async () => {
    const { intentId, bookingId, paymentId } = await sell()
    const { refundId } = await refundPayment(admin, {
      paymentId,
      amountCents: 7000,
      reason: 'Ill',
      requestKey: randomUUID(),
    })
    const from = club.double.events.all().length
    club.double.ledger.dispute(intentId)
    for (const event of club.double.events.all().slice(from)) await deliverEvent(club.double, event)
    await executeRefund(refundId)
    expect(await failedRefund(refundId)).toMatchObject([{ refundId }])
    expect((await rejectionOf(retryRefund(admin, refundId))).message).toMatch(/disputes this payment/)
    const cash = settleRefundOtherwise(admin, refundId, { how: 'cash', why: 'They asked' })
    expect((await rejectionOf(cash)).code).toBe('conflict')
    await settleRefundOtherwise(admin, refundId, { how: 'bank', why: 'Charged back' })
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })

  test('that is refunded once more at the processor after cash was handed back shows as paid twice', async () => {
    const { intentId, paymentId } = await sell()
    const before = await readBalance(admin)
    const refundId = await refund(paymentId)
    await failLater(intentId, 'refund.failed')
    await settleRefundOtherwise(admin, refundId, { how: 'cash', why: 'Card closed' })
    club.double.ledger.refund({ intentId })
    await settleIntent(intentId)
    expect((await readBalance(admin)).totalPaymentCents).toBe(before.totalPaymentCents - 14_000)
  })

  test('is settled only by an admin, with a reason, and only once it has failed', async () => {
    const { buyer, intentId, paymentId } = await sell()
    const refundId = await refund(paymentId)
    const settlement = { how: 'cash' as const, why: 'Card closed' }
    expect((await rejectionOf(settleRefundOtherwise(buyer, refundId, settlement))).code).toBe('forbidden')
    expect((await rejectionOf(settleRefundOtherwise(admin, refundId, settlement))).message).toMatch(
      /gone through after all/,
    )
    await failLater(intentId, 'refund.failed')
    const noReason = settleRefundOtherwise(admin, refundId, { ...settlement, why: ' ' })
    expect((await rejectionOf(noReason)).code).toBe('invalid')
    await settleRefundOtherwise(admin, refundId, settlement)
  })

  test('that the processor leaves under way for three days can be settled as well', async () => {
    const { paymentId } = await sell()
    const { refundId } = await refundPayment(admin, {
      paymentId,
      amountCents: 1000,
      reason: 'Ill',
      requestKey: randomUUID(),
    })
    const settlement = { how: 'transfer' as const, why: 'The processor does not answer' }
    expect((await rejectionOf(settleRefundOtherwise(admin, refundId, settlement))).message).toMatch(
      /under way/,
    )
    await sql`update refunds set created_at = created_at - interval '4 days' where id = ${refundId}`.execute(
      db,
    )
    expect(await failedRefund(refundId)).toMatchObject([{ refundId, state: 'pending' }])
    await settleRefundOtherwise(admin, refundId, settlement)
    expect(await failedRefund(refundId)).toEqual([])
  })
})
