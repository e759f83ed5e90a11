import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { invoicePdf } from '#domain/documents/invoice-pdf.server.ts'
import { invoiceLines } from '#domain/invoices/invoice-lines.rules.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { readDeskDay } from '#domain/ledger/desk-day.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { paymentsTable } from '#domain/ledger/payments-export.server.ts'
import { insertOrder } from '#domain/orders/write-order.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { exportSections } from '#domain/personal-data/export-contents.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createPaidBooking, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { requestIntent, savePayment } from './intents.server.ts'
import { expireHolds, releaseHold } from './release-hold.server.ts'
import { takeOrderPayment } from './take-order-payment.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let buyer: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
beforeEach(async () => void (buyer = await createMember()))
afterEach(expectNoBrokenInvariants)

/** Orders a pack of ten classes for $120, held for 15 minutes. */
const orderPack = ({ id: buyerId }: Person) =>
  transaction((trx) =>
    insertOrder(trx, {
      kind: 'pack',
      buyerId,
      title: 'Ten classes',
      description: 'To be used within six months.',
      priceCents: 12_000,
      currency: 'usd',
      holdExpiresAt: sql<Date>`club_now() + interval '15 minutes'`,
    }),
  )

async function payByCard(order: { id: string }, person = buyer) {
  const { clientSecret, intentId } = await requestIntent(person, { bookingId: order.id })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  return { intentId, ...(await savePayment(person, { intentId })) }
}

