import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { invoiceLines } from '#domain/invoices/invoice-lines.rules.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { readLiabilities } from '#domain/ledger/liabilities.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { listGiftOrders, refundGiftOrder } from '#domain/sales/gift-refunds.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { getPurchase } from '#domain/sales/purchases.server.ts'
import { withdraw } from '#domain/sales/withdrawal.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { sendGiftCardLetters } from './gift-card-expiry.server.ts'
import { checkGiftCard, getGiftCard, listGiftCards, revealGiftCard } from './gift-cards.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let packId: string
let cardId: string
const nowhere = '203.0.113.7'
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  await db.updateTable('club').set({ taxPercent: 19, taxNumber: 'DE 1' }).execute()
  const shared = { description: '', soldTo: 'everybody' as const }
  packId = (
    await addOffer(admin, {
      ...shared,
      kind: 'pack',
      title: 'Ten classes',
      price: 60,
      classes: 10,
      validDays: 180,
    })
  ).id
  cardId = (
    await addOffer(admin, { ...shared, kind: 'gift_card', title: 'Gift card', price: 100, validDays: 1095 })
  ).id
})
afterEach(expectNoBrokenInvariants)

async function pay(person: Person, orderId: string): Promise<string> {
  const { intentId, clientSecret } = await requestIntent(person, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  return (await savePayment(person, { intentId })).paymentId
}

const codeOf = async (buyer: Person, orderId: string) => (await getGiftCard(buyer, orderId)).code ?? ''

/** A gift card of $100 bought online. */
async function buyGiftCard() {
  const giver = await createMember()
  const { orderId } = await orderOffer(giver, cardId, { expectedPriceCents: 10_000 })
  const paymentId = await pay(giver, orderId)
  const code = await codeOf(giver, orderId)
  return { giver, orderId, paymentId, code }
}
const order = (person: Person, code: string, expectedPriceCents: number) =>
  orderOffer(person, packId, { expectedPriceCents, code })
const leftOn = async (code: string) => (await checkGiftCard(admin, code, nowhere)).leftCents

describe('a gift card', () => {
  test('is taxed when it is sold, pays orders to the cent, and what it paid is not taxed again', async () => {
    const { giver, orderId, code } = await buyGiftCard()
    expect((await listInvoicesOf(giver, orderId))[0]).toMatchObject({ amountCents: 10_000, taxCents: 1_597 })
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    const letters = db.selectFrom('letters').where('userId', '=', giver.id).select(['letter', 'text'])
    expect(await letters.execute()).toContainEqual({
      letter: 'gift-card-bought',
      text: expect.stringContaining(code) as string,
    })
    const friend = await createMember()
    const first = await order(friend, code.toLowerCase(), 0)
    expect(first.isPaid).toBe(true)
    expect(await getPurchase(friend, first.orderId)).toMatchObject({ isInUse: true, giftCents: 6_000 })
    expect(await leftOn(code)).toBe(4_000)
    const second = await order(friend, code, 2_000)
    await pay(friend, second.orderId)
    const [invoice] = await listInvoicesOf(friend, second.orderId)
    expect(invoice).toMatchObject({ amountCents: 2_000, taxCents: 319 })
    expect(invoiceLines(invoice!)).toMatchObject([{ cents: 6_000 }, { what: 'Gift card', cents: -4_000 }])
    expect(await leftOn(code)).toBe(0)
    expect(await rejectionOf(order(friend, code, 0))).toMatchObject({
      message: 'Nothing is left on this gift card.',
    })
  })

  test('leaves no rest that is too small for a card', async () => {
    const { code } = await buyGiftCard()
    const friend = await createMember()
    await order(friend, code, 0)
    const { id } = await addOffer(admin, {
      kind: 'pack',
      title: 'Two classes',
      price: '40.20',
      classes: 2,
      validDays: 30,
      soldTo: 'everybody',
    })
    const { orderId } = await orderOffer(friend, id, { expectedPriceCents: 50, code })
    expect(await getPurchase(friend, orderId)).toMatchObject({ giftCents: 3_970, amountCents: 50 })
  })

  test('is owed until it is used, and seen by its buyer, the desk and whoever has the code', async () => {
    const before = (await readLiabilities(admin)).giftCards
    const { orderId, code } = await buyGiftCard()
    const after = (await readLiabilities(admin)).giftCards
    expect(after).toEqual({ count: before.count + 1, cents: before.cents + 10_000 })
    expect((await listGiftCards(admin))[0]).toMatchObject({
      orderId,
      codeEnd: code.slice(-4),
      leftCents: 10_000,
    })
    expect(await rejectionOf(getGiftCard(await createMember(), orderId))).toMatchObject({ code: 'not-found' })
    const entries = db.selectFrom('auditEntries').where('action', '=', 'show gift card').select('actorId')
    expect(await getGiftCard(admin, orderId)).toMatchObject({ code: null, isOwn: false })
    expect(await entries.execute()).toEqual([])
    expect(await revealGiftCard(admin, orderId)).toMatchObject({ code, isOwn: false })
    expect(await entries.execute()).toEqual([{ actorId: admin.id }])
    expect(await checkGiftCard({ kind: 'visitor' }, code, nowhere)).toMatchObject({ leftCents: 10_000 })
  })

  test('has its value back when an order is given up, or all of its money goes back', async () => {
    const { code } = await buyGiftCard()
    const friend = await createMember()
    const held = await order(friend, code, 0).then(() => order(friend, code, 2_000))
    await releaseHold(friend, held.orderId)
    expect(await leftOn(code)).toBe(4_000)
    const { orderId } = await order(friend, code, 2_000)
    const paymentId = await pay(friend, orderId)
    expect(await leftOn(code)).toBe(0)
    const refund = { paymentId, amountCents: 2_000, reason: 'Moved away', requestKey: orderId }
    await executeRefund((await refundPayment(admin, refund)).refundId)
    expect(await getPurchase(friend, orderId)).toMatchObject({ state: 'refunded' })
    expect(await leftOn(code)).toBe(4_000)
  })

  test('has all of its value back when the office refunds an order that it paid in full', async () => {
    const { code } = await buyGiftCard()
    const friend = await createMember()
    const { orderId } = await order(friend, code, 0)
    await pool.query('update allowances set used = 3 where order_id = $1', [orderId])
    expect(await listGiftOrders(admin, friend.id)).toMatchObject([
      { orderId, giftCents: 6_000, codeEnd: code.slice(-4) },
    ])
    const refund = () => refundGiftOrder(admin, orderId, { reason: 'Moved away' })
    await Promise.all([refund(), refund()])
    await refund()
    expect(await leftOn(code)).toBe(10_000)
    expect(await getPurchase(friend, orderId)).toMatchObject({ state: 'refunded', isInUse: false })
    expect(await listGiftOrders(admin, friend.id)).toEqual([])
    const letters = db
      .selectFrom('letters')
      .where('userId', '=', friend.id)
      .where('letter', '=', 'gift-card-refunded')
      .select('text')
    expect(await letters.execute()).toEqual([{ text: expect.stringMatching(/\$60\.00/) as string }])
    const entries = db
      .selectFrom('auditEntries')
      .where('subjectId', '=', orderId)
      .select(['action', 'actorId'])
    expect(await entries.execute()).toEqual([{ action: 'refund gift card order', actorId: admin.id }])
    await pool.query('update allowances set used = 0 where order_id = $1', [orderId])
  })

  test('is refunded to by admins only, and nothing that money paid in part', async () => {
    const { giver, orderId: sold, code } = await buyGiftCard()
    const friend = await createMember()
    const whole = await order(friend, code, 0)
    const part = await order(friend, code, 2_000)
    await pay(friend, part.orderId)
    const refund = (person: Person, orderId: string, reason = 'Moved away') =>
      rejectionOf(refundGiftOrder(person, orderId, { reason }))
    expect(await refund(friend, whole.orderId)).toMatchObject({ code: 'forbidden' })
    expect(await refund(admin, whole.orderId, ' ')).toMatchObject({ code: 'invalid' })
    expect(await refund(admin, part.orderId)).toMatchObject({ code: 'conflict' })
    expect(await refund(admin, sold)).toMatchObject({ code: 'conflict' })
    expect(await refund(admin, giver.id)).toMatchObject({ code: 'not-found' })
    expect(await leftOn(code)).toBe(0)
  })

  test('has back what a withdrawal leaves over the money that was paid', async () => {
    const { code } = await buyGiftCard()
    const friend = await createMember()
    const whole = await order(friend, code, 0)
    expect(await withdraw(friend, whole.orderId)).toMatchObject({ backCents: 6_000 })
    expect(await leftOn(code)).toBe(10_000)
    expect(await getPurchase(friend, whole.orderId)).toMatchObject({ state: 'refunded', isInUse: false })
    await order(friend, code, 0)
    const { orderId } = await orderOffer(friend, packId, {
      expectedPriceCents: 2_000,
      code,
      beginsAtOnce: true,
    })
    await pay(friend, orderId)
    await pool.query('update allowances set used = 5 where order_id = $1', [orderId])
    expect(await withdraw(friend, orderId)).toMatchObject({ backCents: 3_000, toGiftCents: 1_000 })
    expect(await leftOn(code)).toBe(1_000)
    await pool.query('update allowances set used = 0 where order_id = $1', [orderId])
  })

  test('cannot be spent after its money went back or while it is disputed, nor refunded after it is spent', async () => {
    const refunded = await buyGiftCard()
    const friend = await createMember()
    const refund = {
      paymentId: refunded.paymentId,
      amountCents: 10_000,
      reason: 'A mistake',
      requestKey: refunded.orderId,
    }
    await refundPayment(admin, refund)
    expect(await rejectionOf(order(friend, refunded.code, 0))).toMatchObject({ code: 'conflict' })
    const spent = await buyGiftCard()
    await order(friend, spent.code, 0)
    const late = { ...refund, paymentId: spent.paymentId, requestKey: spent.orderId }
    expect(await rejectionOf(refundPayment(admin, late))).toMatchObject({ facts: { leftCents: 4_000 } })
    expect(await rejectionOf(withdraw(spent.giver, spent.orderId))).toMatchObject({ code: 'not-found' })
    const rest = { ...late, amountCents: 4_000, requestKey: spent.paymentId }
    await executeRefund((await refundPayment(admin, rest)).refundId)
    expect(await leftOn(spent.code)).toBe(0)
    expect(await getPurchase(spent.giver, spent.orderId)).toMatchObject({ state: 'paid' })
    const disputed = await buyGiftCard()
    await pool.query('update payments set disputed_cents = 10000 where id = $1', [disputed.paymentId])
    expect(await leftOn(disputed.code)).toBe(0)
    expect(await rejectionOf(order(friend, disputed.code, 0))).toMatchObject({ code: 'conflict' })
    await pool.query('update payments set disputed_cents = 0 where id = $1', [disputed.paymentId])
    expect(await leftOn(disputed.code)).toBe(10_000)
  })

  test('is spent or withdrawn from, and not both, by two at once', async () => {
    const { giver, orderId, code } = await buyGiftCard()
    const friend = await createMember()
    const gate = await pool.connect()
    await gate.query(`begin; select from vouchers where order_id = '${orderId}' for update`)
    const both = [order(friend, code, 0), withdraw(giver, orderId)]
    const results = Promise.allSettled(both)
    await waitForLocks(2)
    await gate.query('rollback')
    gate.release()
    const done = (await results).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
  })

  test('is sold at the desk at its value, and buys no gift card', async () => {
    const buyer = await createMember()
    const discount = { discountCents: 100, discountReason: 'A friend' }
    const cheap = sellOffer(admin, buyer.id, cardId, { method: 'cash', ...discount })
    expect(await rejectionOf(cheap)).toMatchObject({ code: 'invalid' })
    const { orderId } = await sellOffer(admin, buyer.id, cardId, { method: 'cash' })
    const code = await codeOf(buyer, orderId)
    const again = orderOffer(buyer, cardId, { expectedPriceCents: 0, code })
    expect(await rejectionOf(again)).toMatchObject({ code: 'conflict' })
    expect(await sellOffer(admin, buyer.id, packId, { method: 'cash' }, { code })).toMatchObject({
      amountCents: 0,
    })
    expect(await leftOn(code)).toBe(4_000)
  })

  test('tells its buyer once, 30 days before it ends with something left', async () => {
    const { giver, orderId, code } = await buyGiftCard()
    const told = db
      .selectFrom('letters')
      .where('userId', '=', giver.id)
      .where('letter', '=', 'gift-card-ends')
    const endIn = (days: number) =>
      pool.query('update vouchers set until_on = club_today() + $2::integer where order_id = $1', [
        orderId,
        days,
      ])
    await endIn(31)
    await sendGiftCardLetters()
    expect(await told.select('text').execute()).toEqual([])
    await endIn(30)
    await order(await createMember(), code, 0)
    await sendGiftCardLetters()
    await sendGiftCardLetters()
    expect(await told.select('text').execute()).toEqual([
      { text: expect.stringContaining('$40.00') as string },
    ])
  })

  test('codes are guessed ten times in ten minutes at most', async () => {
    startLimits({ pool: pool, enabled: true })
    try {
      const guesses = Array.from({ length: 11 }, () =>
        rejectionOf(checkGiftCard({ kind: 'visitor' }, 'NOSUCHCODE', nowhere)),
      )
      const codes = (await Promise.all(guesses)).map(({ code }) => code).toSorted()
      expect(codes).toEqual([...Array.from({ length: 10 }, () => 'invalid'), 'limited'])
    } finally {
      startLimits({ pool: pool, enabled: false })
    }
  })

  test('a code of one’s own is looked at without being counted, and buys no guesses', async () => {
    const { code } = await buyGiftCard()
    startLimits({ pool: pool, enabled: true })
    try {
      const visitor = { kind: 'visitor' } as const
      const network = '192.0.2.77'
      for (let guess = 0; guess < 10; guess += 1) {
        await checkGiftCard(visitor, code, network)
        expect((await rejectionOf(checkGiftCard(visitor, 'NOSUCHCODE', network))).code).toBe('invalid')
      }
      expect((await rejectionOf(checkGiftCard(visitor, code, network))).code).toBe('limited')
    } finally {
      startLimits({ pool: pool, enabled: false })
    }
  })

  test('pays no more than its value to two at once', async () => {
    for (let round = 0; round < repetitions(3, 100); round += 1) {
      const { code } = await buyGiftCard()
      const [one, two] = [await createMember(), await createMember()]
      const results = await Promise.allSettled([order(one, code, 0), order(two, code, 0)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await leftOn(code)).toBe(4_000)
    }
  })
})

test('control: without the return an order that is given up keeps the value of the gift card', async () => {
  const { code } = await buyGiftCard()
  const friend = await createMember()
  await order(friend, code, 0)
  const { orderId } = await order(friend, code, 2_000)
  await pool.query('alter table orders disable trigger voucher_returned')
  await releaseHold(friend, orderId)
  expect(await leftOn(code)).toBe(0)
  await pool.query('alter table orders enable trigger voucher_returned')
  await pool.query(
    'update voucher_uses set returned_at = club_now(), returned_cents = cents where order_id = $1',
    [orderId],
  )
  expect(await leftOn(code)).toBe(4_000)
})

test('control: without the return a refunded order keeps the value of the gift card', async () => {
  const { code } = await buyGiftCard()
  const { orderId } = await order(await createMember(), code, 0)
  await pool.query('alter table orders disable trigger voucher_returned')
  await refundGiftOrder(admin, orderId, { reason: 'Moved away' })
  expect(await leftOn(code)).toBe(4_000)
  await pool.query('alter table orders enable trigger voucher_returned')
  await pool.query(
    'update voucher_uses set returned_at = club_now(), returned_cents = cents where order_id = $1',
    [orderId],
  )
})

test('control: without the count a gift card pays twice', async () => {
  const { code } = await buyGiftCard()
  await pool.query('drop trigger voucher_counted on voucher_uses')
  const buyers = [await createMember(), await createMember()]
  for (const buyer of buyers) expect(await order(buyer, code, 0)).toMatchObject({ isPaid: true })
  await pool.query('delete from voucher_uses; update vouchers set uses = 0, spent_cents = 0')
})
