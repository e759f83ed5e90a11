import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { getBooking, listBookings } from '#domain/bookings/read-bookings.server.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
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
import { choosePlan } from './choose-plan.server.ts'
import { requestIntent, savePayment } from './intents.server.ts'
import { expireHolds, releaseHold } from './release-hold.server.ts'

useDatabase()
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

const minutesLeft = async (bookingId: string) => {
  const { minutes } = await db
    .selectFrom('bookings')
    .where('id', '=', bookingId)
    .select(sql<number>`round(extract(epoch from hold_expires_at - club_now()) / 60)::int`.as('minutes'))
    .executeTakeFirstOrThrow()
  return minutes
}
const makeOlder = async (bookingId: string, minutes: number) => {
  const createdAt = sql`created_at = created_at - make_interval(mins => ${minutes})`
  await sql`update orders set ${createdAt}, hold_expires_at = hold_expires_at - interval '10 minutes'
    where id = ${bookingId}`.execute(db)
  await sql`update bookings set ${createdAt} where id = ${bookingId}`.execute(db)
}

describe('choosePlan', () => {
  test('sets the price and renews the hold to 15 minutes', async () => {
    const buyer = await createMember()
    const { bookingId } = await holdSlot(buyer, { slotId: await createSlot(6000) })
    await makeOlder(bookingId, 10)
    expect(await choosePlan(buyer, bookingId, { plan: 'gold' })).toEqual({
      bookingId,
      plan: 'gold',
      amountCents: 8000,
    })
    expect(await minutesLeft(bookingId)).toBe(15)
    expect(await getBooking(buyer, bookingId)).toMatchObject({ plan: 'gold', classes: 3, amountCents: 8000 })
  })

  test('never holds a slot for more than an hour in all', async () => {
    const { buyer, bookingId } = await createHold('gold')
    await makeOlder(bookingId, 50)
    await choosePlan(buyer, bookingId, { plan: 'silver' })
    expect(await minutesLeft(bookingId)).toBe(10)
  })

  test('refuses visitors, other people, unknown plans and another price', async () => {
    const { buyer, bookingId } = await createHold('silver')
    const refused = async (act: Promise<unknown>) => (await rejectionOf(act)).code
    expect(await refused(choosePlan(visitor, bookingId, { plan: 'gold' }))).toBe('unauthenticated')
    expect(await refused(choosePlan(await createMember(), bookingId, { plan: 'gold' }))).toBe('not-found')
    expect(await refused(choosePlan(buyer, randomUUID(), { plan: 'gold' }))).toBe('not-found')
    expect(await refused(choosePlan(buyer, 'nonsense', { plan: 'gold' }))).toBe('not-found')
    expect(await refused(choosePlan(buyer, bookingId, { plan: 'platinum' as 'gold' }))).toBe('invalid')
    expect(await refused(choosePlan(buyer, bookingId, { plan: 'gold', expectedPriceCents: 5000 }))).toBe(
      'conflict',
    )
    expect(await getBooking(buyer, bookingId)).toMatchObject({ plan: 'silver', amountCents: 5000 })
  })

  test('is over when the hold is', async () => {
    const { buyer, bookingId } = await createHold('silver')
    await expireHold(bookingId)
    expect(await rejectionOf(choosePlan(buyer, bookingId, { plan: 'gold' }))).toMatchObject({
      code: 'conflict',
    })
    expect((await getBooking(buyer, bookingId)).holdIsOver).toBe(true)
  })

  test('cancels a payment that was begun for another plan, and its secret is dead', async () => {
    const { buyer, bookingId, intentId, clientSecret } = await createHoldWithIntent('silver')
    await choosePlan(buyer, bookingId, { plan: 'diamond' })
    expect(await bookingStateOf(bookingId)).toBe('held')
    expect((await sandbox.retrieveIntent(intentId))?.status).toBe('canceled')
    await expect(sandbox.confirmIntent({ clientSecret, card: goodCard })).rejects.toThrow('canceled')
    // a second window still displays the first price
    expect(await rejectionOf(requestIntent(buyer, { bookingId, priceCents: 5000 }))).toMatchObject({
      message: 'The plan was changed in another window. Please check the price again.',
      facts: { priceCents: 10_000 },
    })
    const next = await requestIntent(buyer, { bookingId })
    expect(next).toMatchObject({ amountCents: 10_000 })
    expect(next.intentId).not.toBe(intentId)
  })

  test('keeps the payment that was begun when the same plan is chosen again', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent('gold')
    await choosePlan(buyer, bookingId, { plan: 'gold' })
    expect((await requestIntent(buyer, { bookingId })).intentId).toBe(intentId)
  })

  test('is refused, and the payment counts, when it has been paid a moment ago', async () => {
    const { buyer, bookingId, clientSecret } = await createHoldWithIntent('silver')
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    expect(await rejectionOf(choosePlan(buyer, bookingId, { plan: 'gold' }))).toMatchObject({
      code: 'conflict',
    })
    expect(await getBooking(buyer, bookingId)).toMatchObject({
      state: 'paid',
      plan: 'silver',
      amountCents: 5000,
    })
  })

  test('never charges an amount that was not seen, in a race of paying and changing', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { buyer, bookingId, clientSecret, intentId } = await createHoldWithIntent('silver')
      const [paid] = await Promise.allSettled([
        sandbox.confirmIntent({ clientSecret, card: goodCard }),
        choosePlan(buyer, bookingId, { plan: 'diamond' }),
      ])
      const booking = await getBooking(buyer, bookingId)
      if (paid.status === 'fulfilled') {
        await savePayment(buyer, { intentId })
        expect(await getBooking(buyer, bookingId)).toMatchObject({ state: 'paid', amountCents: 5000 })
      } else expect(booking).toMatchObject({ state: 'held', amountCents: 10_000 })
      await expectNoBrokenInvariants()
    }
  })
})

