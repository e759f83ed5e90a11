import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { correctInvoice } from '#domain/invoices/correct-invoice.server.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { closeCashDay, readCashDay } from '#domain/ledger/cash-days.server.ts'
import { correctDeskMethod } from '#domain/ledger/desk-corrections.server.ts'
import { readStanding, recordPayout, reversePayout } from '#domain/ledger/payouts.server.ts'
import { recordDeskRefund } from '#domain/payments/desk-refunds.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { addMonths } from '#format/days.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { randomSeed, repetitions, timeoutFor } from '#tests/proof/test-scale.ts'
import { unzip } from '#tests/read-zip.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { readMonthArchive, writeMonthArchive } from './month-archive.server.ts'

useDatabase()
afterEach(expectNoBrokenInvariants)

let sandbox: Sandbox
let admin: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin({ name: 'Ada Lindqvist' })
  await db
    .updateTable('club')
    .set({ taxPercent: 19, taxNumber: 'DE123456789', company: 'Turnhalle Süd GmbH', invoicePrefix: 'TS' })
    .execute()
})

const archiveOf = async (month: string) =>
  Buffer.from(await new Response(await writeMonthArchive(admin, month)).arrayBuffer())
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Rows of a CSV file without quoted separators, by heading. */
function rowsOf(file: Buffer | undefined): Record<string, string>[] {
  const [head = '', ...lines] = (file?.toString() ?? '').replace('\uFEFF', '').trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

const sumOf = (rows: Record<string, string>[], name: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0)

/** Corrects the buyer of a payment's invoice, which moves no money. */
async function correctOneInvoice(paymentId: string) {
  const { id } = await db
    .selectFrom('invoices')
    .where('paymentId', '=', paymentId)
    .where('refundId', 'is', null)
    .where('amountCents', '>', 0)
    .orderBy('year', 'desc')
    .orderBy('ordinal', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  await correctInvoice(admin, id, { buyerName: `Buyer of ${id}`, buyerAddress: '' })
}

/** One random movement of money, of card, desk, refund, payout or correction. */
async function moveMoney(
  random: () => number,
  trainers: TestTrainer[],
  paid: { id: string; byCard: boolean }[],
) {
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)]!
  const what = random()
  if (what > 0.94 && paid.length > 0) return correctOneInvoice(pick(paid).id)
  if (what < 0.25) {
    const { paymentId } = await createPaidBooking(sandbox, pick(['silver', 'gold', 'diamond']))
    paid.push({ id: paymentId, byCard: true })
  } else if (what < 0.55) {
    const { bookingId } = await createHold()
    const method = pick(['cash', 'cash', 'terminal'] as const)
    const discountCents = Math.floor(random() * 3_000)
    const { paymentId } = await takePayment(admin, bookingId, {
      plan: 'gold',
      method,
      discountCents,
      ...(discountCents > 0 && { discountReason: 'Student' }),
      ...(method === 'terminal' && { slip: '0042' }),
    })
    paid.push({ id: paymentId!, byCard: false })
  } else if (what < 0.8 && paid.length > 0) {
    const payment = pick(paid)
    const amountCents = 1 + Math.floor(random() * 2_500)
    const request = { paymentId: payment.id, amountCents, reason: 'Ill', requestKey: randomUUID() }
    const refund = await refundPayment(admin, request).catch(() => null)
    if (!refund) return
    await (payment.byCard
      ? executeRefund(refund.refundId)
      : recordDeskRefund(admin, refund.refundId, { method: pick(['cash', 'transfer'] as const) }))
  } else if (what < 0.9) {
    const { rows } = await sql<{ id: string }>`
      select trainer_id as id from trainer_sums where part_cents > paid_out_cents order by 1 limit 1`.execute(
      db,
    )
    const trainerId = rows[0]?.id ?? trainers[0]!.trainerId
    const { owedCents } = await readStanding(admin, trainerId)
    if (owedCents < 2) return
    const amountCents = Math.ceil(owedCents / 2)
    const { payoutId } = await recordPayout(admin, { trainerId, amountCents, requestKey: randomUUID() })
    if (random() < 0.4) await reversePayout(admin, { payoutId, reason: 'Typed wrong' })
  } else {
    const desk = paid.filter(({ byCard }) => !byCard)
    if (desk.length === 0) return
    const method = pick(['cash', 'transfer'] as const)
    await correctDeskMethod(admin, { kind: 'payment', entryId: pick(desk).id, method, reason: 'Typed wrong' })
  }
}

