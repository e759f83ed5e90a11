import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clubNow, db, pool } from '#db/client.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { CardProcessorRefused, type CardProcessor } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createHoldWithIntent,
  createTrainerWithSlots,
  goodCard,
  expireHold,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

const attemptsOf = (bookingId: string) =>
  db.selectFrom('paymentAttempts').where('bookingId', '=', bookingId).select(['attempt', 'state']).execute()
/** Overrides some calls of the sandbox. */
const withCards = (change: Partial<CardProcessor>) => setCardProcessor({ ...sandbox, ...change })

describe('open payment attempt', () => {
  test('through another card processor keeps the hour: only that one can tell that nobody pays', async () => {
    withCards({ name: 'stripe' })
    const { buyer, bookingId } = await createHoldWithIntent()
    setCardProcessor(sandbox)
    expect(await errorCodeOf(releaseHold(buyer, bookingId))).toBe('unavailable')
    expect(await errorCodeOf(choosePlan(buyer, bookingId, { plan: 'diamond' }))).toBe('unavailable')
    expect(await bookingStateOf(bookingId)).toBe('paying')
    expect(await attemptsOf(bookingId)).toEqual([{ attempt: 1, state: 'open' }])
  })

  test('that the processor neither cancels nor knows keeps the hour', async () => {
    const { buyer, bookingId } = await createHoldWithIntent()
    withCards({
      cancelIntent: () => Promise.reject(new CardProcessorRefused('no such intent', 'resource_missing')),
      retrieveIntent: async () => null,
    })
    expect(await errorCodeOf(releaseHold(buyer, bookingId))).toBe('unavailable')
    expect(await bookingStateOf(bookingId)).toBe('paying')
  })

  test('that the bank still thinks about is neither paid nor given up', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent()
    const intent = await sandbox.retrieveIntent(intentId)
    withCards({
      retrieveIntent: async () => intent && { ...intent, status: 'processing' },
      cancelIntent: () => Promise.reject(new CardProcessorRefused('too late', 'intent_unexpected_state')),
    })
    expect(await rejectionOf(savePayment(buyer, { intentId }))).toMatchObject({
      code: 'conflict',
      message: 'Your payment is still being processed. Please wait a moment.',
    })
    const wait = {
      code: 'conflict',
      message: 'This booking is being paid for right now. Please wait a moment and check again.',
    }
    expect(await rejectionOf(releaseHold(buyer, bookingId))).toMatchObject(wait)
    expect(await rejectionOf(choosePlan(buyer, bookingId, { plan: 'diamond' }))).toMatchObject(wait)
    await expireHold(bookingId)
    expect(await expireHolds()).toEqual({ expired: 0, settled: 0, unconfirmed: 0 })
    expect(await bookingStateOf(bookingId)).toBe('paying')
  })

  test('is asked for once, and answered from the books after that', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent()
    withCards({ createIntent: () => Promise.reject(new Error('The processor was asked again.')) })
    expect(await requestIntent(buyer, { bookingId })).toMatchObject({ intentId, clientSecret })
  })

  test('is paid back when its trainer retires meanwhile: nobody would give the hour', async () => {
    const { slots, person } = await createTrainerWithSlots(1)
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent('gold', slots[0]?.id)
    await grantRole(person.email, 'member')
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await expect(savePayment(buyer, { intentId })).rejects.toThrow('All of it is being refunded.')
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
    const refunds = db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'refunds.paymentId')
    expect(await refunds.where('bookingId', '=', bookingId).select('refunds.amountCents').execute()).toEqual([
      { amountCents: 7000 },
    ])
  })

  test('and a trainer who retires in the same moment come one after the other: it is paid back, or its hours are others’ to give', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const { trainerId, slots, person } = await createTrainerWithSlots(1)
      const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent('gold', slots[0]?.id)
      await sandbox.confirmIntent({ clientSecret, card: goodCard })
      const blocker = await pool.connect()
      await blocker.query(`begin; select advisory_lock('days off')`)
      const [pay, retire] = [
        () => savePayment(buyer, { intentId }).catch(() => {}),
        () => grantRole(person.email, 'member'),
      ]
      const acts =
        round % 2 === 0 ? [pay(), waitForLocks(1).then(retire)] : [retire(), waitForLocks(1).then(pay)]
      await waitForLocks(2)
      await blocker.query('commit')
      blocker.release()
      await Promise.all(acts)
      const state = await bookingStateOf(bookingId)
      outcomes.push(state)
      const lessons = db.selectFrom('lessons').where('trainerId', '=', trainerId)
      // a lesson that begins too soon for a cover is called off
      const planned = lessons.where('startsAt', '>', clubNow).where('state', '=', 'planned')
      const ahead = await planned.select('coverUntil').execute()
      if (state === 'paid') expect(ahead.length).toBeGreaterThan(8)
      expect(ahead.every(({ coverUntil }) => coverUntil !== null)).toBe(true)
      await expectNoBrokenInvariants()
    }
    expect(new Set(outcomes)).toEqual(new Set(['paid', 'refund_due']))
  })

  test('buys nothing of a trainer who has retired: neither by card, nor at the desk, nor from under the code', async () => {
    const { slots, person } = await createTrainerWithSlots(1)
    const { buyer, bookingId } = await createHold('gold', slots[0]?.id)
    await grantRole(person.email, 'member')
    const left = {
      code: 'conflict',
      message: 'This hour is no longer offered: its trainer has left the club.',
    }
    expect(await rejectionOf(requestIntent(buyer, { bookingId }))).toMatchObject(left)
    expect(await rejectionOf(choosePlan(buyer, bookingId, { plan: 'silver' }))).toMatchObject(left)
    const paid = { plan: 'gold', method: 'cash' } as const
    expect(await rejectionOf(takePayment(await createAdmin(), bookingId, paid))).toMatchObject(left)
    const sale = `update bookings set state = 'paid', paid_at = club_now() where id = $1`
    await expect(pool.query(sale, [bookingId])).rejects.toMatchObject({ constraint: 'trainer_works_here' })
  })

  test('stays a success when the same question, asked again, is refused after it was paid', async () => {
    const { buyer, bookingId } = await createHold('gold')
    withCards({
      createIntent: async (request) => {
        const { id, clientSecret } = await sandbox.createIntent(request)
        await sandbox.confirmIntent({ clientSecret: clientSecret ?? '', card: goodCard })
        await settleIntent(id)
        throw new CardProcessorRefused('this key was used before', 'idempotency_error')
      },
    })
    expect(await errorCodeOf(requestIntent(buyer, { bookingId }))).toBe('conflict')
    expect(await bookingStateOf(bookingId)).toBe('paid')
    expect(await attemptsOf(bookingId)).toEqual([{ attempt: 1, state: 'succeeded' }])
  })
})
