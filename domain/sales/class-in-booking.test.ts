import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { addGuest } from '#domain/lessons/classes/class-guests.server.ts'
import { getClassDate } from '#domain/lessons/classes/timetable.server.ts'
import type { OfferInput } from '#domain/offers/offers.input.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { addCode } from '#domain/vouchers/codes.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createMembers,
  expireHold,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { orderOffer } from './order-offer.server.ts'
import { getPurchase } from './purchases.server.ts'
import { readClassSale } from './single-class.server.ts'

useDatabase({ connections: 20 })

const single: OfferInput = {
  kind: 'class',
  title: 'One class',
  price: 15,
  classes: 1,
  validDays: 30,
  soldTo: 'everybody',
}
let sandbox: Sandbox
let admin: Person
let offerId: string
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  offerId = (await addOffer(admin, single)).id
})
afterEach(expectNoBrokenInvariants)

const buy = async (person: Person, lessonId: string) =>
  (await orderOffer(person, offerId, { expectedPriceCents: 1_500, lessonId })).orderId

async function pay(person: Person, orderId: string) {
  const { intentId, clientSecret } = await requestIntent(person, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  return savePayment(person, { intentId })
}

/** An order whose intent succeeds although it was given up or ran out. */
async function payTooLate(person: Person, orderId: string, giveUp: () => Promise<unknown>) {
  const { intentId } = await requestIntent(person, { bookingId: orderId })
  await giveUp()
  await sql`update sandbox_intents set status = 'succeeded', charge_id = ${`ch_${randomUUID()}`}
    where id = ${intentId}`.execute(db)
  await settleIntent(intentId)
}

const saleOf = async (person: Person, lessonId: string) =>
  readClassSale(person, await getClassDate(person, lessonId))

const runOut = async (orderId: string) => {
  await expireHold(orderId)
  await expireHolds()
}

const orderState = async (id: string) =>
  (await db.selectFrom('orders').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state

/** States of a member's places in a class, the latest first. */
const placesOf = async (lessonId: string, { id }: Pick<Person, 'id'>) => {
  const { rows } = await sql<{ state: string }>`
    select state from participants where lesson_id = ${lessonId} and member_id = ${id}
    order by state in ('waiting', 'held', 'booked') desc, booked_at desc`.execute(db)
  return rows.map(({ state }) => state)
}
const takenIn = async (lessonId: string) =>
  (await db.selectFrom('lessons').where('id', '=', lessonId).select('taken').executeTakeFirstOrThrow()).taken

/** A class with one place, and another member who can wait for it with classes of their own. */
async function lastPlace() {
  const { lessonId } = await addClassDate(admin, { capacity: 1 })
  const [buyer, next] = await createMembers(2)
  await giveClasses([next!], 5)
  return { lessonId, buyer: buyer!, next: next! }
}

describe('a single class bought in its booking', () => {
  test('holds its place with the order, and the payment books it', async () => {
    const { lessonId, buyer, next } = await lastPlace()
    expect(await saleOf(buyer, lessonId)).toMatchObject({ offer: { id: offerId, priceCents: 1_500 } })
    const orderId = await buy(buyer, lessonId)
    expect(await buy(buyer, lessonId)).toBe(orderId)
    expect([await placesOf(lessonId, buyer), await takenIn(lessonId)]).toEqual([['held'], 1])
    expect(await saleOf(buyer, lessonId)).toMatchObject({ order: { id: orderId } })
    expect((await bookClass(next, lessonId)).state).toBe('waiting')
    await pay(buyer, orderId)
    expect([await placesOf(lessonId, buyer), await takenIn(lessonId)]).toEqual([['booked'], 1])
    expect(await getPurchase(buyer, orderId)).toMatchObject({
      given: 1,
      used: 1,
      classDate: { id: lessonId, title: 'Night Ride', startHour: 18 },
    })
    expect(await giveBackClass(buyer, lessonId)).toMatchObject({ state: 'cancelled' })
    expect(await placesOf(lessonId, next)).toEqual(['booked'])
    expect(await getPurchase(buyer, orderId)).toMatchObject({ used: 0 })
  })

  test('frees its place for the next in line when the order runs out, is given up or is cancelled by its buyer', async () => {
    const endings = [
      (_: Person, orderId: string) => runOut(orderId),
      (buyer: Person, orderId: string) => releaseHold(buyer, orderId),
      async (buyer: Person, orderId: string) => {
        await requestIntent(buyer, { bookingId: orderId })
        await runOut(orderId)
      },
    ]
    for (const end of endings) {
      const { lessonId, buyer, next } = await lastPlace()
      const orderId = await buy(buyer, lessonId)
      await bookClass(next, lessonId)
      await end(buyer, orderId)
      expect([await placesOf(lessonId, buyer), await placesOf(lessonId, next)]).toEqual([
        ['left'],
        ['booked'],
      ])
      expect((await rejectionOf(buy(buyer, lessonId))).message).toBe('All places are taken.')
    }
  })

  test('is booked by money that comes late if the place is free, and paid back if it is gone', async () => {
    const free = await lastPlace()
    const lateId = await buy(free.buyer, free.lessonId)
    await payTooLate(free.buyer, lateId, () => runOut(lateId))
    expect([await orderState(lateId), await placesOf(free.lessonId, free.buyer)]).toEqual([
      'paid',
      ['booked', 'left'],
    ])

    const gone = await lastPlace()
    const lostId = await buy(gone.buyer, gone.lessonId)
    await payTooLate(gone.buyer, lostId, async () => {
      await runOut(lostId)
      await bookClass(gone.next, gone.lessonId)
    })
    expect([await orderState(lostId), await placesOf(gone.lessonId, gone.buyer)]).toEqual([
      'refund_due',
      ['left'],
    ])
    const refunds = await db
      .selectFrom('refunds')
      .where('state', '=', 'pending')
      .select(['id', 'reason'])
      .execute()
    expect(refunds).toMatchObject([{ reason: expect.stringContaining('place in the class') }])
    await executeRefund(refunds[0]!.id)
    expect(await orderState(lostId)).toBe('refunded')
    expect(await takenIn(gone.lessonId)).toBe(1)
  })

  test('is paid back when its buyer has a place by other means when the money comes', async () => {
    const { lessonId } = await addClassDate(admin)
    const buyer = await createMember()
    const orderId = await buy(buyer, lessonId)
    await payTooLate(buyer, orderId, async () => {
      await releaseHold(buyer, orderId)
      await giveClasses([buyer], 5)
      await bookClass(buyer, lessonId)
    })
    expect([await orderState(orderId), await placesOf(lessonId, buyer)]).toEqual([
      'refund_due',
      ['booked', 'left'],
    ])
  })

  test('is not paid once its class is called off, and money that comes all the same goes back', async () => {
    const { lessonId } = await addClassDate(admin)
    const [early, late] = await createMembers(2)
    const [earlyId, lateId] = [await buy(early!, lessonId), await buy(late!, lessonId)]
    await payTooLate(late!, lateId, () => callOffClass(admin, lessonId))
    expect(await orderState(lateId)).toBe('refund_due')
    for (const payment of [
      () => requestIntent(early!, { bookingId: earlyId }),
      () => takeOrderPayment(admin, earlyId, { method: 'cash' }),
    ])
      expect((await rejectionOf(payment())).message).toBe('This class has been called off.')
    await runOut(earlyId)
    expect(await placesOf(lessonId, early!)).toEqual(['called_off'])
  })

  test('is no second booking: not with another allowance, by the desk, or at the same time elsewhere', async () => {
    const { lessonId, day } = await addClassDate(admin)
    const other = await addClassDate(admin)
    expect(other.day).toBe(day)
    const buyer = await createMember()
    const orderId = await buy(buyer, lessonId)
    await giveClasses([buyer], 5)
    expect(await rejectionOf(bookClass(buyer, lessonId))).toMatchObject({ code: 'conflict' })
    const asGuest = addGuest(admin, lessonId, { memberId: buyer.id, paidWith: null })
    expect(await rejectionOf(asGuest)).toMatchObject({ code: 'conflict' })
    for (const elsewhere of [() => bookClass(buyer, other.lessonId), () => buy(buyer, other.lessonId)])
      expect((await rejectionOf(elsewhere())).message).toMatch(/Night Ride/)
    await takeOrderPayment(admin, orderId, { method: 'cash' })
    expect(await placesOf(lessonId, buyer)).toEqual(['booked'])
    expect((await bookClass(buyer, lessonId)).paidWith).toBe(orderId)
    expect((await rejectionOf(buy(buyer, lessonId))).message).toBe('You are in this class already.')
  })

  test('costs nothing with a code that pays all of it, and is booked at once', async () => {
    const { lessonId } = await addClassDate(admin)
    const buyer = await createMember()
    await addCode(admin, { code: 'ONEFREE', takesOff: 'percent', percent: 100, periods: 1 })
    const order = { expectedPriceCents: 0, code: 'onefree', lessonId }
    expect(await orderOffer(buyer, offerId, order)).toMatchObject({ isPaid: true })
    expect(await placesOf(lessonId, buyer)).toEqual(['booked'])
  })

  test('gives its place back to the line when all of its money goes back', async () => {
    const { lessonId, buyer, next } = await lastPlace()
    const { paymentId } = await pay(buyer, await buy(buyer, lessonId))
    await bookClass(next, lessonId)
    await refundPayment(admin, { paymentId, amountCents: 1_500, reason: 'Ill', requestKey: paymentId })
    expect([await placesOf(lessonId, buyer), await placesOf(lessonId, next)]).toEqual([
      ['cancelled'],
      ['booked'],
    ])
  })

  test('is offered for a day on which it can be used only, and no other offer names a date', async () => {
    const { lessonId } = await addClassDate(admin, { inDays: 5 })
    const buyer = await createMember()
    const { id: short } = await addOffer(admin, { ...single, title: 'This week', price: 12, validDays: 4 })
    expect(await saleOf(buyer, lessonId)).toMatchObject({ offer: { id: offerId } })
    const early = orderOffer(buyer, short, { expectedPriceCents: 1_200, lessonId })
    expect(await rejectionOf(early)).toMatchObject({ code: 'conflict' })
    const { id: pack } = await addOffer(admin, { ...single, kind: 'pack', title: 'Five', classes: 5 })
    const ofPack = orderOffer(buyer, pack, { expectedPriceCents: 1_500, lessonId })
    expect(await rejectionOf(ofPack)).toMatchObject({ code: 'invalid' })
    expect(await takenIn(lessonId)).toBe(0)
  })

  test('of the last place is held once for all who buy it at once; without the hold each of them pays', async () => {
    for (let round = 0; round < repetitions(1, 20); round += 1) {
      const { lessonId } = await addClassDate(admin, { capacity: 1 })
      const people = await createMembers(6)
      const bought = await Promise.allSettled(people.map((person) => buy(person, lessonId)))
      const orders = bought.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect([orders.length, await takenIn(lessonId)]).toEqual([1, 1])
      const refusals = bought.flatMap((result) =>
        result.status === 'rejected' ? [String(result.reason)] : [],
      )
      expect(refusals.filter((each) => !each.includes('All places are taken'))).toEqual([])
    }
    // the control: the class is bought first and booked after
    const { lessonId } = await addClassDate(admin, { capacity: 1 })
    const people = await createMembers(2)
    const buyFirst = async (person: Person) => {
      const { orderId } = await orderOffer(person, offerId, { expectedPriceCents: 1_500 })
      await pay(person, orderId)
      return (await bookClass(person, lessonId)).state
    }
    expect((await Promise.all(people.map(buyFirst))).toSorted()).toEqual(['booked', 'waiting'])
  })
})

test('the database holds no place without an order, and pays no class without a place', async () => {
  const { lessonId } = await addClassDate(admin)
  const { id } = await createMember()
  const hold = pool.query(
    `insert into participants (lesson_id, member_id, state, policy_version, free_until) values ($1, $2, 'held', 1, club_now())`,
    [lessonId, id],
  )
  await expect(hold).rejects.toMatchObject({ constraint: 'held_by_its_order' })
  const buyer = await createMember()
  const orderId = await buy(buyer, lessonId)
  const { lessonId: elsewhere } = await addClassDate(admin, { inDays: 4 })
  await expect(
    pool.query('update orders set lesson_id = $1 where id = $2', [elsewhere, orderId]),
  ).rejects.toMatchObject({ constraint: 'append_only' })
  await pool.query(`update participants set state = 'left' where lesson_id = $1 and state = 'held'`, [
    lessonId,
  ])
  await pool.query(`update orders set state = 'paying' where id = $1`, [orderId])
  const paid = pool.query(
    `update orders set state = 'paid', paid_at = club_now(), hold_expires_at = null where id = $1`,
    [orderId],
  )
  await expect(paid).rejects.toMatchObject({ constraint: 'paid_class_has_its_place' })
  await releaseHold(buyer, orderId)
})
