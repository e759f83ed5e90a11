import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { addOffer, getOffer, replaceOffer } from '#domain/offers/offers.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { getPurchase } from '#domain/sales/purchases.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import type { DiscountCodeInput } from './codes.input.ts'
import { addCode, endCode, listCodes } from './codes.server.ts'
import { findQuote, insertVoucherUse, refusalOfUse } from './use-code.server.ts'

// What codes do to orders is tested here, with the operations that order.

useDatabase()
let sandbox: Sandbox
let admin: Person
let packId: string
const pack = {
  kind: 'pack' as const,
  title: 'Ten classes',
  price: 120,
  classes: 10,
  validDays: 180,
  soldTo: 'everybody' as const,
}
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  await db.updateTable('club').set({ taxPercent: 19, taxNumber: 'DE 1' }).execute()
  packId = (await addOffer(admin, pack)).id
})
afterEach(expectNoBrokenInvariants)

let made = 0
async function newCode(input: Partial<DiscountCodeInput> = {}): Promise<string> {
  const code = `CODE${(made += 1)}`
  await addCode(admin, { code, takesOff: 'percent', percent: 20, ...input })
  return code
}
const order = (person: Person, code: string, expectedPriceCents = 9_600) =>
  orderOffer(person, packId, { expectedPriceCents, code })

