import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { findRecentBooking, getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import {
  CardProcessorRefused,
  CardProcessorUnavailable,
  type CardProcessor,
} from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import { CardDeclined } from '#platform/cards/sandbox-cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  changeOrders,
  cardWithNumber,
  createHold,
  createMember,
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
import { reconcile } from './reconcile.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

/** Overrides one call of the sandbox. */
const withCards = (change: Partial<CardProcessor>) => setCardProcessor({ ...sandbox, ...change })

describe('requestIntent', () => {
  test('makes one intent for 50 parallel requests', async () => {
    const { buyer, bookingId } = await createHold('gold')
    const intents = await Promise.all(Array.from({ length: 50 }, () => requestIntent(buyer, { bookingId })))
    expect(new Set(intents.map((intent) => intent.clientSecret)).size).toBe(1)
    expect(intents[0]).toMatchObject({ processor: 'sandbox', amountCents: 7000, currency: 'usd' })
    const rows = await db
      .selectFrom('sandboxIntents')
      .where('bookingId', '=', bookingId)
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('finds the newest booking with a price', async () => {
    const { buyer, bookingId: older } = await createHold('gold')
    const { bookingId } = await holdSlot(buyer, { slotId: await createSlot() })
    expect((await requestIntent(buyer, { priceCents: 7000 })).bookingId).toBe(older)
    await choosePlan(buyer, bookingId, { plan: 'gold', acceptsOverlap: true })
    expect((await requestIntent(buyer, { priceCents: 7000 })).bookingId).toBe(bookingId)
    expect(await errorCodeOf(requestIntent(buyer, { priceCents: 1 }))).toBe('conflict')
  })

  test('passes over a newer booking with that price whose hold ran out', async () => {
    const { buyer, bookingId } = await createHold('gold')
    const newer = await holdSlot(buyer, { slotId: await createSlot() })
    await choosePlan(buyer, newer.bookingId, { plan: 'gold', acceptsOverlap: true })
    await expireHold(newer.bookingId)
    expect((await requestIntent(buyer, { priceCents: 7000 })).bookingId).toBe(bookingId)
  })

  test('refuses visitors, other people, other prices, and what has no plan or is over', async () => {
    const { buyer, bookingId } = await createHold('gold')
    expect(await errorCodeOf(requestIntent(visitor, { bookingId }))).toBe('unauthenticated')
    expect(await errorCodeOf(requestIntent(await createMember(), { bookingId }))).toBe('not-found')
    expect(await errorCodeOf(requestIntent(buyer, { bookingId, priceCents: 1 }))).toBe('conflict')
    expect(await errorCodeOf(requestIntent(buyer, {}))).toBe('invalid')
    expect(await errorCodeOf(requestIntent(await createMember(), { priceCents: 7000 }))).toBe('conflict')
    const newcomer = await createMember()
    const held = await holdSlot(newcomer, { slotId: await createSlot() })
    expect(await rejectionOf(requestIntent(newcomer, { bookingId: held.bookingId }))).toMatchObject({
      code: 'conflict',
      message: 'Choose a plan before you pay.',
    })
    expect(await rejectionOf(requestIntent(newcomer, { priceCents: 7000 }))).toMatchObject({
      code: 'conflict',
      message: 'Choose a plan before you pay.',
    })
    await choosePlan(newcomer, held.bookingId, { plan: 'silver' })
    await holdSlot(newcomer, { slotId: await createSlot() })
    expect(await rejectionOf(requestIntent(newcomer, { priceCents: 7000 }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('None of your bookings has this price'),
      facts: { prices: [5000] },
    })
    await expireHold(bookingId)
    const over = { code: 'conflict', facts: { state: 'held' } }
    expect(await rejectionOf(requestIntent(buyer, { bookingId }))).toMatchObject(over)
    const paid = await createPaidBooking(sandbox)
    const settled = { code: 'conflict', facts: { state: 'paid' } }
    expect(await rejectionOf(requestIntent(paid.buyer, { bookingId: paid.bookingId }))).toMatchObject(settled)
  })

  test('says that paying is not set up in a club without a processor', async () => {
    const { buyer, bookingId } = await createHold('gold')
    setCardProcessor(disabledProcessor)
    expect(await rejectionOf(requestIntent(buyer, { bookingId }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('aren’t set up'),
    })
    expect(await bookingStateOf(bookingId)).toBe('held')
  })

  test('is repaired by the same key when the answer was lost', async () => {
    const { buyer, bookingId } = await createHold('gold')
    withCards({
      createIntent: async (request) => {
        await sandbox.createIntent(request)
        throw new CardProcessorUnavailable('the answer was lost')
      },
    })
    expect(await errorCodeOf(requestIntent(buyer, { bookingId }))).toBe('unavailable')
    setCardProcessor(sandbox)
    await sql`update payment_attempts set changed_at = changed_at - interval '1 minute'
      where booking_id = ${bookingId}`.execute(db)
    expect((await reconcile()).created).toBeGreaterThan(0)
    const [attempt] = await db
      .selectFrom('paymentAttempts')
      .where('bookingId', '=', bookingId)
      .select(['state', 'intentId'])
      .execute()
    expect(attempt).toEqual({ state: 'open', intentId: expect.any(String) })
    const { intentId } = await requestIntent(buyer, { bookingId })
    const rows = await db
      .selectFrom('sandboxIntents')
      .where('bookingId', '=', bookingId)
      .select('id')
      .execute()
    expect(rows).toEqual([{ id: intentId }])
  })

  test('begins anew with another key when the processor definitely refused', async () => {
    const { buyer, bookingId } = await createHold('gold')
    withCards({ createIntent: () => Promise.reject(new CardProcessorRefused('no', 'stored_failure')) })
    expect(await errorCodeOf(requestIntent(buyer, { bookingId }))).toBe('conflict')
    expect(await bookingStateOf(bookingId)).toBe('held')
    setCardProcessor(sandbox)
    await requestIntent(buyer, { bookingId })
    const attempts = await db
      .selectFrom('paymentAttempts')
      .where('bookingId', '=', bookingId)
      .orderBy('attempt')
      .select(['attempt', 'state'])
      .execute()
    expect(attempts).toEqual([
      { attempt: 1, state: 'cancelled' },
      { attempt: 2, state: 'open' },
    ])
  })
})

describe('settled payment', () => {
  test('is news to its buyer for a week, and to nobody else', async () => {
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    expect(await findRecentBooking(buyer)).toMatchObject({ id: bookingId, state: 'paid' })
    expect(await findRecentBooking(await createMember())).toBeNull()
    expect(await findRecentBooking(visitor)).toBeNull()
    await changeOrders([bookingId], { paidAt: sql<Date>`club_now() - interval '8 days'` })
    expect(await findRecentBooking(buyer)).toBeNull()
  })

  test('counts once, whoever reports it, in any order, in parallel and again and again', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent()
      await sandbox.confirmIntent({ clientSecret, card: goodCard })
      const eventId = `evt_${randomUUID()}`
      const reports = [
        () => savePayment(buyer, { intentId }),
        () => sendWebhook(sandbox, intentId, undefined, eventId),
        () => sendWebhook(sandbox, intentId, undefined, eventId),
        () => sendWebhook(sandbox, intentId),
        () => settleIntent(intentId),
        () => reconcile(),
        () => savePayment(buyer, { intentId, bookingId, expectedPriceCents: 7000 }),
      ].sort(() => Math.random() - 0.5)
      await Promise.all(reports.map((report) => report()))
      for (const report of reports) await report()
      expect(await bookingStateOf(bookingId)).toBe('paid')
      expect(await paymentsOfBooking(bookingId)).toHaveLength(1)
      expect(await activitiesOfBooking(bookingId, 'payment')).toHaveLength(1)
      expect(await activitiesOfBooking(bookingId, 'refund')).toHaveLength(0)
    }
  })

  test('answers the same payment when it is saved again', async () => {
    const { buyer, intentId, paymentId, bookingId } = await createPaidBooking(sandbox)
    expect(await savePayment(buyer, { intentId })).toEqual({ bookingId, paymentId })
    const cards = db.selectFrom('payments').select(['cardBrand', 'cardLast4']).where('id', '=', paymentId)
    expect(await cards.execute()).toEqual([{ cardBrand: 'visa', cardLast4: '4242' }])
  })

  test('is believed only when the processor says so', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent()
    const other = await createHoldWithIntent()
    expect(await errorCodeOf(savePayment(visitor, { intentId }))).toBe('unauthenticated')
    expect(await errorCodeOf(savePayment(buyer, { intentId }))).toBe('conflict')
    expect(await errorCodeOf(savePayment(buyer, { intentId: 'pi_forged' }))).toBe('not-found')
    expect(await errorCodeOf(savePayment(buyer, { intentId: other.intentId }))).toBe('not-found')
    expect(await errorCodeOf(savePayment(buyer, { intentId: '' }))).toBe('invalid')
    await sandbox.confirmIntent({ clientSecret: other.clientSecret, card: goodCard })
    expect(await errorCodeOf(savePayment(buyer, { bookingId, intentId: other.intentId }))).toBe('not-found')
    expect(await errorCodeOf(savePayment(other.buyer, { bookingId, intentId: other.intentId }))).toBe(
      'conflict',
    )
    expect(
      await errorCodeOf(savePayment(other.buyer, { intentId: other.intentId, expectedPriceCents: 1 })),
    ).toBe('conflict')
    expect(await paymentsOfBooking(bookingId)).toEqual([])
    expect(await paymentsOfBooking(other.bookingId)).toEqual([])
  })

  test('that was declined leaves the booking payable and keeps the reason', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent()
    const declined = sandbox.confirmIntent({ clientSecret, card: cardWithNumber('4000000000009995') })
    await expect(declined).rejects.toThrow(CardDeclined)
    expect(await rejectionOf(savePayment(buyer, { intentId }))).toMatchObject({
      code: 'conflict',
      message: 'Your card has insufficient funds.',
    })
    expect(await getBooking(buyer, bookingId)).toMatchObject({
      state: 'paying',
      failure: 'Your card has insufficient funds.',
    })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(buyer, { intentId })
    expect(await getBooking(buyer, bookingId)).toMatchObject({ state: 'paid', failure: null })
  })

  test('never turns back when old news arrive late', async () => {
    const { bookingId, intentId } = await createPaidBooking(sandbox)
    const stale = await sandbox.retrieveIntent(intentId)
    for (const status of ['requires_payment_method', 'canceled', 'processing'] as const) {
      withCards({ retrieveIntent: async () => (stale ? { ...stale, status } : null) })
      await sendWebhook(sandbox, intentId)
      expect(await bookingStateOf(bookingId)).toBe('paid')
    }
    setCardProcessor(sandbox)
  })

  test('that the processor cancelled leaves the booking payable by a new one', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent()
    await sandbox.cancelIntent(intentId)
    await settleIntent(intentId)
    expect(await bookingStateOf(bookingId)).toBe('held')
    expect((await requestIntent(buyer, { bookingId })).intentId).not.toBe(intentId)
  })

  test('is reported as unknown while the processor does not answer, and nothing is lost', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    withCards({ retrieveIntent: () => Promise.reject(new CardProcessorUnavailable('no answer')) })
    expect(await rejectionOf(savePayment(buyer, { intentId }))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Nothing is lost'),
      retryAfter: 5,
    })
    setCardProcessor(sandbox)
    await sql`update payment_attempts set changed_at = changed_at - interval '1 minute'`.execute(db)
    await reconcile()
    expect(await bookingStateOf(bookingId)).toBe('paid')
  })
})
