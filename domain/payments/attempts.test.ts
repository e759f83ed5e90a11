import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clubNow, db, pool } from '#db/client.ts'
import { CardProcessorRefused, type CardProcessor } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { codeOf, refusalOf } from '#tests/accounts.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaying,
  createTrainerWithSlots,
  goodCard,
  letHoldRunOut,
  stateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { choosePlan } from '#domain/checkout/plan.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

const attemptsOf = (bookingId: string) =>
  db.selectFrom('paymentAttempts').where('bookingId', '=', bookingId).select(['attempt', 'state']).execute()
/** The processor as it is, but for these calls. */
const withCards = (change: Partial<CardProcessor>) => setCardProcessor({ ...sandbox, ...change })

describe('a payment under way', () => {
  it('through another card processor keeps the hour: only that one can tell that nobody pays', async () => {
    withCards({ name: 'stripe' })
    const { buyer, bookingId } = await createPaying()
    setCardProcessor(sandbox)
    expect(await codeOf(releaseHold(buyer, bookingId))).toBe('unavailable')
    expect(await codeOf(choosePlan(buyer, bookingId, { plan: 'diamond' }))).toBe('unavailable')
    expect(await stateOf(bookingId)).toBe('paying')
    expect(await attemptsOf(bookingId)).toEqual([{ attempt: 1, state: 'open' }])
  })

  it('that the processor neither cancels nor knows keeps the hour', async () => {
    const { buyer, bookingId } = await createPaying()
    withCards({
      cancelIntent: () => Promise.reject(new CardProcessorRefused('no such intent', 'resource_missing')),
      retrieveIntent: async () => null,
    })
    expect(await codeOf(releaseHold(buyer, bookingId))).toBe('unavailable')
    expect(await stateOf(bookingId)).toBe('paying')
  })

  it('that the bank still thinks about is neither paid nor given up', async () => {
    const { buyer, bookingId, intentId } = await createPaying()
    const intent = await sandbox.retrieveIntent(intentId)
    withCards({
      retrieveIntent: async () => intent && { ...intent, status: 'processing' },
      cancelIntent: () => Promise.reject(new CardProcessorRefused('too late', 'intent_unexpected_state')),
    })
    expect(await refusalOf(savePayment(buyer, { intentId }))).toMatchObject({
      code: 'conflict',
      message: 'Your payment is still being processed. Please wait a moment.',
    })
    const wait = {
      code: 'conflict',
      message: 'This booking is being paid just now. Please wait a moment and look again.',
    }
    expect(await refusalOf(releaseHold(buyer, bookingId))).toMatchObject(wait)
    expect(await refusalOf(choosePlan(buyer, bookingId, { plan: 'diamond' }))).toMatchObject(wait)
    await letHoldRunOut(bookingId)
    expect(await expireHolds()).toEqual({ expired: 0, settled: 0, kept: 1 })
    expect(await stateOf(bookingId)).toBe('paying')
  })

  it('is asked for once, and answered from the books after that', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createPaying()
    withCards({ createIntent: () => Promise.reject(new Error('The processor was asked again.')) })
    expect(await requestIntent(buyer, { bookingId })).toMatchObject({ intentId, clientSecret })
  })

  it('is paid back when its trainer retires meanwhile: nobody would give the hour', async () => {
    const { slots, person } = await createTrainerWithSlots(1)
    const { buyer, bookingId, intentId, clientSecret } = await createPaying('gold', slots[0]?.id)
    await grantRole(person.email, 'member')
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await expect(savePayment(buyer, { intentId })).rejects.toThrow('All of it is being refunded.')
    expect(await stateOf(bookingId)).toBe('refund_due')
    const refunds = db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'refunds.paymentId')
    expect(await refunds.where('bookingId', '=', bookingId).select('refunds.amountCents').execute()).toEqual([
      { amountCents: 7000 },
    ])
  })

  it('and a trainer who retires in the same moment come one after the other: it is paid back, or its hours are others’ to give', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const { trainerId, slots, person } = await createTrainerWithSlots(1)
      const { buyer, bookingId, intentId, clientSecret } = await createPaying('gold', slots[0]?.id)
      await sandbox.confirmIntent({ clientSecret, card: goodCard })
      const door = await pool.connect()
      await door.query(`begin; select advisory_lock('days off')`)
      const [pay, retire] = [
        () => savePayment(buyer, { intentId }).catch(() => {}),
        () => grantRole(person.email, 'member'),
      ]
      const acts =
        round % 2 === 0 ? [pay(), waitForLocks(1).then(retire)] : [retire(), waitForLocks(1).then(pay)]
      await waitForLocks(2)
      await door.query('commit')
      door.release()
      await Promise.all(acts)
      const state = await stateOf(bookingId)
      outcomes.push(state)
      const lessons = db.selectFrom('lessons').where('trainerId', '=', trainerId)
      const ahead = await lessons.where('startsAt', '>', clubNow).select('coverUntil').execute()
      if (state === 'paid') expect(ahead.length).toBeGreaterThan(8)
      expect(ahead.every(({ coverUntil }) => coverUntil !== null)).toBe(true)
      await expectNoBrokenInvariants()
    }
    expect(new Set(outcomes)).toEqual(new Set(['paid', 'refund_due']))
  })

  it('buys nothing of a trainer who has retired: neither by card, nor at the desk, nor from under the code', async () => {
    const { slots, person } = await createTrainerWithSlots(1)
    const { buyer, bookingId } = await createHold('gold', slots[0]?.id)
    await grantRole(person.email, 'member')
    const left = {
      code: 'conflict',
      message: 'This hour is no longer offered: its trainer has left the club.',
    }
    expect(await refusalOf(requestIntent(buyer, { bookingId }))).toMatchObject(left)
    expect(await refusalOf(choosePlan(buyer, bookingId, { plan: 'silver' }))).toMatchObject(left)
    const paid = { plan: 'gold', method: 'cash' } as const
    expect(await refusalOf(takePayment(await createAdmin(), bookingId, paid))).toMatchObject(left)
    const sale = `update bookings set state = 'paid', paid_at = club_now() where id = $1`
    await expect(pool.query(sale, [bookingId])).rejects.toMatchObject({ constraint: 'trainer_works_here' })
  })

  it('stays a success when the same question, asked again, is refused after it was paid', async () => {
    const { buyer, bookingId } = await createHold('gold')
    withCards({
      createIntent: async (request) => {
        const { id, clientSecret } = await sandbox.createIntent(request)
        await sandbox.confirmIntent({ clientSecret: clientSecret ?? '', card: goodCard })
        await settleIntent(id)
        throw new CardProcessorRefused('this key was used before', 'idempotency_error')
      },
    })
    expect(await codeOf(requestIntent(buyer, { bookingId }))).toBe('conflict')
    expect(await stateOf(bookingId)).toBe('paid')
    expect(await attemptsOf(bookingId)).toEqual([{ attempt: 1, state: 'succeeded' }])
  })
})
