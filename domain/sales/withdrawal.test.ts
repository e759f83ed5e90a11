import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { orderOffer } from './order-offer.server.ts'
import { listPurchases } from './purchases.server.ts'
import { withdrawnCents } from './withdrawal.rules.ts'
import {
  carryOutWithdrawals,
  getWithdrawable,
  keepPurchase,
  withdraw,
  withdrawByEmail,
} from './withdrawal.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let packId: string
let membershipId: string
const day = (text: string) => setClubTime('UTC', `${text}T12:00:00Z`)
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  const offer = { title: 'Ten classes', price: 120, classes: 10, soldTo: 'everybody' } as const
  packId = (await addOffer(admin, { ...offer, kind: 'pack', validDays: 180 })).id
  const terms = { kind: 'membership', periodMonths: 1, minMonths: 0, noticeDays: 0 } as const
  membershipId = (await addOffer(admin, { ...offer, ...terms, title: 'Monthly' })).id
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await setClubTime('UTC')
})

async function buy(offerId: string, beginsAtOnce = true): Promise<{ buyer: Person; orderId: string }> {
  await day('2027-03-01')
  const buyer = await createMember()
  const consents = { expectedPriceCents: 12_000, beginsAtOnce, renews: true }
  const { orderId } = await orderOffer(buyer, offerId, consents)
  const { intentId, clientSecret } = await requestIntent(buyer, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(buyer, { intentId })
  return { buyer, orderId }
}
const refundedCents = async (orderId: string) => {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'paymentId')
    .where('bookingId', '=', orderId)
    .select(['refunds.id', 'refunds.amountCents'])
    .execute()
  for (const { id } of refunds) await executeRefund(id)
  return refunds.map(({ amountCents }) => amountCents)
}
async function refundAll(orderId: string): Promise<void> {
  const payment = db.selectFrom('payments').where('bookingId', '=', orderId).select(['id', 'amountCents'])
  const { id: paymentId, amountCents } = await payment.executeTakeFirstOrThrow()
  await refundPayment(admin, { paymentId, amountCents, reason: 'Moved away', requestKey: randomUUID() })
}
const letters = async ({ id }: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', id)
      .where('letter', '=', 'withdrawal-received')
      .select('text')
      .execute()
  ).map(({ text }) => text)