/** Counts the drawer of today, and closes the day. */
async function closeToday(day: string, random: () => number) {
  const { open, closeFirst } = await readCashDay(admin, day)
  if (!open || closeFirst) return
  const expectedCents = (open.openingCents ?? 0) + open.takenCents - open.returnedCents
  const countedCents = Math.max(0, expectedCents - (random() < 0.3 ? 50 : 0))
  await closeCashDay(admin, {
    day,
    expectedCents,
    countedCents,
    keptCents: Math.min(countedCents, 10_000),
    reason: countedCents === expectedCents ? null : 'unknown',
  })
}

describe('writeMonthArchive', () => {
  test(
    'of every month of a random history adds up: journal, ledger, balance, invoices and desk',
    async () => {
      const random = seededRandom(randomSeed)
      const trainers = await Promise.all([createTrainerWithSlots(1), createTrainerWithSlots(1)])
      const paid: { id: string; byCard: boolean }[] = []
      const months = Array.from({ length: repetitions(2, 24) }, (_, index) => addMonths('2027-10', index))
      const digests = new Map<string, string>()
      let balanceBefore = 0
      for (const month of months) {
        for (const dayOfMonth of ['04', '11', '19', '27']) {
          const day = `${month}-${dayOfMonth}`
          await setClubTime('Europe/Berlin', `${day}T12:00:00Z`)
          for (let step = 0; step < repetitions(3, 4); step += 1) await moveMoney(random, trainers, paid)
          await closeToday(day, random)
        }
        await setClubTime('Europe/Berlin', `${addMonths(month)}-01T05:00:00Z`)
        const zip = await archiveOf(month)
        digests.set(month, digestOf(zip))
        const files = unzip(zip)
        const [journal, summary] = [rowsOf(files.get('journal.csv')), rowsOf(files.get('summary.csv'))]
        const invoices = rowsOf(files.get('invoices.csv'))
        const amountOf = (name: string) =>
          sumOf(
            summary.filter((row) => row['Sum'] === name),
            'Amount',
          )
        const { totalRemainingCents: balance } = await readBalance(admin)

        expect(amountOf('Balance before'), month).toBe(balanceBefore)
        expect(amountOf('Balance after'), month).toBe(balance)
        expect(sumOf(journal, 'Gross'), month).toBe(balance - balanceBefore)
        const sales = journal.filter((row) => row['Contra account'] === 'Sales')
        expect(sumOf(sales, 'Gross'), month).toBe(sumOf(invoices, 'Gross'))
        expect(sumOf(sales, 'Tax'), month).toBe(sumOf(invoices, 'Tax'))
        expect(sumOf(sales, 'Net') + sumOf(sales, 'Tax'), month).toBe(sumOf(sales, 'Gross'))
        expect(
          sumOf(
            rowsOf(files.get('desk.csv')).filter((row) => row['Method'] === 'cash'),
            'Amount',
          ),
          month,
        ).toBe(
          sumOf(
            journal.filter((row) => row['Account'] === 'Cash'),
            'Gross',
          ),
        )
        for (const row of invoices) {
          const [gross, tax] = [Math.round(Number(row['Gross']) * 100), Math.round(Number(row['Tax']) * 100)]
          // each tax line is right by itself; the last credit note of a payment may carry the leftover cents
          expect(Math.abs(tax - Math.round((gross * 19) / 119)), `${row['Number']}`).toBeLessThanOrEqual(3)
          expect(files.get(`invoices/${row['Number']}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
        }
        balanceBefore = balance
      }
      await sql`update users set name = 'Somebody Else'`.execute(db)
      await sql`update trainers set name = 'Another Trainer', tax_number = '12/345'`.execute(db)
      await sql`update club set company = 'New Owners', name = 'New Name', address = 'Elsewhere', tax_percent = 7`.execute(
        db,
      )
      for (const [month, digest] of digests) expect(digestOf(await archiveOf(month)), month).toBe(digest)
    },
    timeoutFor(120_000, 1_200_000),
  )

  test('waits for the end of the month and for the last day of its desk, and is for those who read the balance', async () => {
    await setClubTime('Europe/Berlin', '2031-03-10T12:00:00Z')
    const { bookingId, buyer } = await createHold()
    await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
    await expect(writeMonthArchive(admin, '2031-03')).rejects.toThrow('Mar 2031 is not over yet.')
    await setClubTime('Europe/Berlin', '2031-04-01T05:00:00Z')
    await expect(writeMonthArchive(admin, '2031-03')).rejects.toThrow(
      'Please close Monday 10 Mar at the desk first.',
    )
    expect(await readMonthArchive(admin, '2031-03')).toMatchObject({ openDay: '2031-03-10', madeAt: null })
    await expect(writeMonthArchive(buyer, '2031-03')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(writeMonthArchive(admin, '2031-13')).rejects.toMatchObject({ code: 'not-found' })
  })
})
