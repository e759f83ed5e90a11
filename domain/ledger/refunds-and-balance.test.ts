import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { savePayment } from '#domain/checkout/intents.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { executeRefund, refundPayment, retryRefund } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { CardProcessorRefused, CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createHoldWithIntent,
  createTrainerWithSlots,
  goodCard,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { readBalance } from './balance.server.ts'
import { listFailedRefunds } from './failed-refunds.server.ts'
import { incomeByMonthAndPlan } from './income.server.ts'
import { listLedger } from './ledger.server.ts'
import { listOwedTrainers, recordPayout } from './payouts.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeEach(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
afterEach(expectNoBrokenInvariants)

const request = (paymentId: string, amountCents: number, requestKey: string = randomUUID()) => ({
  paymentId,
  amountCents,
  reason: 'Moved away',
  requestKey,
})
const refundedAt = async (intentId: string) =>
  (await sandbox.retrieveIntent(intentId))?.refunds.map((refund) => refund.amountCents)

describe('refundPayment', () => {
  test('is one, however often its form is sent', async () => {
    const { paymentId, intentId, bookingId } = await createPaidBooking(sandbox)
    const refundRequest = request(paymentId, 2000)
    const results = await Promise.all(Array.from({ length: 10 }, () => refundPayment(admin, refundRequest)))
    expect(new Set(results.map((result) => result.refundId)).size).toBe(1)
    const refundId = results[0]?.refundId ?? ''
    await Promise.all([executeRefund(refundId), executeRefund(refundId)])
    await executeRefund(refundId)
    expect(await refundedAt(intentId)).toEqual([2000])
    expect(await bookingStateOf(bookingId)).toBe('paid')
    expect(await rejectionOf(refundPayment(admin, { ...refundRequest, amountCents: 1000 }))).toMatchObject({
      code: 'conflict',
      message: 'This form has already been used for another refund. Please open it again.',
    })
  })

  test('can be two equal parts, and frees the hour when all is back', async () => {
    const { paymentId, intentId, bookingId } = await createPaidBooking(sandbox)
    const halves = [await refundPayment(admin, request(paymentId, 3500))]
    halves.push(await refundPayment(admin, request(paymentId, 3500)))
    for (const { refundId } of halves) await executeRefund(refundId)
    expect(await refundedAt(intentId)).toEqual([3500, 3500])
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })

  test('of everything frees the hour at once, and of a part leaves it with its buyer', async () => {
    const { paymentId, bookingId } = await createPaidBooking(sandbox)
    await refundPayment(admin, request(paymentId, 3000))
    expect(await bookingStateOf(bookingId)).toBe('paid')
    await refundPayment(admin, request(paymentId, 4000))
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
  })

  test('is never above what is left, also when several are asked for at once', async () => {
    const { paymentId } = await createPaidBooking(sandbox)
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => refundPayment(admin, request(paymentId, 2000))),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
    expect(await rejectionOf(refundPayment(admin, request(paymentId, 1001)))).toMatchObject({
      code: 'conflict',
      message: 'At most $10 of this payment can be refunded.',
    })
    expect(await errorCodeOf(refundPayment(admin, request(paymentId, 7001)))).toBe('conflict')
  })

  test('is for admins, of a payment that is there, above zero and with a reason', async () => {
    const { paymentId, buyer } = await createPaidBooking(sandbox)
    expect(await errorCodeOf(refundPayment(visitor, request(paymentId, 100)))).toBe('unauthenticated')
    expect(await errorCodeOf(refundPayment(buyer, request(paymentId, 100)))).toBe('forbidden')
    expect(await errorCodeOf(refundPayment(admin, request(randomUUID(), 100)))).toBe('not-found')
    expect(await errorCodeOf(refundPayment(admin, request('nonsense', 100)))).toBe('not-found')
    for (const amountCents of [0, -1, 0.5, Number.NaN])
      expect(await errorCodeOf(refundPayment(admin, request(paymentId, amountCents)))).toBe('invalid')
    expect(await errorCodeOf(refundPayment(admin, { ...request(paymentId, 1), reason: ' ' }))).toBe('invalid')
  })

  test('is tried again after a silence of the processor, and done once', async () => {
    const { paymentId, intentId } = await createPaidBooking(sandbox)
    const { refundId } = await refundPayment(admin, request(paymentId, 2000))
    setCardProcessor({
      ...sandbox,
      refund: async (refund) => {
        await sandbox.refund(refund)
        throw new CardProcessorUnavailable('the answer was lost')
      },
    })
    await expect(executeRefund(refundId)).rejects.toThrow('the answer was lost')
    setCardProcessor(sandbox)
    await sql`update refunds set created_at = created_at - interval '1 minute'`.execute(db)
    await reconcile()
    expect(await refundedAt(intentId)).toEqual([2000])
    const row = await db
      .selectFrom('refunds')
      .where('id', '=', refundId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('succeeded')
  })

  test('takes another key when the processor keeps repeating a failure', async () => {
    const { paymentId, intentId } = await createPaidBooking(sandbox)
    const { refundId } = await refundPayment(admin, request(paymentId, 2000))
    const keys: string[] = []
    setCardProcessor({
      ...sandbox,
      refund: async (refund) => {
        keys.push(refund.idempotencyKey)
        if (keys.length === 1) throw new CardProcessorRefused('internal error', 'stored_failure')
        return sandbox.refund(refund)
      },
    })
    await expect(executeRefund(refundId)).rejects.toThrow(CardProcessorUnavailable)
    await executeRefund(refundId)
    expect(new Set(keys).size).toBe(2)
    expect(await refundedAt(intentId)).toEqual([2000])
  })

  test('that the processor refuses is shown to admins, who can ask again', async () => {
    const { paymentId, intentId, bookingId } = await createPaidBooking(sandbox)
    const { refundId } = await refundPayment(admin, request(paymentId, 7000))
    setCardProcessor({
      ...sandbox,
      refund: () => Promise.reject(new CardProcessorRefused('no', 'charge_disputed')),
    })
    await executeRefund(refundId)
    setCardProcessor(sandbox)
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
    expect(await listFailedRefunds(admin)).toMatchObject([{ refundId, amountCents: 7000 }])
    const again = await retryRefund(admin, refundId)
    expect(await listFailedRefunds(admin)).toEqual([])
    await executeRefund(again.refundId)
    expect(await refundedAt(intentId)).toEqual([7000])
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })

  test('that failed has one way on, is told in the ledger, and the buyer reads that it has not gone back', async () => {
    const { paymentId, bookingId, buyer, intentId } = await createPaidBooking(sandbox)
    const { refundId } = await refundPayment(admin, request(paymentId, 7000))
    setCardProcessor({
      ...sandbox,
      refund: () => Promise.reject(new CardProcessorRefused('no', 'charge_disputed')),
    })
    await executeRefund(refundId)
    const paymentLine = async () =>
      (await listLedger(admin)).items.find(({ kind, entryId }) => kind === 'payment' && entryId === paymentId)
    expect(await paymentLine()).toMatchObject({ refundableCents: 0, failedRefundCents: 7000 })
    expect((await getBooking(buyer, bookingId)).refund).toMatchObject({ pendingCents: 0, failedCents: 7000 })
    expect(await rejectionOf(refundPayment(admin, request(paymentId, 100)))).toMatchObject({
      code: 'conflict',
      message: 'A refund of $70 didn’t go through. Try that one again instead.',
    })
    const presses = await Promise.all([retryRefund(admin, refundId), retryRefund(admin, refundId)])
    expect(new Set(presses.map((press) => press.refundId)).size).toBe(1)
    expect((await getBooking(buyer, bookingId)).refund).toMatchObject({ pendingCents: 7000, failedCents: 0 })
    setCardProcessor(sandbox)
    await executeRefund(presses[0]?.refundId ?? '')
    expect(await refundedAt(intentId)).toEqual([7000])
    expect(await paymentLine()).toMatchObject({ refundableCents: 0, failedRefundCents: 0 })
  })

  test('made at the processor arrives in the books, and ours that no longer fit are given up', async () => {
    const { paymentId, intentId } = await createPaidBooking(sandbox)
    await refundPayment(admin, request(paymentId, 4000))
    const ours = await refundPayment(admin, request(paymentId, 2000))
    const foreign = { intentId, refundId: 'made by hand', amountCents: 5000, idempotencyKey: randomUUID() }
    await sandbox.refund(foreign)
    await settleIntent(intentId)
    await settleIntent(intentId)
    const rows = await db
      .selectFrom('refunds')
      .where('paymentId', '=', paymentId)
      .orderBy('amountCents')
      .select(['amountCents', 'state'])
      .execute()
    expect(rows).toEqual([
      { amountCents: 2000, state: 'failed' },
      { amountCents: 4000, state: 'failed' },
      { amountCents: 5000, state: 'succeeded' },
    ])
    await executeRefund(ours.refundId)
    expect(await refundedAt(intentId)).toEqual([5000])
  })

  test('that the processor made twice under one of ours stands in the books twice', async () => {
    const { paymentId, intentId } = await createPaidBooking(sandbox)
    const { refundId } = await refundPayment(admin, request(paymentId, 2000))
    await executeRefund(refundId)
    await sandbox.refund({ intentId, refundId, amountCents: 2000, idempotencyKey: randomUUID() })
    await settleIntent(intentId)
    const { refundedCents } = await db
      .selectFrom('payments')
      .where('id', '=', paymentId)
      .select('refundedCents')
      .executeTakeFirstOrThrow()
    expect(refundedCents).toBe(4000)
  })

  test('to a card whose bank takes none back stays due, in the demo club as in life', async () => {
    const { buyer, clientSecret, intentId, bookingId } = await createHoldWithIntent('gold')
    await sandbox.confirmIntent({ clientSecret, card: { ...goodCard, number: '4000000000005126' } })
    const { paymentId } = await savePayment(buyer, { intentId })
    const { refundId } = await refundPayment(admin, request(paymentId, 7000))
    await executeRefund(refundId)
    expect(await refundedAt(intentId)).toEqual([])
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
    expect(await listFailedRefunds(admin)).toContainEqual(expect.objectContaining({ refundId }))
  })
})

