import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { changeSlot, removeSlot } from '#domain/trainers/own-slots.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase } from '#tests/database.ts'
import {
  addTrainer,
  createAdmin,
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
import { bookingEvents, type BookingEventHandler } from './booking-events.server.ts'
import { endPaidBookings } from './expiry.server.ts'
import { holdSlot } from './hold.server.ts'

useDatabase()
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

/** Bookings that the handler received, in order. */
const received: string[] = []
const hearFree: BookingEventHandler = async (_, { id, state, slotName }) =>
  void received.push(`${id}: ${slotName} is free, ${state}`)
const hearBought: BookingEventHandler = async (_, { id, slotName, plan }) =>
  void received.push(`${id}: ${slotName} is bought with ${plan}`)
beforeAll(() => {
  bookingEvents.slotBecameFree.push(hearFree)
  bookingEvents.monthPurchased.push(hearBought)
})
afterAll(() => {
  bookingEvents.slotBecameFree.pop()
  bookingEvents.monthPurchased.pop()
})
beforeEach(() => void received.splice(0))

const toldOf = (bookingId: string) =>
  received.flatMap((line) => (line.startsWith(bookingId) ? [line.slice(bookingId.length + 2)] : []))
const sayPaidAtProcessor = (intentId: string) =>
  sql`update sandbox_intents set status = 'succeeded', charge_id = ${`ch_${randomUUID()}`}
    where id = ${intentId}`.execute(db)
const refundAll = async (paymentId: string) =>
  refundPayment(await createAdmin(), {
    paymentId,
    amountCents: 7000,
    reason: 'Moved away.',
    requestKey: randomUUID(),
  })

describe('slot-freed handlers run once', () => {
  test('when a hold or a payment that was begun is let go', async () => {
    for (const create of [createHold, createHoldWithIntent]) {
      const { buyer, bookingId } = await create()
      await releaseHold(buyer, bookingId)
      await releaseHold(buyer, bookingId)
      expect(toldOf(bookingId)).toEqual(['Slot 1 is free, cancelled'])
    }
  })

  test('when holds run out, all at once and those with a payment that was begun', async () => {
    const holds = [await createHold(), await createHold(), await createHoldWithIntent()]
    for (const { bookingId } of holds) await expireHold(bookingId)
    await expireHolds()
    await expireHolds()
    for (const { bookingId } of holds) expect(toldOf(bookingId)).toEqual(['Slot 1 is free, expired'])
  })

  test('but not when a hold that ran out makes room for the next in the same moment', async () => {
    const slotId = await createSlot()
    const { bookingId } = await createHold('gold', slotId)
    await expireHold(bookingId)
    await holdSlot(await createMember(), { slotId })
    expect(await bookingStateOf(bookingId)).toBe('expired')
    expect(received).toEqual([])
  })

  test('but not when its trainer takes the hour off the offer in the same moment', async () => {
    const { actor, slotIds } = await addTrainer()
    const slotId = slotIds[0] ?? ''
    const { bookingId } = await createHold('gold', slotId)
    await expireHold(bookingId)
    await removeSlot(actor, slotId)
    expect(await bookingStateOf(bookingId)).toBe('expired')
    expect(received).toEqual([])
  })

  test('by the name that its trainer has just given the hour', async () => {
    const { actor, slotIds } = await addTrainer()
    const slotId = slotIds[0] ?? ''
    const { bookingId } = await createHold('gold', slotId)
    await expireHold(bookingId)
    await changeSlot(actor, slotId, { name: 'Early birds', startHour: 5, price: '40' })
    expect(toldOf(bookingId)).toEqual(['Early birds is free, expired'])
  })

  test('when the months of several are over', async () => {
    const bought = [await createPaidBooking(sandbox), await createPaidBooking(sandbox)]
    received.splice(0)
    await sql`update bookings set paid_until = club_now() where state = 'paid'`.execute(db)
    expect(await endPaidBookings()).toBe(2)
    for (const { bookingId } of bought) expect(toldOf(bookingId)).toEqual(['Slot 1 is free, ended'])
  })

  test('when all of the money is to go back, and not again when it has gone', async () => {
    const { bookingId, paymentId } = await createPaidBooking(sandbox)
    received.splice(0)
    const { refundId } = await refundAll(paymentId)
    expect(toldOf(bookingId)).toEqual(['Slot 1 is free, refund_due'])
    await executeRefund(refundId)
    expect(await bookingStateOf(bookingId)).toBe('refunded')
    expect(toldOf(bookingId)).toHaveLength(1)
  })

  test('when all of the money was given back at the processor', async () => {
    const { bookingId, intentId } = await createPaidBooking(sandbox)
    received.splice(0)
    await sandbox.refund({
      intentId,
      refundId: 'made by hand',
      amountCents: 7000,
      idempotencyKey: randomUUID(),
    })
    await settleIntent(intentId)
    await settleIntent(intentId)
    expect(toldOf(bookingId)).toEqual(['Slot 1 is free, refunded'])
  })
})

describe('month-bought handlers run once', () => {
  test('when it is paid, however often that is reported', async () => {
    const { bookingId, intentId } = await createPaidBooking(sandbox, 'diamond')
    await settleIntent(intentId)
    expect(toldOf(bookingId)).toEqual(['Slot 1 is bought with diamond'])
  })

  test('when money that came late takes the hour again', async () => {
    const { bookingId, intentId, buyer } = await createHoldWithIntent()
    await releaseHold(buyer, bookingId)
    await sayPaidAtProcessor(intentId)
    await settleIntent(intentId)
    expect(toldOf(bookingId)).toEqual(['Slot 1 is free, cancelled', 'Slot 1 is bought with gold'])
  })

  test('and not at all when it came after the hour was given away', async () => {
    const slotId = await createSlot()
    const late = await createHoldWithIntent('gold', slotId)
    await expireHold(late.bookingId)
    await expireHolds()
    await createPaidBooking(sandbox, 'silver', slotId)
    await sayPaidAtProcessor(late.intentId)
    await settleIntent(late.intentId)
    expect(await bookingStateOf(late.bookingId)).toBe('refund_due')
    expect(toldOf(late.bookingId)).toEqual(['Slot 1 is free, expired'])
  })
})

test('what follows belongs to the move: when it cannot be done, nothing has moved', async () => {
  const { buyer, bookingId, clientSecret, intentId } = await createHoldWithIntent()
  bookingEvents.monthPurchased.push(() => Promise.reject(new Error('the follower stumbled')))
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await expect(settleIntent(intentId)).rejects.toThrow('the follower stumbled')
  bookingEvents.monthPurchased.pop()
  expect(await bookingStateOf(bookingId)).toBe('paying')
  await settleIntent(intentId)
  expect(await bookingStateOf(bookingId)).toBe('paid')
  const lines = await db
    .selectFrom('activities')
    .where('userId', '=', buyer.id)
    .where('kind', '=', 'payment')
    .select(['summary', 'detail'])
    .execute()
  expect(lines).toEqual([
    { summary: 'Class Booked Successfully', detail: '06:00 with Mira Okafor, Gold, $70' },
  ])
})