async function pay(person: Person, orderId: string): Promise<void> {
  const { intentId, clientSecret } = await requestIntent(person, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(person, { intentId })
}
const usesOf = async (code: string) => (await listCodes(admin)).find((each) => each.code === code)?.uses

describe('orderOffer with a code', () => {
  test('takes the discount off, and the invoice shows it with the tax of what is paid', async () => {
    const buyer = await createMember()
    const code = await newCode()
    const { orderId } = await order(buyer, ` ${code.toLowerCase().replace('code', 'co-de ')} `)
    await pay(buyer, orderId)
    const [invoice] = await listInvoicesOf(buyer, orderId)
    expect(invoice).toMatchObject({
      priceCents: 12_000,
      discountCents: 2_400,
      discountReason: `Code ${code}`,
      amountCents: 9_600,
      taxCents: 1_533,
    })
    expect(await usesOf(code)).toBe(1)
  })

  test('refuses a forged price, an unknown, an ended and a used code, and one for other offers', async () => {
    const buyer = await createMember()
    const code = await newCode({ mostUsesEach: 1 })
    expect(await rejectionOf(order(buyer, code, 1))).toMatchObject({ code: 'conflict' })
    expect(await rejectionOf(order(buyer, 'NOSUCHCODE'))).toMatchObject({ code: 'invalid' })
    expect(await rejectionOf(order(buyer, code, 12_000))).toMatchObject({ facts: { priceCents: 9_600 } })
    const other = await addOffer(admin, { ...pack, title: 'Twenty classes', price: 200 })
    const forOther = await newCode({ offerIds: [other.id] })
    expect(await rejectionOf(order(buyer, forOther))).toMatchObject({
      message: 'This code does not apply to Ten classes.',
    })
    const { orderId } = await order(buyer, code)
    await pay(buyer, orderId)
    expect(await rejectionOf(order(buyer, code))).toMatchObject({
      message: 'You have used this code already.',
    })
    const ended = await newCode()
    const { id } = (await listCodes(admin)).find((each) => each.code === ended)!
    await endCode(admin, id)
    expect(await rejectionOf(order(buyer, ended))).toMatchObject({
      message: 'This code can no longer be used.',
    })
    const early = await newCode({ fromOn: '2999-01-01' })
    const late = await newCode({ untilOn: '2020-01-01' })
    expect(await rejectionOf(order(buyer, early))).toMatchObject({ code: 'conflict' })
    expect(await rejectionOf(order(buyer, late))).toMatchObject({ code: 'conflict' })
  })

  test('a code stays with an offer that is replaced', async () => {
    const first = await addOffer(admin, { ...pack, title: 'Five classes', price: 60, classes: 5 })
    const code = await newCode({ offerIds: [first.id], takesOff: 'amount', amount: '12.50' })
    const next = await replaceOffer(admin, first.id, {
      ...pack,
      title: 'Five classes',
      price: 70,
      classes: 5,
    })
    const { orderId } = await orderOffer(await createMember(), next.id, { expectedPriceCents: 5_750, code })
    expect(orderId).toBeTruthy()
  })

  test('an order that is given up returns its code', async () => {
    const buyer = await createMember()
    const code = await newCode({ mostUses: 1 })
    const { orderId } = await order(buyer, code)
    expect(await order(buyer, code)).toEqual({ orderId, isPaid: false })
    expect(await rejectionOf(order(await createMember(), code))).toMatchObject({
      message: 'This code is used up.',
    })
    await releaseHold(buyer, orderId)
    expect(await usesOf(code)).toBe(0)
    await order(await createMember(), code)
  })

  test('a code replaces the one of an order that is not paid yet', async () => {
    const buyer = await createMember()
    const [first, second] = [await newCode(), await newCode({ percent: 50 })]
    const before = await order(buyer, first)
    const after = await order(buyer, second, 6_000)
    expect(await getPurchase(buyer, before.orderId)).toMatchObject({ state: 'cancelled' })
    expect(await getPurchase(buyer, after.orderId)).toMatchObject({ state: 'held', amountCents: 6_000 })
    expect([await usesOf(first), await usesOf(second)]).toEqual([0, 1])
  })

  test('a code that takes all of it off makes the pack theirs at once, without payment and invoice', async () => {
    const buyer = await createMember()
    const code = await newCode({ takesOff: 'amount', amount: '500' })
    const { orderId, isPaid } = await order(buyer, code, 0)
    expect(isPaid).toBe(true)
    expect(await getPurchase(buyer, orderId)).toMatchObject({ isInUse: true, given: 10, hasInvoice: false })
  })

  test('the last use of a code is used once by many at the same time', async () => {
    const code = await newCode({ mostUses: 1 })
    const buyers = await Promise.all(Array.from({ length: repetitions(6, 40) }, () => createMember()))
    const results = await Promise.allSettled(buyers.map((buyer) => order(buyer, code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await usesOf(code)).toBe(1)
  })
})

test('control: without the constraint the last use of a code is used more often', async () => {
  const code = await newCode({ mostUses: 1 })
  const offer = { ...(await getOffer(admin, packId)), id: packId }
  const quote = await findQuote(db, offer, admin.id, code)
  const use = async () => {
    const { orderId } = await orderOffer(await createMember(), packId, { expectedPriceCents: 12_000 })
    await transaction((trx) => insertVoucherUse(trx, orderId, quote))
    return orderId
  }
  await use()
  expect(refusalOfUse(await use().catch((error: unknown) => error))).toMatchObject({ code: 'conflict' })
  await pool.query('alter table vouchers drop constraint uses_kept')
  await use()
  expect(await usesOf(code)).toBe(2)
  await pool.query('delete from voucher_uses; update vouchers set uses = 0, spent_cents = 0')
})

describe('sellOffer with a code', () => {
  test('takes the discount off at the desk, and no second one', async () => {
    const buyer = await createMember()
    const code = await newCode()
    const discount = { discountCents: 100, discountReason: 'A friend' }
    const both = sellOffer(admin, buyer.id, packId, { method: 'cash', ...discount }, { code })
    expect(await rejectionOf(both)).toMatchObject({ code: 'invalid' })
    expect(await usesOf(code)).toBe(0)
    expect(await sellOffer(admin, buyer.id, packId, { method: 'cash' }, { code })).toMatchObject({
      amountCents: 9_600,
    })
  })
})

describe('addCode', () => {
  test('codes are made by admins only, once, with something to take off', async () => {
    const input: DiscountCodeInput = { code: 'SPRING', takesOff: 'percent', percent: 10 }
    expect(await rejectionOf(addCode(await createMember(), input))).toMatchObject({ code: 'forbidden' })
    await addCode(admin, input)
    expect(await rejectionOf(addCode(admin, { ...input, code: 's-p-r-i-n-g' }))).toMatchObject({
      message: 'This code exists already.',
    })
    for (const wrong of [{ percent: 101 }, { percent: -5 }, { percent: '' }, { code: 'A' }, { mostUses: 0 }])
      expect(await rejectionOf(addCode(admin, { ...input, code: 'OTHER', ...wrong }))).toMatchObject({
        code: 'invalid',
      })
  })
})