describe('balance and ledger', () => {
  test('add up: received less refunded, less payouts', async () => {
    const before = await readBalance(admin)
    const { paymentId } = await createPaidBooking(sandbox, 'gold')
    const { trainerId, slots } = await createTrainerWithSlots(1)
    await createPaidBooking(sandbox, 'diamond', slots[0]?.id)
    const { refundId } = await refundPayment(admin, request(paymentId, 2000))
    await executeRefund(refundId)
    await recordPayout(admin, { trainerId, amountCents: 3000, note: 'November', requestKey: randomUUID() })
    expect(await readBalance(admin)).toMatchObject({
      totalPaymentCents: before.totalPaymentCents + 15_000,
      totalRemainingCents: before.totalRemainingCents + 12_000,
    })
    const { items, total } = await listLedger(admin, { limit: 4 })
    expect(total).toBeGreaterThanOrEqual(4)
    expect(items.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['payout', -3000],
      ['refund', -2000],
      ['payment', 10_000],
      ['payment', 7000],
    ])
    expect(items[3]).toMatchObject({ refundableCents: 5000, plan: 'gold', buyerName: 'Ada Moss' })
    const months = await incomeByMonthAndPlan(admin)
    expect(months.reduce((sum, entry) => sum + entry.cents, 0)).toBe(
      (await readBalance(admin)).totalPaymentCents,
    )
  })

  test('are for admins', async () => {
    const member = await createMember()
    for (const read of [readBalance, listLedger, incomeByMonthAndPlan, listFailedRefunds, listOwedTrainers]) {
      expect(await errorCodeOf(read(visitor))).toBe('unauthenticated')
      expect(await errorCodeOf(read(member))).toBe('forbidden')
    }
  })
})
