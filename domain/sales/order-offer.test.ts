import { beforeAll, afterEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { evictClub } from '#domain/club/club.server.ts'
import type { OfferInput } from '#domain/offers/offers.input.ts'
import { addOffer, replaceOffer, withdrawOffer } from '#domain/offers/offers.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { orderOffer, sellOffer } from './order-offer.server.ts'
import { getPurchase, listPurchases } from './purchases.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let packId: string
let trialId: string
const pack: OfferInput = {
  kind: 'pack',
  title: 'Ten classes',
  price: 120,
  classes: 10,
  validDays: 180,
  soldTo: 'everybody',
}
const trial: OfferInput = {
  ...pack,
  kind: 'trial',
  title: 'First class',
  price: 0,
  classes: 1,
  validDays: 14,
}
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  packId = (await addOffer(admin, pack)).id
  trialId = (await addOffer(admin, trial)).id
})
afterEach(expectNoBrokenInvariants)

const order = (person: Person, offerId: string, expectedPriceCents: number) =>
  orderOffer(person, offerId, { expectedPriceCents, beginsAtOnce: true })

describe('orderOffer', () => {
  test('a pack is ordered, paid by card, gives its classes, and has its invoice and its letter', async () => {
    const buyer = await createMember()
    const { orderId, isPaid } = await order(buyer, packId, 12_000)
    expect(isPaid).toBe(false)
    const { intentId, clientSecret } = await requestIntent(buyer, { bookingId: orderId })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(buyer, { intentId })
    expect(await listPurchases(buyer)).toMatchObject([
      { id: orderId, title: 'Ten classes', isInUse: true, given: 10, used: 0, hasInvoice: true },
    ])
    const consents = await db.selectFrom('consents').where('memberId', '=', buyer.id).selectAll().execute()
    expect(consents.map(({ kind }) => kind).toSorted()).toEqual(['begin at once', 'terms'])
    expect(consents.map(({ language }) => language)).toEqual(['en', 'en'])
    const invoices = db
      .selectFrom('invoices')
      .where('buyerEmail', '=', buyer.email)
      .select(['title', 'amountCents'])
    expect(await invoices.execute()).toEqual([{ title: 'Ten classes', amountCents: 12_000 }])
    const letters = db.selectFrom('letters').where('userId', '=', buyer.id).select('letter')
    expect((await letters.execute()).map(({ letter }) => letter)).toContain('offer-bought')
  })

  test('a pack whose money goes back gives no classes any more', async () => {
    const buyer = await createMember()
    const { orderId } = await order(buyer, packId, 12_000)
    const { intentId, clientSecret } = await requestIntent(buyer, { bookingId: orderId })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    const { paymentId } = await savePayment(buyer, { intentId })
    const refund = { paymentId, amountCents: 12_000, reason: 'Withdrawn', requestKey: orderId }
    const { refundId } = await refundPayment(admin, refund)
    await executeRefund(refundId)
    expect(await listPurchases(buyer)).toMatchObject([{ id: orderId, state: 'refunded', isInUse: false }])
    const allowances = db.selectFrom('allowances').where('orderId', '=', orderId).select('endedAt')
    expect(await allowances.execute()).toEqual([{ endedAt: expect.any(Date) as Date }])
  })

  test('the same order is returned until it is paid or let go', async () => {
    const buyer = await createMember()
    const first = await order(buyer, packId, 12_000)
    expect(await order(buyer, packId, 12_000)).toEqual(first)
    await releaseHold(buyer, first.orderId)
    expect((await order(buyer, packId, 12_000)).orderId).not.toBe(first.orderId)
    expect(await rejectionOf(getPurchase(await createMember(), first.orderId))).toMatchObject({
      code: 'not-found',
    })
  })

  test('a free trial is theirs at once, and once a person', async () => {
    const buyer = await createMember()
    expect(await order(buyer, trialId, 0)).toMatchObject({ isPaid: true })
    expect(await listPurchases(buyer)).toMatchObject([{ isInUse: true, given: 1, hasInvoice: false }])
    expect(await rejectionOf(order(buyer, trialId, 0))).toMatchObject({ code: 'not-found' })
    expect(await rejectionOf(sellOffer(admin, buyer.id, trialId, { method: 'cash' }))).toMatchObject({
      code: 'conflict',
    })
    const both = await createMember()
    const results = await Promise.allSettled([1, 2, 3].map(() => order(both, trialId, 0)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a forged price, a withdrawn offer and one for others are refused', async () => {
    const buyer = await createMember()
    expect(await rejectionOf(order(buyer, packId, 1))).toMatchObject({ code: 'conflict' })
    const deskOnly = await addOffer(admin, { ...pack, title: 'At the desk', soldTo: 'desk' })
    expect(await rejectionOf(order(buyer, deskOnly.id, 12_000))).toMatchObject({ code: 'not-found' })
    await withdrawOffer(admin, deskOnly.id)
    const sale = sellOffer(admin, buyer.id, deskOnly.id, { method: 'cash' })
    expect(await rejectionOf(sale)).toMatchObject({ code: 'conflict' })
  })

  test('who ordered before a replacement pays the price that they saw', async () => {
    const buyer = await createMember()
    const old = await addOffer(admin, { ...pack, title: 'Replaced' })
    const { orderId } = await order(buyer, old.id, 12_000)
    await replaceOffer(admin, old.id, { ...pack, title: 'Replaced', price: 150 })
    expect((await requestIntent(buyer, { bookingId: orderId })).amountCents).toBe(12_000)
  })
})

test('before the club opens only gift cards are sold', async () => {
  const member = await createMember()
  const giftCard = {
    ...pack,
    kind: 'gift_card',
    title: 'Gift card',
    classes: null,
    validDays: null,
  } as OfferInput
  const { id: giftId } = await addOffer(admin, giftCard)
  await db.updateTable('club').set({ opensOn: 'infinity' }).execute()
  evictClub()
  const terms = { expectedPriceCents: 12_000 }
  expect((await rejectionOf(orderOffer(member, packId, terms))).message).toMatch(/^We open soon/)
  expect((await orderOffer(member, giftId, terms)).isPaid).toBe(false)
  await db.updateTable('club').set({ opensOn: null }).execute()
  evictClub()
})

describe('sellOffer', () => {
  test('the desk sells the same order for cash, less a discount with its reason', async () => {
    const buyer = await createMember()
    const { orderId, amountCents } = await sellOffer(admin, buyer.id, packId, {
      method: 'cash',
      discountCents: 2_000,
      discountReason: 'Birthday',
    })
    expect(amountCents).toBe(10_000)
    expect(await listPurchases(buyer)).toMatchObject([{ id: orderId, isInUse: true, amountCents: 10_000 }])
    const heard = await db.selectFrom('consents').where('orderId', '=', orderId).select('heardBy').execute()
    expect(heard).toEqual(heard.map(() => ({ heardBy: admin.id })))
  })

  test('a sale that is refused leaves no order', async () => {
    const buyer = await createMember()
    const sale = sellOffer(admin, buyer.id, packId, {
      method: 'cash',
      discountCents: 12_001,
      discountReason: 'Too much',
    })
    expect(await rejectionOf(sale)).toMatchObject({ code: 'invalid' })
    expect(await listPurchases(buyer)).toEqual([])
  })

  test('only the office sells, and to people who exist', async () => {
    const buyer = await createMember()
    const sale = (actor: Person, personId: string) => sellOffer(actor, personId, packId, { method: 'cash' })
    expect(await rejectionOf(sale(buyer, buyer.id))).toMatchObject({ code: 'forbidden' })
    expect(await rejectionOf(sale(admin, packId))).toMatchObject({ code: 'not-found' })
  })
})
