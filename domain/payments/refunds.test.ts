import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { listFailedRefunds } from '#domain/ledger/failed-refunds.server.ts'
import { CardProcessorRefused } from '#platform/cards/card-processor.ts'
import { cards, setCardProcessor } from '#platform/cards/cards.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createPendingPayment, deliverEvent, useStripeClub } from '#tests/proof/stripe-club.ts'
import { noFaults, type FaultInjector } from '#tests/stripe-double/faults.ts'
import { findRefundable } from './refundable-payment.server.ts'
import { executeRefund, refundPayment, retryRefund } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
const club = useStripeClub()
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => void (admin = await createAdmin()))
beforeEach(() => club.double.setFaults(noFaults))

const refundsFail: FaultInjector = ({ method, path }) =>
  method === 'POST' && path === '/v1/refunds' ? { kind: 'garbled' } : null

/** Creates a payment of $70 with a pending refund of $15. */
async function createRefund(amountCents = 1500) {
  const buyer = await createMember()
  const { slots } = await createTrainerWithSlots(1)
  const { intentId, clientSecret } = await createPendingPayment(buyer, slots[0]?.id ?? '')
  club.double.pay(clientSecret)
  const { paymentId } = await settleIntent(intentId)
  const request = { paymentId: paymentId ?? '', amountCents, reason: 'Ill', requestKey: randomUUID() }
  const { refundId } = await refundPayment(admin, request)
  return { intentId, paymentId: request.paymentId, refundId }
}

const refundedAt = (intentId: string) => club.double.ledger.refunds(intentId).map(({ amount }) => amount)
const refundsOf = (paymentId: string) =>
  db
    .selectFrom('refunds')
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .select(['state', 'amountCents'])
    .execute()
const succeeded = { state: 'succeeded', amountCents: 1500 }
const notice = (intentId: string) => {
  const event = club.double.events
    .all()
    .findLast(({ type, data }) => type === 'charge.refunded' && data.object.payment_intent === intentId)
  if (!event) throw new Error('The double told of no refund.')
  return deliverEvent(club.double, event)
}
/** Marks a refund as failed although the processor has made it. */
async function failThoughDone(refundId: string): Promise<void> {
  const honest = cards
  setCardProcessor({
    ...honest,
    refund: async (request) => {
      await honest.refund(request)
      throw new CardProcessorRefused('no', 'misunderstood')
    },
  })
  await executeRefund(refundId)
  setCardProcessor(honest)
}

describe('refund idempotency', () => {
  test('when a gateway answers with a page of its own: that is no refusal, and asking again finds it', async () => {
    const { intentId, paymentId, refundId } = await createRefund()
    club.double.setFaults(refundsFail)
    await expect(executeRefund(refundId)).rejects.toMatchObject({ name: 'CardProcessorUnavailable' })
    expect(await refundsOf(paymentId)).toEqual([{ ...succeeded, state: 'pending' }])
    expect(await listFailedRefunds(admin)).toEqual([])
    club.double.setFaults(noFaults)
    await executeRefund(refundId)
    expect(refundedAt(intentId)).toEqual([1500])
    expect(await refundsOf(paymentId)).toEqual([succeeded])
    await expectNoBrokenInvariants()
  })

  test.each([
    ['before the club heard of it', [] as string[]],
    ['after the processor’s notice', ['notice']],
  ])('when a refund that failed by mistake is tried again %s', async (_, before) => {
    const { intentId, paymentId, refundId } = await createRefund()
    await failThoughDone(refundId)
    expect(await refundsOf(paymentId)).toEqual([{ ...succeeded, state: 'failed' }])
    if (before.length > 0) await notice(intentId)
    expect(await retryRefund(admin, refundId)).toEqual({ refundId, amountCents: 1500, state: 'succeeded' })
    await notice(intentId)
    expect(refundedAt(intentId)).toEqual([1500])
    expect(await refundsOf(paymentId)).toEqual([succeeded])
    await expectNoBrokenInvariants()
  })

  test.each([1500, 7000])('when a notice tells of %i cents after the press of "Try again"', async (cents) => {
    const { intentId, paymentId, refundId } = await createRefund(cents)
    await failThoughDone(refundId)
    const honest = cards
    // the processor lists the refund a moment later
    setCardProcessor({
      ...honest,
      retrieveIntent: async (id) => {
        const intent = await honest.retrieveIntent(id)
        return intent && { ...intent, refunds: [] }
      },
    })
    const again = await retryRefund(admin, refundId)
    expect(again).toMatchObject({ state: 'pending' })
    setCardProcessor(honest)
    await notice(intentId)
    await executeRefund(again.refundId)
    expect(refundedAt(intentId)).toEqual([cents])
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'succeeded' }, { state: 'failed' }])
    await expectNoBrokenInvariants()
  })

  test('when the job of the second runs before the notice of the first', async () => {
    const { intentId, paymentId, refundId } = await createRefund()
    await failThoughDone(refundId)
    const honest = cards
    setCardProcessor({ ...honest, retrieveIntent: async () => null })
    const again = await retryRefund(admin, refundId)
    setCardProcessor(honest)
    await executeRefund(again.refundId)
    expect(refundedAt(intentId)).toEqual([1500])
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'succeeded' }, { state: 'failed' }])
  })
})

test('is asked for with what is left: neither what goes back already nor what failed, and nothing once all is gone', async () => {
  const { paymentId, refundId } = await createRefund()
  const { buyerId } = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'bookingId')
    .where('payments.id', '=', paymentId)
    .select('buyerId')
    .executeTakeFirstOrThrow()
  const left = async (ofBuyer?: string) =>
    (await findRefundable(admin, paymentId, ofBuyer))?.leftCents ?? null
  expect(await left(buyerId)).toBe(5500)
  expect(await left((await createMember()).id)).toBeNull()
  await failThoughDone(refundId)
  expect(await left()).toBe(5500)
  await refundPayment(admin, { paymentId, amountCents: 5500, reason: 'Ill', requestKey: randomUUID() })
  expect(await left()).toBeNull()
  expect(await findRefundable(admin, null)).toBeNull()
})
