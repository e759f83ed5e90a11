import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { followedEvents } from '#platform/cards/webhook-notices.ts'
import { log } from '#platform/observability/log.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createPendingPayment, useStripeClub } from '#tests/proof/stripe-club.ts'
import { compareWithProcessor } from './processor-round.server.ts'
import { executeRefund, refundPayment } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
const club = useStripeClub()
let admin: Person
beforeEach(async () => {
  admin = await createAdmin()
  await compareWithProcessor()
})
afterEach(expectNoBrokenInvariants)

/** Sells an hour for 70.00 by card. Without `isReported`, the payment is not settled in the club. */
async function sell(isReported = true) {
  const { slots } = await createTrainerWithSlots(1)
  const { intentId, clientSecret, bookingId } = await createPendingPayment(await createMember(), slots[0]!.id)
  club.double.pay(clientSecret)
  const paymentId = isReported ? (await settleIntent(intentId)).paymentId! : ''
  return { intentId, bookingId, paymentId }
}

const remaining = async () => (await readBalance(admin)).totalRemainingCents

describe('comparison with the card processor', () => {
  test('enters the fee of a payment once', async () => {
    const before = await remaining()
    const { bookingId } = await sell()
    expect(await compareWithProcessor()).toMatchObject({ failed: 0 })
    await compareWithProcessor()
    // 2.9 % of 70.00 and 0.30
    expect(await remaining()).toBe(before + 7000 - 233)
    const { items } = await listLedger(admin)
    expect(items.filter((line) => line.kind === 'fee' && line.bookingId === bookingId)).toMatchObject([
      { cents: -233, note: 'charge' },
    ])
  })

  test('finds a dispute, its loss and a refund that failed although no notice came', async () => {
    const before = await remaining()
    const [disputed, refunded] = [await sell(), await sell()]
    const { refundId } = await refundPayment(admin, {
      paymentId: refunded.paymentId,
      amountCents: 2000,
      reason: 'Ill',
      requestKey: randomUUID(),
    })
    await executeRefund(refundId)
    const { id } = club.double.ledger.dispute(disputed.intentId)
    club.double.ledger.failRefund(club.double.ledger.refunds(refunded.intentId)[0]!.id)
    await compareWithProcessor()
    expect(await remaining()).toBe(before + 7000 - 1500 - 2 * 233)
    club.double.ledger.updateDispute(id, 'lost')
    await compareWithProcessor()
    expect(await db.selectFrom('disputes').where('id', '=', id).select('status').execute()).toEqual([
      { status: 'lost' },
    ])
    expect(await db.selectFrom('refunds').where('id', '=', refundId).select('state').execute()).toEqual([
      { state: 'failed' },
    ])
  })

  test('finds an inquiry and a warning, of which no money moves', async () => {
    const { intentId, paymentId } = await sell()
    const { id } = club.double.ledger.dispute(intentId, { status: 'warning_needs_response' })
    const warning = club.double.ledger.warn(intentId)
    await compareWithProcessor()
    expect(await db.selectFrom('disputes').where('id', '=', id).select('paymentId').execute()).toEqual([
      { paymentId },
    ])
    expect(
      await db.selectFrom('fraudWarnings').where('id', '=', warning.id).select('paymentId').execute(),
    ).toEqual([{ paymentId }])
  })

  test('follows a refund that failed, and one made at the processor with the same money', async () => {
    const before = await remaining()
    const { paymentId, intentId } = await sell()
    const request = { paymentId, amountCents: 6000, reason: 'Ill', requestKey: randomUUID() }
    const { refundId } = await refundPayment(admin, request)
    await executeRefund(refundId)
    club.double.ledger.failRefund(club.double.ledger.refunds(intentId)[0]!.id)
    club.double.ledger.refund({ intentId, amount: 5000 })
    expect(await compareWithProcessor()).toMatchObject({ failed: 0 })
    expect(await remaining()).toBe(before + 7000 - 5000 - 233)
  })

  test('follows the other payments when one fails', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    const [broken, other] = [await sell(), await sell()]
    await compareWithProcessor()
    const before = await remaining()
    await sql`create function fail_refund() returns trigger language plpgsql as
      $$ begin raise exception 'this one fails'; end $$`.execute(db)
    await sql`create trigger fails before insert on refunds for each row
      when (new.payment_id = ${sql.lit(broken.paymentId)}) execute function fail_refund()`.execute(db)
    for (const { intentId } of [other, broken]) club.double.ledger.refund({ intentId, amount: 1000 })
    expect(await compareWithProcessor()).toMatchObject({ failed: 1 })
    expect(await remaining()).toBe(before - 1000)
    expect(logged.mock.calls).toMatchObject([[{ kind: 'intent', id: broken.intentId }, 'this one fails']])
    await sql`drop function fail_refund cascade`.execute(db)
    expect(await compareWithProcessor()).toMatchObject({ failed: 0 })
    expect(await remaining()).toBe(before - 2000)
    logged.mockRestore()
  })

  test('finds a payment, a refund and a dispute of which the club knew nothing', async () => {
    const before = await remaining()
    const { intentId } = await sell(false)
    club.double.ledger.refund({ intentId, amount: 1000 })
    club.double.ledger.dispute(intentId, { amount: 500 })
    await compareWithProcessor()
    expect(await remaining()).toBe(before + 7000 - 1000 - 500 - 1500 - 233)
  })

  test('stores payouts with their lines, which add up to the transfer', async () => {
    await sell()
    const sold = club.double.ledger.account.payOut('usd')
    await sell()
    club.double.ledger.account.chargeFee(200, 'usd')
    const before = await remaining()
    await compareWithProcessor()
    expect(await remaining()).toBeLessThan(before - 200)
    const payout = await db
      .selectFrom('processorPayouts')
      .selectAll()
      .where('id', '=', sold.id)
      .executeTakeFirstOrThrow()
    expect(payout).toMatchObject({ amountCents: sold.amount, reference: expect.stringMatching(/^REF/) })
    const lines = await db
      .selectFrom('processorMovements')
      .where('payoutId', '=', sold.id)
      .select(['grossCents', 'feeCents'])
      .execute()
    expect(lines.reduce((sum, { grossCents, feeCents }) => sum + grossCents - feeCents, 0)).toBe(sold.amount)
  })

  test('leaves the fees of another shop with the same account out of the books', async () => {
    const before = await remaining()
    const { id } = club.double.ledger.createIntent({
      amount: 5000,
      currency: 'usd',
      metadata: {},
      receipt_email: null,
      customer: null,
    })
    club.double.ledger.chargeAnyway(id)
    await compareWithProcessor()
    expect(await remaining()).toBe(before)
  })

  test('notes which events the processor does not send', async () => {
    const read = () => db.selectFrom('processorChecks').select(['hasEndpoint', 'missingEvents']).execute()
    await compareWithProcessor()
    expect(await read()).toEqual([{ hasEndpoint: false, missingEvents: null }])
    const some = followedEvents.filter((name) => !name.startsWith('charge.dispute'))
    club.double.ledger.account.addEndpoint('https://club.example/api/webhooks/stripe', some)
    await compareWithProcessor()
    expect((await read())[0]?.missingEvents).toContain('charge.dispute.closed')
    club.double.ledger.account.addEndpoint('https://club.example/api/webhooks/stripe', ['*'])
    await compareWithProcessor()
    expect(await read()).toEqual([{ hasEndpoint: true, missingEvents: [] }])
  })
})
