import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { type CardProcessor } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { type Sandbox } from '#platform/cards/sandbox.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createPaidBooking,
  createHoldWithIntent,
  createSlot,
  goodCard,
  expireHold,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { activitiesOfBooking, sendWebhook, paymentsOfBooking } from '#tests/payment-helpers.ts'
import { executeRefund } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

const carryOutAllRefunds = async () => {
  const pending = await db.selectFrom('refunds').where('state', '=', 'pending').select('id').execute()
  for (const { id } of pending) await executeRefund(id)
}
/** Overrides one call of the sandbox. */
const withCards = (change: Partial<CardProcessor>) => setCardProcessor({ ...sandbox, ...change })

/** Creates an intent that succeeds although its cancellation was just reported. */
async function succeedLate(intentId: string) {
  await sql`update sandbox_intents set status = 'succeeded', charge_id = ${`ch_${randomUUID()}`}
    where id = ${intentId}`.execute(db)
}

describe('late or duplicate payment', () => {
  test('takes the hour again when it is still free', async () => {
    for (const giveUp of [
      async (paying: Awaited<ReturnType<typeof createHoldWithIntent>>) => {
        await expireHold(paying.bookingId)
        await expireHolds()
      },
      async (paying: Awaited<ReturnType<typeof createHoldWithIntent>>) => {
        await releaseHold(paying.buyer, paying.bookingId)
      },
    ]) {
      const paying = await createHoldWithIntent()
      await giveUp(paying)
      await succeedLate(paying.intentId)
      await settleIntent(paying.intentId)
      expect(await bookingStateOf(paying.bookingId)).toBe('paid')
    }
  })

  test('is refunded when somebody else has the hour, and the buyer is told', async () => {
    const slotId = await createSlot()
    const late = await createHoldWithIntent('gold', slotId)
    await expireHold(late.bookingId)
    await expireHolds()
    const second = await createPaidBooking(sandbox, 'silver', slotId)
    await succeedLate(late.intentId)
    expect(await rejectionOf(savePayment(late.buyer, { intentId: late.intentId }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('refunded'),
    })
    expect(await getBooking(late.buyer, late.bookingId)).toMatchObject({
      state: 'refund_due',
      refund: { pendingCents: 7000, succeededCents: 0 },
    })
    await carryOutAllRefunds()
    expect(await bookingStateOf(late.bookingId)).toBe('refunded')
    expect(await bookingStateOf(second.bookingId)).toBe('paid')
    expect(await activitiesOfBooking(late.bookingId, 'refund')).toHaveLength(2)
    expect(await errorCodeOf(savePayment(late.buyer, { intentId: late.intentId }))).toBe('conflict')
    expect(await sandbox.retrieveIntent(late.intentId)).toMatchObject({ refunds: [{ amountCents: 7000 }] })
  })

  test('is refunded when the hour is no longer offered', async () => {
    const slotId = await createSlot()
    const late = await createHoldWithIntent('gold', slotId)
    await releaseHold(late.buyer, late.bookingId)
    await sql`update slots set removed_at = club_now() where id = ${slotId}`.execute(db)
    await succeedLate(late.intentId)
    await settleIntent(late.intentId)
    await carryOutAllRefunds()
    expect(await bookingStateOf(late.bookingId)).toBe('refunded')
  })

  test.each([
    ['an hour', `update slots set start_hour = 21 where id = $1`],
    ['a price', `update slots set price_cents = 9000 where id = $1`],
    [
      'days',
      `update trainers set weekdays = '{Sunday}' where id = (select trainer_id from slots where slots.id = $1)`,
    ],
  ])('is refunded when the hour was given %s of another kind since', async (_, change) => {
    const slotId = await createSlot()
    const late = await createHoldWithIntent('gold', slotId)
    await releaseHold(late.buyer, late.bookingId)
    await pool.query(change, [slotId])
    await succeedLate(late.intentId)
    await settleIntent(late.intentId)
    expect(await bookingStateOf(late.bookingId)).toBe('refund_due')
    // messages name the hour as it was when held
    const { rows } = await pool.query(
      `select detail like '%06:00%' as is_told, invoices.start_hour
      from invoices join payments on payments.id = payment_id join activities using (booking_id)
      where booking_id = $1 and summary = 'Your payment arrived too late'`,
      [late.bookingId],
    )
    expect(rows).toEqual([{ is_told: true, start_hour: 6 }])
    expect(await bookingStateOf((await createPaidBooking(sandbox, 'gold', slotId)).bookingId)).toBe('paid')
  })

  test('leaves one paid and one refunded when two people pay for one re-sold hour', async () => {
    for (let round = 0; round < 20; round += 1) {
      const slotId = await createSlot()
      const first = await createHoldWithIntent('gold', slotId)
      await releaseHold(first.buyer, first.bookingId)
      await succeedLate(first.intentId)
      const second = await createHoldWithIntent('gold', slotId)
      await sandbox.confirmIntent({ clientSecret: second.clientSecret, card: goodCard })
      await Promise.allSettled([
        settleIntent(first.intentId),
        settleIntent(second.intentId),
        sendWebhook(sandbox, first.intentId),
        sendWebhook(sandbox, second.intentId),
      ])
      await carryOutAllRefunds()
      const states = [await bookingStateOf(first.bookingId), await bookingStateOf(second.bookingId)]
      expect(states.sort()).toEqual(['paid', 'refunded'])
    }
  })

  test('is kept apart and refunded when a booking is paid a second time', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent('gold')
    await sandbox.cancelIntent(intentId)
    await settleIntent(intentId)
    const next = await requestIntent(buyer, { bookingId })
    await sandbox.confirmIntent({ clientSecret: next.clientSecret, card: goodCard })
    await savePayment(buyer, { intentId: next.intentId })
    await succeedLate(intentId)
    await Promise.all([settleIntent(intentId), sendWebhook(sandbox, intentId), settleIntent(intentId)])
    const strays = await db
      .selectFrom('strayCharges')
      .where('bookingId', '=', bookingId)
      .selectAll()
      .execute()
    expect(strays).toMatchObject([{ intentId, amountCents: 7000, refundedCents: 7000 }])
    expect((await getBooking(buyer, bookingId)).refund).toMatchObject({ pendingCents: 7000 })
    await carryOutAllRefunds()
    expect(await bookingStateOf(bookingId)).toBe('paid')
    expect(await paymentsOfBooking(bookingId)).toHaveLength(1)
    expect(await activitiesOfBooking(bookingId, 'refund')).toHaveLength(2)
  })

  test('is refunded when it is not what the booking costs', async () => {
    const { bookingId, intentId, clientSecret } = await createHoldWithIntent('gold')
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    const intent = await sandbox.retrieveIntent(intentId)
    withCards({ retrieveIntent: async () => (intent ? { ...intent, currency: 'eur' } : null) })
    await settleIntent(intentId)
    expect(await bookingStateOf(bookingId)).toBe('held')
    expect(await paymentsOfBooking(bookingId)).toEqual([])
    setCardProcessor(sandbox)
    await carryOutAllRefunds()
  })

  test('is left alone when it is not this club’s', async () => {
    const foreign = {
      id: 'pi_foreign',
      clientSecret: null,
      status: 'succeeded' as const,
      amountCents: 7000,
      amountReceivedCents: 7000,
      currency: 'usd',
      chargeId: 'ch_foreign',
      card: null,
      attempt: null,
      storedCard: null,
      lastFailure: null,
      refunds: [],
    }
    for (const bookingId of [null, 'nonsense', randomUUID()]) {
      withCards({ retrieveIntent: async () => ({ ...foreign, bookingId }) })
      expect(await settleIntent('pi_foreign')).toMatchObject({ outcome: 'unknown' })
    }
  })
})
