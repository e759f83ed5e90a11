import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { listRefundsDue, readDeskDay } from '#domain/ledger/desk-day.server.ts'
import { ledgerTable } from '#domain/ledger/ledger-export.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createHoldWithIntent,
  goodCard,
  expireHold,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { takePayment } from './take-payment.server.ts'

useDatabase({ connections: 10 })

let sandbox: Sandbox
let admin: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin({ name: 'Ada Lindqvist' })
})

const cash = { plan: 'gold', method: 'cash' } as const
const lettersTo = async (person: Person) => {
  const letters = await db
    .selectFrom('letters')
    .where('email', '=', person.email)
    .select('letter')
    .orderBy('queuedAt')
    .execute()
  return letters.map(({ letter }) => letter)
}

async function soldInCash() {
  const { buyer, bookingId } = await createHold()
  const { paymentId } = await takePayment(admin, bookingId, cash)
  return { buyer, bookingId, paymentId: paymentId! }
}

describe('desk payment', () => {
  test('makes a held hour its buyer’s at once, with a receipt, and says how it was paid and who took it', async () => {
    const { buyer, bookingId } = await createHold('silver')
    const sale = await takePayment(admin, bookingId, {
      plan: 'gold',
      method: 'terminal',
      slip: ' 0042 ',
      discountCents: 1_000,
      discountReason: 'Student',
    })
    expect(sale.amountCents).toBe(6_000)
    expect(await getBooking(buyer, bookingId)).toMatchObject({
      state: 'paid',
      plan: 'gold',
      amountCents: 6_000,
      discountCents: 1_000,
      discountReason: 'Student',
      payment: { method: 'terminal', intentId: null, amountCents: 6_000 },
    })
    const payment = await db
      .selectFrom('payments')
      .where('bookingId', '=', bookingId)
      .select(['takenBy', 'slip', 'bankedOn'])
      .executeTakeFirstOrThrow()
    expect(payment).toEqual({ takenBy: admin.id, slip: '0042', bankedOn: null })
    expect(await lettersTo(buyer)).toEqual(['booking-paid'])
    const audited = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectId', '=', bookingId)
      .execute()
    expect(audited).toMatchObject([
      {
        actorId: admin.id,
        action: 'take payment',
        after: {
          amountCents: 6_000,
          method: 'terminal',
          slip: '0042',
          discountCents: 1_000,
          reason: 'Student',
        },
      },
    ])
    await expect(takePayment(admin, bookingId, cash)).rejects.toThrow('This booking is already paid.')
    await expectNoBrokenInvariants()
  })

  test('can be nothing for a free month, which has no payment and leaves nothing to give back', async () => {
    const { buyer, bookingId } = await createHold()
    const free = { ...cash, discountCents: 7_000, discountReason: 'Free trial' }
    const before = await readBalance(admin)
    expect(await takePayment(admin, bookingId, free)).toEqual({ bookingId, amountCents: 0, paymentId: null })
    expect(await getBooking(buyer, bookingId)).toMatchObject({ state: 'paid', amountCents: 0, payment: null })
    expect(await readBalance(admin)).toEqual(before)
    await expect(coolOff(buyer, bookingId)).rejects.toThrow('This month was free of charge.')
    await expectNoBrokenInvariants()
  })

  test.each([
    ['a discount without a reason', { discountCents: 100 }, 'discountReason'],
    ['a discount above the price', { discountCents: 7_001, discountReason: 'Too much' }, 'discountCents'],
    ['a terminal without its slip', { method: 'terminal' as const }, 'slip'],
    ['a transfer without its day', { method: 'transfer' as const }, 'bankedOn'],
    ['a transfer of a day ahead', { method: 'transfer' as const, bankedOn: '2999-01-01' }, 'bankedOn'],
    ['a transfer of long ago', { method: 'transfer' as const, bankedOn: '1990-01-01' }, 'bankedOn'],
  ])('is refused for %s, and the hour stays held', async (_, odd, field) => {
    const { bookingId } = await createHold()
    await expect(takePayment(admin, bookingId, { ...cash, ...odd })).rejects.toMatchObject({
      code: 'invalid',
      errors: { [field]: [expect.any(String)] },
    })
    expect(await bookingStateOf(bookingId)).toBe('held')
  })

  test('is taken by admins only, and not once the hold is over', async () => {
    const { buyer, bookingId } = await createHold()
    await expect(takePayment(buyer, bookingId, cash)).rejects.toMatchObject({ code: 'forbidden' })
    await expireHold(bookingId)
    await expect(takePayment(admin, bookingId, cash)).rejects.toThrow('The hold on this hour ran out.')
  })

  test('stands over a card that was not charged yet, and under one that was', async () => {
    const begun = await createHoldWithIntent()
    await takePayment(admin, begun.bookingId, cash)
    await expect(
      sandbox.confirmIntent({ clientSecret: begun.clientSecret, card: goodCard }),
    ).rejects.toThrow()
    const charged = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret: charged.clientSecret, card: goodCard })
    await expect(takePayment(admin, charged.bookingId, cash)).rejects.toThrow('just been paid by card')
    expect((await getBooking(charged.buyer, charged.bookingId)).payment).toMatchObject({ method: 'card' })
    await expectNoBrokenInvariants()
  })

  test('that is typed wrong leaves the card alone that its buyer is paying with', async () => {
    const { bookingId, clientSecret } = await createHoldWithIntent()
    for (const wrong of [
      { ...cash, discountCents: 99_900, discountReason: 'A typo' },
      { ...cash, method: 'transfer', bankedOn: '2999-01-01' } as const,
    ])
      await expect(takePayment(admin, bookingId, wrong)).rejects.toMatchObject({ code: 'invalid' })
    expect(await sandbox.confirmIntent({ clientSecret, card: goodCard })).toMatchObject({
      status: 'succeeded',
    })
  })
})