describe('release of a booking', () => {
  test('frees the hour at once, and doing it again changes nothing', async () => {
    const slotId = await createSlot()
    const { buyer, bookingId } = await createHold('gold', slotId)
    expect(await releaseHold(buyer, bookingId)).toEqual({ bookingId, changed: true })
    expect(await releaseHold(buyer, bookingId)).toEqual({ bookingId, changed: false })
    expect((await holdSlot(await createMember(), { slotId })).isNew).toBe(true)
  })

  test('cancels the payment first', async () => {
    const { buyer, bookingId, intentId } = await createHoldWithIntent()
    await releaseHold(buyer, bookingId)
    expect(await bookingStateOf(bookingId)).toBe('cancelled')
    expect((await sandbox.retrieveIntent(intentId))?.status).toBe('canceled')
  })

  test('is refused for what is paid and for other people', async () => {
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    expect(await rejectionOf(releaseHold(buyer, bookingId))).toMatchObject({ code: 'conflict' })
    expect(await rejectionOf(releaseHold(await createMember(), bookingId))).toMatchObject({
      code: 'not-found',
    })
    expect(await rejectionOf(releaseHold(visitor, bookingId))).toMatchObject({ code: 'unauthenticated' })
  })

  test('counts a payment that was made a moment ago', async () => {
    const { buyer, bookingId, clientSecret } = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    expect(await rejectionOf(releaseHold(buyer, bookingId))).toMatchObject({ code: 'conflict' })
    expect(await bookingStateOf(bookingId)).toBe('paid')
  })
})

describe('expired holds', () => {
  test('are given up by the sweeper, and said so in the activity log', async () => {
    const { buyer, bookingId } = await createHold()
    await expireHold(bookingId)
    expect((await expireHolds()).expired).toBeGreaterThan(0)
    expect(await bookingStateOf(bookingId)).toBe('expired')
    const line = await db
      .selectFrom('activities')
      .where('userId', '=', buyer.id)
      .orderBy('id', 'desc')
      .select(['summary', 'detail'])
      .executeTakeFirstOrThrow()
    expect(line).toEqual({
      summary: 'A hold ran out',
      detail: '06:00 with Mira Okafor. Nothing was paid.',
    })
  })

  test('are given up while being paid only after the processor cancelled the payment', async () => {
    const { bookingId, intentId } = await createHoldWithIntent()
    await expireHold(bookingId)
    setCardProcessor({
      ...sandbox,
      cancelIntent: () => Promise.reject(new CardProcessorUnavailable('no answer')),
    })
    expect(await expireHolds()).toMatchObject({ unconfirmed: 1 })
    expect(await bookingStateOf(bookingId)).toBe('paying')
    setCardProcessor(sandbox)
    expect(await expireHolds()).toMatchObject({ expired: 1 })
    expect(await bookingStateOf(bookingId)).toBe('expired')
    expect((await sandbox.retrieveIntent(intentId))?.status).toBe('canceled')
  })

  test('of a demo club that is one no longer are given up without its processor', async () => {
    const { bookingId } = await createHoldWithIntent()
    await expireHold(bookingId)
    setCardProcessor(disabledProcessor)
    expect(await expireHolds()).toMatchObject({ expired: 1, unconfirmed: 0 })
    setCardProcessor(sandbox)
    expect(await bookingStateOf(bookingId)).toBe('expired')
  })

  test('are bookings when they were paid at the last moment', async () => {
    const { bookingId, clientSecret } = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await expireHold(bookingId)
    expect(await expireHolds()).toMatchObject({ settled: 1 })
    expect(await bookingStateOf(bookingId)).toBe('paid')
  })
})

describe('a paid month', () => {
  test('ends a month later in the club’s calendar, and the hour is free again', async () => {
    const slotId = await createSlot()
    const { buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
    const { isMonth } = await db
      .selectFrom('bookings')
      .where('id', '=', bookingId)
      .select(sql<boolean>`paid_until = paid_at + interval '1 month'`.as('isMonth'))
      .executeTakeFirstOrThrow()
    expect(isMonth).toBe(true)
    await sql`update bookings set paid_until = club_now() where id = ${bookingId}`.execute(db)
    expect(await endPaidBookings()).toBe(1)
    expect(await bookingStateOf(bookingId)).toBe('ended')
    expect((await holdSlot(await createMember(), { slotId })).isNew).toBe(true)
    expect((await listBookings(buyer)).items.map((booking) => booking.id)).toEqual([bookingId])
  })

  test('is seen by its buyer only', async () => {
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    expect(await getBooking(buyer, bookingId)).toMatchObject({
      buyer: { email: buyer.email },
      payment: { amountCents: 7000, refundedCents: 0 },
      slot: { startHour: 6 },
    })
    expect(await rejectionOf(getBooking(await createMember(), bookingId))).toMatchObject({
      code: 'not-found',
    })
    expect(await rejectionOf(getBooking(visitor, bookingId))).toMatchObject({ code: 'unauthenticated' })
    expect(await rejectionOf(getBooking(buyer, '..'))).toMatchObject({ code: 'not-found' })
  })
})