const stateOf = async (id: string) =>
  (await db.selectFrom('orders').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const paymentsOf = (id: string) => db.selectFrom('payments').where('bookingId', '=', id).selectAll().execute()

describe('an order without an hour', () => {
  test('is paid by card once, however often that is reported, and no trainer has a share of it', async () => {
    const order = await orderPack(buyer)
    const { intentId, paymentId } = await payByCard(order)
    await Promise.all([settleIntent(intentId), settleIntent(intentId), savePayment(buyer, { intentId })])
    expect(await stateOf(order.id)).toBe('paid')
    expect(await paymentsOf(order.id)).toMatchObject([
      { id: paymentId, amountCents: 12_000, sharePercent: 0 },
    ])
    expect(
      await db.selectFrom('trainerBooks').where('entryId', '=', paymentId).selectAll().execute(),
    ).toEqual([])
  })

  test('gets an invoice by its title, in one series with those of hours', async () => {
    const before = await createPaidBooking(sandbox)
    const order = await orderPack(buyer)
    await payByCard(order)
    const after = await createPaidBooking(sandbox)
    const [ofHour, ofPack, ofNext] = (
      await Promise.all([before.bookingId, order.id, after.bookingId].map((id) => listInvoicesOf(admin, id)))
    ).map(([invoice]) => invoice!)
    const ordinalOf = ({ number }: { number: string }) => Number(number.slice(-4))
    expect([ofPack, ofNext].map((invoice) => ordinalOf(invoice!) - ordinalOf(ofHour!))).toEqual([1, 2])
    expect(invoiceLines(ofPack!)).toEqual([
      { what: 'Ten classes', more: 'To be used within six months.', cents: 12_000 },
    ])
    expect(await invoicePdf(ofPack!, 'UTC')).toBeInstanceOf(Uint8Array)
    await expect(listInvoicesOf(await createMember(), order.id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('is refunded, with a credit note, a letter and a line in the books', async () => {
    const order = await orderPack(buyer)
    const { paymentId } = await payByCard(order)
    const request = { paymentId, amountCents: 12_000, reason: 'Moved away', requestKey: randomUUID() }
    const { refundId } = await refundPayment(admin, request)
    expect(await stateOf(order.id)).toBe('refund_due')
    await executeRefund(refundId)
    expect(await stateOf(order.id)).toBe('refunded')
    const [paid, back] = await listInvoicesOf(buyer, order.id)
    expect([paid!.amountCents, back!.amountCents]).toEqual([12_000, -12_000])
    expect(invoiceLines(back!)).toMatchObject([{ more: 'Ten classes. Moved away' }])
    const { items } = await listLedger(admin)
    expect(items.filter(({ bookingId }) => bookingId === order.id)).toMatchObject([
      { kind: 'refund', cents: -12_000, slotName: 'Ten classes', trainerName: null, buyerName: buyer.name },
      { kind: 'payment', cents: 12_000, slotName: 'Ten classes', trainerName: null, buyerName: buyer.name },
    ])
    const letter = await db
      .selectFrom('letters')
      .where('cause', 'like', `%${refundId}%`)
      .select('text')
      .executeTakeFirstOrThrow()
    expect(letter.text).toContain('Ten classes')
    const log = await db
      .selectFrom('activities')
      .where('bookingId', '=', order.id)
      .select('summary')
      .execute()
    expect(log.map(({ summary }) => summary)).toContain('You got $120 back')
  })

  test('is paid at the desk less a discount, and handed back there', async () => {
    const order = await orderPack(buyer)
    await requestIntent(buyer, { bookingId: order.id })
    const discount = { discountCents: 2000, discountReason: 'Student' }
    const { paymentId } = await takeOrderPayment(admin, order.id, { method: 'cash', ...discount })
    expect(await paymentsOf(order.id)).toMatchObject([{ id: paymentId, amountCents: 10_000, method: 'cash' }])
    await expect(takeOrderPayment(admin, order.id, { method: 'cash' })).rejects.toMatchObject({
      message: 'This order is already paid.',
    })
    const { entries } = await readDeskDay(admin, null)
    expect(entries.find(({ entryId }) => entryId === paymentId)).toMatchObject({
      slotName: 'Ten classes',
      trainerName: null,
    })
    const [invoice] = await listInvoicesOf(admin, order.id)
    expect(invoiceLines(invoice!)).toMatchObject([{ cents: 12_000 }, { what: 'Discount', cents: -2000 }])
    const { refundId } = await refundPayment(admin, {
      paymentId: paymentId!,
      amountCents: 10_000,
      reason: 'Ill',
      requestKey: randomUUID(),
    })
    await recordDeskRefund(admin, refundId, { method: 'cash' })
    expect(await stateOf(order.id)).toBe('refunded')
  })

  test('is free of charge with a full discount: no payment, no invoice', async () => {
    const order = await orderPack(buyer)
    const discount = { discountCents: 12_000, discountReason: 'A gift' }
    const sale = await takeOrderPayment(admin, order.id, { method: 'cash', ...discount })
    expect(sale).toEqual({ orderId: order.id, amountCents: 0, paymentId: null })
    expect(await stateOf(order.id)).toBe('paid')
    await expect(listInvoicesOf(admin, order.id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('expires unpaid, after its payment was cancelled at the card processor', async () => {
    const order = await orderPack(buyer)
    const { clientSecret, intentId } = await requestIntent(buyer, { bookingId: order.id })
    const other = await orderPack(buyer)
    await sql`update orders set hold_expires_at = club_now() where id in (${order.id}, ${other.id})`.execute(
      db,
    )
    await expireHolds()
    expect([await stateOf(order.id), await stateOf(other.id)]).toEqual(['expired', 'expired'])
    await expect(requestIntent(buyer, { bookingId: other.id })).rejects.toMatchObject({
      message: 'The time to pay for this order ran out. Please order again.',
    })
    await expect(sandbox.confirmIntent({ clientSecret, card: goodCard })).rejects.toThrow()
    expect((await settleIntent(intentId)).outcome).toBe('cancelled')
  })

  test('is bought all the same by money that comes late', async () => {
    const order = await orderPack(buyer)
    const { clientSecret, intentId } = await requestIntent(buyer, { bookingId: order.id })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await sql`update orders set state = 'expired', hold_expires_at = null where id = ${order.id}`.execute(db)
    expect(await settleIntent(intentId)).toMatchObject({ outcome: 'paid', bookingId: order.id })
    expect(await stateOf(order.id)).toBe('paid')
  })

  test('is let go by its buyer, and by no other person', async () => {
    const order = await orderPack(buyer)
    await expect(releaseHold(await createMember(), order.id)).rejects.toMatchObject({ code: 'not-found' })
    await releaseHold(buyer, order.id)
    expect(await stateOf(order.id)).toBe('cancelled')
  })

  test('is in the tables of the office and in the copy of its buyer', async () => {
    const order = await orderPack(buyer)
    const { paymentId } = await payByCard(order)
    const { rows } = await paymentsTable(admin)
    const lines: unknown[][] = []
    for await (const line of rows) lines.push([...line])
    expect(lines.find((line) => line.includes(paymentId))).toEqual(
      expect.arrayContaining(['Ten classes', buyer.name, 12_000]),
    )
    for (const [name, content] of [
      ['orders', { id: order.id, title: 'Ten classes', state: 'paid' }],
      ['payments', { bookingId: order.id }],
      ['invoices', { title: 'Ten classes' }],
    ] as const) {
      const section = exportSections.find((candidate) => candidate.name === name)!
      expect((await section.rows(buyer.id).execute(db)).rows).toEqual([expect.objectContaining(content)])
    }
  })
})