describe('refund of a desk payment', () => {
  test('says that the month ends with all of it, and with a part of it does not', async () => {
    const { buyer, paymentId } = await soldInCash()
    const part = { paymentId, amountCents: 1_000, reason: 'The shower', requestKey: 'a-part-of-it' }
    const refunds = [await refundPayment(admin, part)]
    refunds.push(await refundPayment(admin, { ...part, amountCents: 6_000, requestKey: 'the-rest-of-it' }))
    const letters = db.selectFrom('letters').where('email', '=', buyer.email).orderBy('queuedAt')
    const texts = await letters.where('letter', '=', 'money-waits').select('text').execute()
    expect(texts.map(({ text }) => text?.includes('Your month ends with it'))).toEqual([false, true])
    for (const { refundId } of refunds) await recordDeskRefund(admin, refundId, { method: 'cash' })
  })

  test('is due until somebody says how it was handed back, and the buyer hears of both', async () => {
    const { buyer, bookingId, paymentId } = await soldInCash()
    const whole = { paymentId, amountCents: 7_000, reason: 'Moved away', requestKey: 'whole-cash' }
    const { refundId } = await refundPayment(admin, whole)
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
    // neither the job nor reconciliation with the card processor touches it
    await executeRefund(refundId)
    expect(await reconcile()).toMatchObject({ refunds: 0, unanswered: 0 })
    expect(await listRefundsDue(admin)).toMatchObject([
      { refundId, amountCents: 7_000, method: 'cash', buyerName: buyer.name, reason: 'Moved away' },
    ])
    await expectNoBrokenInvariants()

    const handed = await Promise.allSettled(
      [1, 2].map(() => recordDeskRefund(admin, refundId, { method: 'transfer' })),
    )
    expect(handed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await bookingStateOf(bookingId)).toBe('refunded')
    expect(await listRefundsDue(admin)).toEqual([])
    expect(await lettersTo(buyer)).toEqual(['booking-paid', 'money-waits', 'payment-refunded'])
    const { text } = await db
      .selectFrom('letters')
      .where('email', '=', buyer.email)
      .where('letter', '=', 'payment-refunded')
      .select('text')
      .executeTakeFirstOrThrow()
    expect(text).toContain('to your bank account')
    await expectNoBrokenInvariants()
  })

  test('waits there too when the buyer changes their mind, and nobody but admins hands it back', async () => {
    const { buyer, bookingId } = await soldInCash()
    await coolOff(buyer, bookingId)
    const [due] = await listRefundsDue(admin)
    expect(due).toMatchObject({ amountCents: 7_000 })
    await expect(recordDeskRefund(buyer, due!.refundId, { method: 'cash' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await recordDeskRefund(admin, due!.refundId, { method: 'cash' })
    expect(await bookingStateOf(bookingId)).toBe('refunded')
  })
})

test('a day at the desk is what was taken and handed back, with the cash of its drawer, and the ledger says how', async () => {
  const day = '2026-03-10'
  const during = sql<Date>`${`${day} 12:00`}::timestamp at time zone club_zone()`
  const [sold, refunded] = [await soldInCash(), await soldInCash()]
  const byBank = await createHold()
  await takePayment(admin, byBank.bookingId, { ...cash, method: 'transfer', bankedOn: day })
  const partly = {
    paymentId: refunded.paymentId,
    amountCents: 2_000,
    reason: 'Ill',
    requestKey: 'partly-cash',
  }
  const { refundId } = await refundPayment(admin, partly)
  await recordDeskRefund(admin, refundId, { method: 'cash' })
  const bookings = [sold.bookingId, refunded.bookingId, byBank.bookingId]
  await db.updateTable('payments').set({ receivedAt: during }).where('bookingId', 'in', bookings).execute()
  await db.updateTable('refunds').set({ settledAt: during }).where('id', '=', refundId).execute()

  const read = await readDeskDay(admin, day)
  expect(read.cents).toEqual({ cash: 12_000, terminal: 0, transfer: 7_000 })
  const lines = read.entries.map(({ cents, method, takenBy }) => `${takenBy}: ${cents} ${method}`)
  expect(lines.sort()).toEqual([
    'Ada Lindqvist: -2000 cash',
    'Ada Lindqvist: 7000 cash',
    'Ada Lindqvist: 7000 cash',
    'Ada Lindqvist: 7000 transfer',
  ])
  expect((await readDeskDay(admin, '2026-03-11')).entries).toEqual([])
  await expect(readDeskDay(admin, '2026-02-30')).rejects.toMatchObject({ code: 'not-found' })
  const csv = await new Response(csvFile(await ledgerTable(admin), 'program')).text()
  expect(csv).toMatch(/,Bank transfer,USD,70.00,/)
  expect(csv).toMatch(/,Cash,USD,-20.00,/)
})

describe('takePayment, twice at once', () => {
  const takeTogether = async (bookingId: string) => {
    const other = await createAdmin({ name: 'Ben' })
    const taken = await Promise.allSettled(
      [admin, other, admin, other].map((each) => takePayment(each, bookingId, cash)),
    )
    return taken.filter(({ status }) => status === 'fulfilled').length
  }

  test('make one sale', async () => {
    const { bookingId } = await createHold()
    expect(await takeTogether(bookingId)).toBe(1)
    await expectNoBrokenInvariants()
  })

  test('would leave two payments without the guard, one payment a booking', async () => {
    const { bookingId } = await soldInCash()
    const again = db
      .insertInto('payments')
      .values({ bookingId, amountCents: 7_000, currency: 'usd', method: 'cash', takenBy: admin.id })
    await expect(again.execute()).rejects.toThrow('payments_booking_id_key')
    await sql`alter table payments drop constraint payments_booking_id_key`.execute(db)
    await again.execute()
    const { count } = await db
      .selectFrom('payments')
      .where('bookingId', '=', bookingId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(2)
  })
})
