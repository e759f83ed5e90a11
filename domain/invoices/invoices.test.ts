import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clubNow, db, pool, transaction, type Transaction } from '#db/client.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import {
  changeOrders,
  createAdmin,
  createMember,
  createMembers,
  createTrainerWithSlots,
  insertHeldBookings,
  startPaying,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { correctInvoice } from './correct-invoice.server.ts'
import { relationNote } from './invoice-lines.rules.ts'
import { listInvoices, listInvoicesOf, nextInvoiceNumber } from './invoices.server.ts'

useDatabase()
afterEach(expectNoBrokenInvariants)

let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin()
  await db
    .updateTable('club')
    .set({
      name: 'Iron Works',
      address: '1 Mill Lane',
      taxNumber: 'DE 1',
      taxPercent: 8,
      invoicePrefix: 'IW',
    })
    .execute()
})

/** Creates bookings in the state `paying`, ready for a payment. */
async function createMonths(count: number): Promise<string[]> {
  const trainers = Array.from({ length: Math.ceil(count / 12) }, () => createTrainerWithSlots(12))
  const slots = (await Promise.all(trainers)).flatMap((trainer) => trainer.slots)
  const buyers = await createMembers(count)
  const ids = await insertHeldBookings(
    buyers.map(({ id }, index) => ({ slotId: slots[index]!.id, buyerId: id })),
  )
  await startPaying(ids)
  await changeOrders(ids, { state: 'paid', holdExpiresAt: null, paidAt: clubNow })
  return ids
}

