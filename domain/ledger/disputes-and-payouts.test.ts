import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { exportTable } from '#domain/exports/export-table.server.ts'
import { keepWarnedPayment } from '#domain/payments/fraud-warnings.server.ts'
import { compareWithProcessor } from '#domain/payments/processor-round.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { createPendingPayment, useStripeClub } from '#tests/proof/stripe-club.ts'
import { listCardPayouts, readCardPayout } from './card-payouts.server.ts'
import { countDisputesToDo, listDisputes, listOpenFraudWarnings } from './dispute-list.server.ts'

useDatabase()
const club = useStripeClub()
let admin: Person
beforeEach(async () => {
  admin = await createAdmin()
})

/** Sells an hour for 70.00 by card. */
async function sell(): Promise<string> {
  const { slots } = await createTrainerWithSlots(1)
  const { intentId, clientSecret } = await createPendingPayment(await createMember(), slots[0]!.id)
  club.double.pay(clientSecret)
  await settleIntent(intentId)
  return intentId
}

test('an admin sees amount, reason, money and the day to answer of each dispute, the first to answer on top', async () => {
  const { id: lost } = club.double.ledger.dispute(await sell(), { reason: 'duplicate' })
  club.double.ledger.updateDispute(lost, 'lost')
  const { id: open } = club.double.ledger.dispute(await sell(), { reason: 'product_not_received' })
  await compareWithProcessor()
  const { items, total } = await listDisputes(admin)
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      disputeId: open,
      reason: 'product_not_received',
      withdrawnCents: 7000,
      feeCents: 1500,
      refundableCents: 0,
    },
    { disputeId: lost, reason: 'duplicate', status: 'lost', answerBy: null },
  ])
  expect(items[0]?.answerBy).toBeInstanceOf(Date)
  expect(await countDisputesToDo(admin)).toEqual({ toAnswer: 1, answerBy: items[0]?.answerBy, warnings: 0 })
})

test('a warning of fraud waits until the payment is refunded, disputed or kept', async () => {
  const [kept, refunded, disputed] = [await sell(), await sell(), await sell()]
  for (const intentId of [kept, refunded, disputed]) club.double.ledger.warn(intentId)
  await compareWithProcessor()
  const open = await listOpenFraudWarnings(admin)
  expect(open).toHaveLength(3)
  expect(open[0]).toMatchObject({ amountCents: 7000, fraudType: 'made_with_stolen_card' })
  club.double.ledger.refund({ intentId: refunded })
  club.double.ledger.dispute(disputed)
  await compareWithProcessor()
  const [left, ...others] = await listOpenFraudWarnings(admin)
  expect(others).toEqual([])
  expect((await rejectionOf(keepWarnedPayment(await createMember(), left!.warningId))).code).toBe('forbidden')
  await keepWarnedPayment(admin, left!.warningId)
  await keepWarnedPayment(admin, left!.warningId)
  expect(await listOpenFraudWarnings(admin)).toEqual([])
})

test('a payout lists what it consists of, and its file adds up to the transfer', async () => {
  await sell()
  const { id, amount } = club.double.ledger.account.payOut('usd')
  await compareWithProcessor()
  expect((await listCardPayouts(admin)).items).toContainEqual(
    expect.objectContaining({
      payoutId: id,
      amountCents: amount,
      reference: expect.stringMatching(/^REF\d/),
    }),
  )
  const { items } = await readCardPayout(admin, id)
  expect(items.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(amount)
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'charge', invoice: expect.stringMatching(/\d/), feeCents: 233 }),
  )
  const { body, name } = await exportTable(admin, 'cardpayout-plain.csv', { payout: id })
  const lines = (await new Response(body).text()).trim().split('\r\n').slice(1)
  expect(name).toMatch(/^card-payout-\d{4}-\d\d-\d\d-plain\.csv$/)
  expect(lines).toHaveLength(items.length)
  expect((await rejectionOf(readCardPayout(admin, 'po_unknown'))).code).toBe('not-found')
  expect((await rejectionOf(listCardPayouts(await createMember()))).code).toBe('forbidden')
})
