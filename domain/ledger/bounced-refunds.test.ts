import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { listInvoices } from '#domain/invoices/invoices.server.ts'
import { executeRefund, refundPayment, retryRefund } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { listFailedRefunds } from './failed-refunds.server.ts'
import { incomeByMonthAndPlan } from './income.server.ts'
import { ledgerTable } from './ledger-export.server.ts'
import { listLedger } from './ledger.server.ts'
import { readStatement } from './statement.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
beforeEach(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
afterAll(() => setClubTime('UTC'))

/** Sets the status of all refunds of an intent at the processor. */
async function setRefundStatus(intentId: string, status: 'failed' | 'succeeded') {
  setCardProcessor({
    ...sandbox,
    retrieveIntent: async (id) => {
      const intent = await sandbox.retrieveIntent(id)
      return intent && { ...intent, refunds: intent.refunds.map((refund) => ({ ...refund, status })) }
    },
  })
  await settleIntent(intentId)
}

// A processor reports a refund as done; days later the bank returns the money.
test('a refund that comes back in another month changes nothing of the month in which it went', async () => {
  await setClubTime('UTC', '2027-11-28T10:00:00Z')
  const { trainerId, slots } = await createTrainerWithSlots(1)
  const { paymentId, intentId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  await setClubTime('UTC', '2027-11-28T11:00:00Z')
  const request = { paymentId, amountCents: 2000, reason: 'Ill', requestKey: randomUUID() }
  await executeRefund((await refundPayment(admin, request)).refundId)

  const books = async (month: string) => {
    const { startCents, endCents, lines } = await readStatement(admin, trainerId, month)
    const { items: invoices } = await listInvoices(admin, { month })
    return {
      startCents,
      endCents,
      lines: lines.map(({ kind, cents, partCents }) => [kind, cents, partCents]),
      invoices: invoices.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other),
    }
  }
  const csvLines = async () =>
    (await new Response(csvFile(await ledgerTable(admin), 'program')).text()).trim().split('\r\n').slice(1)
  const csvCells = async () => (await csvLines()).map((line) => line.split(','))
  await setClubTime('UTC', '2027-12-03T10:00:00Z')
  const november = await books('2027-11')
  const income = await incomeByMonthAndPlan(admin)
  expect(november.lines).toEqual([
    ['sale', 7000, 7000],
    ['refund', -2000, -2000],
  ])
  expect((await csvCells()).map((line) => line.at(-3))).toEqual(['2027-0001', '2027-0002'])

  await setRefundStatus(intentId, 'failed')
  expect(await books('2027-11')).toEqual(november)
  expect(await books('2027-12')).toEqual({
    startCents: 5000,
    endCents: 7000,
    lines: [['refund', 2000, 2000]],
    invoices: [2000],
  })
  expect(await listLedger(admin)).toMatchObject({
    total: 3,
    items: [
      { kind: 'refund', cents: 2000, balanceCents: 7000 },
      { kind: 'refund', cents: -2000, balanceCents: 5000 },
      { kind: 'payment', cents: 7000, balanceCents: 7000 },
    ],
  })
  expect((await csvCells()).map((line) => [line[2], line.at(-3)])).toEqual([
    ['payment', '2027-0001'],
    ['refund', '2027-0002'],
    ['refund came back', '2027-0003'],
  ])
  await expectNoBrokenInvariants()

  await setClubTime('UTC', '2028-01-05T10:00:00Z')
  await setRefundStatus(intentId, 'succeeded')
  await setRefundStatus(intentId, 'failed')
  await setRefundStatus(intentId, 'succeeded')
  expect(await books('2027-11')).toEqual(november)
  expect((await books('2027-12')).endCents).toBe(7000)
  expect(await books('2028-01')).toMatchObject({
    startCents: 7000,
    endCents: 5000,
    invoices: [-2000, -2000, 2000],
  })
  expect((await incomeByMonthAndPlan(admin))[0]).toEqual(income[0])
  await expectNoBrokenInvariants()
})

test('a whole refund that comes back waits to be made again', async () => {
  const { paymentId, intentId } = await createPaidBooking(sandbox)
  const request = { paymentId, amountCents: 7000, reason: 'Ill', requestKey: randomUUID() }
  const { refundId } = await refundPayment(admin, request)
  await executeRefund(refundId)
  await setRefundStatus(intentId, 'failed')
  expect(await listFailedRefunds(admin)).toMatchObject([{ amountCents: 7000 }])
  await expectNoBrokenInvariants()
  setCardProcessor(sandbox)
  await executeRefund((await retryRefund(admin, refundId)).refundId)
  expect(await listFailedRefunds(admin)).toEqual([])
  await expectNoBrokenInvariants()
})