const pay = (
  bookingId: string,
  trx: Transaction | typeof db = db,
  receivedAt: Date | string = clubNow as never,
) =>
  trx
    .insertInto('payments')
    .values({
      bookingId,
      intentId: `pi_${bookingId}`,
      amountCents: 7000,
      currency: 'usd',
      receivedAt: receivedAt as Date,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Inserts a succeeded refund and reserves its amount on the payment. */
async function giveBack(paymentId: string, amountCents: number): Promise<string> {
  return transaction(async (trx) => {
    await trx
      .updateTable('payments')
      .set((eb) => ({ refundedCents: eb('refundedCents', '+', amountCents) }))
      .where('id', '=', paymentId)
      .execute()
    const { id } = await trx
      .insertInto('refunds')
      .values({
        paymentId,
        amountCents,
        reason: 'Ill',
        requestKey: randomUUID(),
        state: 'succeeded',
        settledAt: clubNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

const ordinals = async () =>
  (
    await db.selectFrom('invoices').select(['year', 'ordinal']).orderBy('year').orderBy('ordinal').execute()
  ).map(({ ordinal }) => ordinal)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('invoice numbering', () => {
  test('has neither gap nor double after 50 payments at once, some of which come to nothing', async () => {
    const months = await createMonths(50)
    const payments = months.map((bookingId, index) =>
      transaction(async (trx) => {
        const { id } = await pay(bookingId, trx)
        if (index % 5 === 0) throw new Error('Nothing came of it.')
        return id
      }),
    )
    const paid = (await Promise.allSettled(payments)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    )
    expect(paid).toHaveLength(40)
    await Promise.all(paid.slice(0, 5).map((id) => giveBack(id, 6999)))
    await Promise.all(months.filter((_, index) => index % 5 === 0).map((id) => pay(id)))
    expect(await ordinals()).toEqual(upTo(55))
  })

  test('gives a number to who commits first, and waits for it; without its lock two get the same', async () => {
    const [first, second, third, fourth] = await createMonths(4)
    const outcome = async (one: string, other: string) => {
      let next: Promise<unknown> = Promise.resolve()
      await transaction(async (trx) => {
        await pay(one, trx)
        await sql`set constraints all immediate`.execute(trx)
        next = pay(other).then(
          () => 'paid',
          (error: { constraint: string }) => error.constraint,
        )
        await waitForLocks(1)
      })
      return next
    }
    const { rows } = await pool.query<{ source: string }>(
      `select pg_get_functiondef('give_invoice'::regproc) as source`,
    )
    const source = rows[0]!.source
    expect(await outcome(first!, second!)).toBe('paid')
    const lock = "perform pg_advisory_xact_lock(hashtext('invoices'));"
    expect(source).toContain(lock)
    await pool.query(source.replace(lock, ''))
    // the triggers that maintain the sums would wait on the same rows
    const sums = ['in_ledger_days', 'in_trainer_sums']
    for (const name of sums) await pool.query(`alter table payments disable trigger ${name}`)
    expect(await outcome(third!, fourth!)).toBe('one_invoice_a_number')
    for (const name of sums) await pool.query(`alter table payments enable trigger ${name}`)
    await pool.query('select sum_again()')
    await pool.query(source)
    await pay(fourth!)
  })

  test('begins anew with the year of the club’s calendar', async () => {
    await db.updateTable('club').set({ timeZone: 'Europe/Berlin' }).execute()
    const [before, after] = await createMonths(2)
    await pay(before!, db, '2031-12-31T22:59:00Z')
    await pay(after!, db, '2031-12-31T23:01:00Z')
    const numbers = await db
      .selectFrom('invoices')
      .where('year', '>', 2030)
      .orderBy('year')
      .select('number')
      .execute()
    expect(numbers).toEqual([{ number: 'IW-2031-0001' }, { number: 'IW-2032-0001' }])
    expect((await listInvoices(admin, { month: '2031-12' })).items).toMatchObject([
      { number: 'IW-2031-0001' },
    ])
    expect((await listInvoices(admin, { month: '2032-01' })).total).toBe(1)
    expect((await rejectionOf(listInvoices(admin, { month: '2032-13' }))).code).toBe('not-found')
    expect((await rejectionOf(listInvoices(await createMember()))).code).toBe('forbidden')
  })
})

describe('an invoice', () => {
  test('keeps what was true when it was given, its tax to the cent when it goes back in parts', async () => {
    const [bookingId] = await createMonths(1)
    const { id, buyerId } = await db
      .selectFrom('bookings')
      .where('id', '=', bookingId!)
      .select(['id', 'buyerId'])
      .executeTakeFirstOrThrow()
    const buyer = { kind: 'person', id: buyerId, role: 'member' } as Awaited<ReturnType<typeof createMember>>
    expect((await rejectionOf(listInvoicesOf(buyer, id))).code).toBe('not-found')
    const next = await nextInvoiceNumber(admin)
    const { id: paymentId } = await pay(id)
    const [given] = await listInvoicesOf(buyer, id)
    expect(given).toMatchObject({
      number: next,
      ofNumber: null,
      amountCents: 7000,
      taxCents: 519,
      taxPercent: 8,
      sellerName: 'Iron Works',
      sellerAddress: '1 Mill Lane',
      taxNumber: 'DE 1',
      trainerName: 'Mira Okafor',
      slotPriceCents: 5000,
      surchargeCents: 2000,
    })

    await db.updateTable('users').set({ name: 'Somebody Else' }).where('id', '=', buyerId).execute()
    await db.updateTable('trainers').set({ name: 'Another' }).execute()
    await db.updateTable('club').set({ taxPercent: 19, taxNumber: null, company: 'New Owners' }).execute()
    expect((await listInvoicesOf(buyer, id))[0]).toEqual(given)
    for (const statement of ['update invoices set number = number', 'delete from invoices'])
      await expect(pool.query(statement)).rejects.toMatchObject({ constraint: 'invoice_frozen' })

    await giveBack(paymentId, 1111)
    const refundId = await giveBack(paymentId, 5888)
    const [, part, rest] = await listInvoicesOf(buyer, id)
    expect(part).toMatchObject({
      ofNumber: next,
      amountCents: -1111,
      taxCents: -82,
      taxPercent: 8,
      reason: 'Ill',
    })
    expect(rest).toMatchObject({
      amountCents: -5888,
      taxCents: -436,
      sellerName: 'New Owners',
      taxNumber: null,
    })

    const failed = { state: 'failed', settledAt: clubNow } as const
    await db.updateTable('payments').set({ refundedCents: 1111 }).where('id', '=', paymentId).execute()
    await db.updateTable('refunds').set(failed).where('id', '=', refundId).execute()
    expect((await listInvoicesOf(buyer, id)).at(-1)).toMatchObject({ amountCents: 5888, taxCents: 436 })
    const stranger = await createMember()
    expect((await rejectionOf(listInvoicesOf(stranger, id))).code).toBe('not-found')
    expect(await listInvoicesOf(admin, id)).toEqual(await listInvoicesOf(buyer, id))
  })

  test('of a refund has the tax of its own amount', async () => {
    await db.updateTable('club').set({ taxPercent: 19 }).execute()
    const [bookingId] = await createMonths(1)
    const { id: paymentId } = await pay(bookingId!)
    for (const cents of [2333, 2333, 1]) await giveBack(paymentId, cents)
    const given = await listInvoicesOf(admin, bookingId!)
    expect(given.map(({ amountCents, taxCents }) => [amountCents, taxCents])).toEqual([
      [7000, 1118],
      [-2333, -372],
      [-2333, -372],
      [-1, 0],
    ])
  })

  test('is not given for a charge that only goes back', async () => {
    const [bookingId] = await createMonths(1)
    await pay(bookingId!)
    const before = await ordinals()
    await pool.query(
      `with stray as (
        insert into stray_charges (booking_id, intent_id, amount_cents, currency, refunded_cents)
        values ($1, 'pi_stray', 7000, 'usd', 7000) returning id)
      select id from stray`,
      [bookingId],
    )
    await pool.query(
      `insert into refunds (stray_charge_id, amount_cents, reason, request_key, state, settled_at)
      select id, 7000, 'Twice', 'stray', 'succeeded', club_now() from stray_charges`,
    )
    expect(await ordinals()).toEqual(before)
  })
})

test('a credit note for a buyer who was erased meanwhile has neither name nor address', async () => {
  const [booking = ''] = await createMonths(1)
  const { id: paymentId } = await pay(booking)
  const { buyerId } = await db
    .selectFrom('bookings')
    .where('id', '=', booking)
    .select('buyerId')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ name: 'Former member', email: `${buyerId}@erased.invalid` })
    .where('id', '=', buyerId)
    .execute()
  await giveBack(paymentId, 100)
  const issued = await db
    .selectFrom('invoices')
    .where('paymentId', '=', paymentId)
    .orderBy('givenAt')
    .select(['buyerName', 'buyerEmail', 'amountCents'])
    .execute()
  expect(issued.at(-1)).toEqual({ buyerName: 'Former member', buyerEmail: '', amountCents: -100 })
})

describe('correctInvoice', () => {
  const correction = { buyerName: 'Noor Rahman', buyerAddress: '7 Quay Street\nHarbour Town' }
  const right = { ...correction, amountCents: 7000, taxCents: 519 }

  /** A paid month, its invoice and its payment. */
  async function createInvoice() {
    await db.updateTable('club').set({ taxPercent: 8, taxNumber: 'DE 1' }).execute()
    const [bookingId = ''] = await createMonths(1)
    const { id: paymentId } = await pay(bookingId)
    const [invoice] = await listInvoicesOf(admin, bookingId)
    return { bookingId, paymentId, invoice: invoice! }
  }

  test('cancels the invoice and replaces it, and each document names the other', async () => {
    const { bookingId, paymentId, invoice } = await createInvoice()
    const readLedger = async () =>
      (await pool.query('select * from ledger order by entry_id, entered_at, cents')).rows
    const ledger = await readLedger()
    const { number } = await correctInvoice(admin, invoice.id, correction)
    expect(await correctInvoice(admin, invoice.id, correction)).toEqual({ number, bookingId })

    const [first, cancelled, replacement, ...more] = await listInvoicesOf(admin, bookingId)
    expect(more).toEqual([])
    expect(first).toEqual({ ...invoice, replacedBy: number })
    const { buyerName, buyerAddress } = invoice
    expect(cancelled).toMatchObject({
      corrects: invoice.number,
      counterpart: number,
      buyerName,
      buyerAddress,
    })
    expect(cancelled).toMatchObject({ amountCents: -7000, taxCents: -519 })
    expect(replacement).toMatchObject({ ...right, corrects: invoice.number, counterpart: cancelled!.number })
    expect([cancelled, replacement].map((each) => relationNote(each!))).toEqual([
      `This cancels ${invoice.number}, which named the buyer wrongly. ${number} replaces it. No money was moved.`,
      `This replaces ${invoice.number}, which ${cancelled!.number} cancels. Nothing is left to pay.`,
    ])
    expect(await readLedger()).toEqual(ledger)
    const { rows: letters } = await pool.query(
      `select subject, user_id from letters where letter = 'invoice-corrected'`,
    )
    const { rows: owners } = await pool.query('select buyer_id from orders where id = $1', [bookingId])
    expect(letters).toEqual([
      { subject: `${number} replaces your invoice ${invoice.number}`, user_id: owners[0].buyer_id },
    ])

    await giveBack(paymentId, 1111)
    expect((await listInvoicesOf(admin, bookingId)).at(-1)).toMatchObject({
      ofNumber: number,
      taxCents: -82,
    })
  })

  test('of an invoice corrected meanwhile is refused; the new one can be corrected again', async () => {
    const { bookingId, invoice } = await createInvoice()
    const other = { ...correction, buyerName: 'Noor Rahmann' }
    const sent = await Promise.allSettled(
      [correction, other].map((each) => correctInvoice(admin, invoice.id, each)),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const replacement = (await listInvoicesOf(admin, bookingId)).at(-1)!
    await correctInvoice(admin, replacement.id, { ...correction, buyerName: 'N. Rahman' })
    expect((await listInvoicesOf(admin, bookingId)).map(({ amountCents }) => amountCents)).toEqual([
      7000, -7000, 7000, -7000, 7000,
    ])
  })

  test('is the office’s, of an invoice whose buyer was wrong', async () => {
    const { bookingId, invoice } = await createInvoice()
    const { buyerName, buyerAddress } = invoice
    expect((await rejectionOf(correctInvoice(admin, invoice.id, { buyerName, buyerAddress }))).code).toBe(
      'invalid',
    )
    expect(
      (await rejectionOf(correctInvoice(admin, invoice.id, { ...correction, buyerName: ' ' }))).code,
    ).toBe('invalid')
    expect((await rejectionOf(correctInvoice(await createMember(), invoice.id, correction))).code).toBe(
      'forbidden',
    )
    await correctInvoice(admin, invoice.id, correction)
    const [, cancelled] = await listInvoicesOf(admin, bookingId)
    expect((await rejectionOf(correctInvoice(admin, cancelled!.id, correction))).code).toBe('not-found')
  })
})

test('a document stays in the language of its buyer at issuing, if the club offers it, and so does its correction', async () => {
  const buyLater = async (otherLanguages: string[]) => {
    await db.updateTable('club').set({ otherLanguages }).execute()
    const [bookingId = ''] = await createMonths(1)
    const buyer = db.selectFrom('orders').where('id', '=', bookingId).select('buyerId')
    const setLanguage = (language: string) =>
      db
        .updateTable('members')
        .set({ language })
        .where('userId', '=', (eb) => eb.selectFrom(buyer.as('buyer')).select('buyerId'))
        .execute()
    await setLanguage('de-AT')
    const { id } = await pay(bookingId)
    await setLanguage('en')
    await giveBack(id, 1000)
    return (await listInvoicesOf(admin, bookingId)).map(({ language }) => language)
  }
  expect(await buyLater(['de'])).toEqual(['de', 'en'])
  expect(await buyLater([])).toEqual(['en', 'en'])
})