describe('withdraw', () => {
  test('an unused pack goes back in full, its classes end, and a letter says so', async () => {
    const { buyer, orderId } = await buy(packId)
    expect(await getWithdrawable(buyer, orderId)).toMatchObject({ backCents: 12_000, used: 0 })
    expect(await withdraw(buyer, orderId)).toMatchObject({ backCents: 12_000 })
    expect(await refundedCents(orderId)).toEqual([12_000])
    expect(await listPurchases(buyer)).toMatchObject([{ state: 'refunded', isInUse: false }])
    expect(await letters(buyer)).toHaveLength(1)
    expect(await rejectionOf(withdraw(buyer, orderId))).toMatchObject({ code: 'not-found' })
  })

  test('a class that was taken is paid, and one that is only booked is not', async () => {
    const { buyer, orderId } = await buy(packId)
    const { lessonId } = await addClassDate(admin, { inDays: 3 })
    await bookClass(buyer, lessonId)
    expect(await getWithdrawable(buyer, orderId)).toMatchObject({ used: 0, backCents: 12_000 })
    await day('2027-03-05')
    expect(await getWithdrawable(buyer, orderId)).toMatchObject({ used: 1, backCents: 10_800 })
    await withdraw(buyer, orderId)
    expect(await refundedCents(orderId)).toEqual([10_800])
    expect(await listPurchases(buyer)).toMatchObject([{ state: 'ended', isInUse: false }])
  })

  test('a membership ends, and is never billed again', async () => {
    const { buyer, orderId } = await buy(membershipId)
    await withdraw(buyer, orderId)
    await refundedCents(orderId)
    const memberships = db
      .selectFrom('memberships')
      .where('memberId', '=', buyer.id)
      .select(['state', 'overBecause'])
    expect(await memberships.execute()).toEqual([{ state: 'over', overBecause: 'withdrawn' }])
  })

  test('is for 14 days, and for the buyer alone', async () => {
    const { buyer, orderId } = await buy(packId)
    await day('2027-03-15')
    expect(await rejectionOf(withdraw(await createMember(), orderId))).toMatchObject({ code: 'not-found' })
    expect(await getWithdrawable(buyer, orderId)).toMatchObject({ orderId })
    await day('2027-03-16')
    expect(await rejectionOf(withdraw(buyer, orderId))).toMatchObject({ code: 'not-found' })
    expect(await refundedCents(orderId)).toEqual([])
  })

  test('twice at once brings the money back once', async () => {
    const { buyer, orderId } = await buy(packId)
    const results = await Promise.allSettled([withdraw(buyer, orderId), withdraw(buyer, orderId)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refundedCents(orderId)).toEqual([12_000])
  })
})

test.each([
  ['withdrawn', (buyer: Person, orderId: string) => withdraw(buyer, orderId)],
  ['refunded in full', (_buyer: Person, orderId: string) => refundAll(orderId)],
] as const)(
  'the places of an order that is %s come back with it, and the next in line is in',
  async (_how, end) => {
    const { buyer, orderId } = await buy(packId)
    const [full, other] = [
      await addClassDate(admin, { capacity: 1 }),
      await addClassDate(admin, { inDays: 4 }),
    ]
    const next = await createMember()
    await giveClasses([next], 1)
    for (const { lessonId } of [full, other]) await bookClass(buyer, lessonId)
    await bookClass(next, full.lessonId)
    await end(buyer, orderId)
    const places = db
      .selectFrom('participants')
      .where('lessonId', 'in', [full.lessonId, other.lessonId])
      .where('state', '=', 'booked')
      .select('memberId')
    expect(await places.execute()).toEqual([{ memberId: next.id }])
    const { used } = await db
      .selectFrom('allowances')
      .where('orderId', '=', orderId)
      .select('used')
      .executeTakeFirstOrThrow()
    expect(used).toBe(0)
  },
)

test('the last class is wanted in two lessons while its money goes back: never booked and paid back', async () => {
  const title = 'One left'
  const pack = { kind: 'pack', title, price: 120, classes: 1, validDays: 30, soldTo: 'everybody' } as const
  const { id } = await addOffer(admin, pack)
  for (let round = 0; round < repetitions(3, 200); round += 1) {
    const { buyer, orderId } = await buy(id)
    const [one, other] = [await addClassDate(admin), await addClassDate(admin, { startsAt: '10:00' })]
    await Promise.allSettled([
      bookClass(buyer, one.lessonId),
      withdraw(buyer, orderId),
      bookClass(buyer, other.lessonId),
    ])
    const { booked, state } = await db
      .selectFrom('orders')
      .where('orders.id', '=', orderId)
      .select([
        'state',
        sql<number>`(select count(*)::integer from participants
        where allowance_id = orders.id and participants.state = 'booked')`.as('booked'),
      ])
      .executeTakeFirstOrThrow()
    expect(booked).toBe(state === 'paid' ? 1 : 0)
    expect(await refundedCents(orderId)).toEqual(state === 'paid' ? [] : [12_000])
  }
})

describe('withdrawByEmail', () => {
  test('is acknowledged at once, and carried out in three days', async () => {
    const { buyer, orderId } = await buy(packId)
    await withdrawByEmail({ email: buyer.email })
    await withdrawByEmail({ email: buyer.email })
    await withdrawByEmail({ email: 'nobody@example.org' })
    expect(await letters(buyer)).toHaveLength(1)
    expect(await carryOutWithdrawals()).toBe(0)
    await day('2027-03-05')
    expect(await carryOutWithdrawals()).toBe(1)
    expect(await carryOutWithdrawals()).toBe(0)
    expect(await refundedCents(orderId)).toEqual([12_000])
  })

  test('whoever did not do it keeps the purchase', async () => {
    const { buyer, orderId } = await buy(packId)
    await withdrawByEmail({ email: buyer.email })
    expect(await rejectionOf(keepPurchase(await createMember(), orderId))).toMatchObject({
      code: 'not-found',
    })
    await keepPurchase(buyer, orderId)
    await keepPurchase(buyer, orderId)
    await day('2027-03-05')
    expect(await carryOutWithdrawals()).toBe(0)
    expect(await listPurchases(buyer)).toMatchObject([{ state: 'paid', isInUse: true }])
  })
})

test.each([
  ['all of it before it is used', { used: 0 }, 12_000],
  ['the classes that are left', { used: 3 }, 8_400],
  ['nothing once all is used', { used: 10 }, 0],
  ['all of it, if it was not to begin at once', { used: 3, beganAtOnce: false }, 12_000],
  ['the days that are left, with as many classes as one likes', { given: null, partOver: 0.25 }, 9_000],
  ['whole cents, rounded for the buyer', { amountCents: 10_001, used: 5 }, 5_001],
] as const)('a withdrawal brings back %s', (_case, facts, cents) => {
  const purchase = { amountCents: 12_000, beganAtOnce: true, given: 10, used: 0, partOver: 0 }
  expect(withdrawnCents({ ...purchase, ...facts })).toBe(cents)
})
