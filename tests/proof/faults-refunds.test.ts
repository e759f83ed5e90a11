import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { executeRefund, refundPayment, retryRefund } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { noFaults } from '#tests/stripe-double/faults.ts'
import { createPendingPayment, createBuyers, createFreeSlots, useStripeClub } from './stripe-club.ts'
import { timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 600_000) })

useDatabase()
const club = useStripeClub()

test('a refund that a gateway’s page hides goes out once, however it is asked for again', async (context) => {
  const admin = await createAdmin()
  const count = repetitions(4, 100)
  const [buyers, hours] = await Promise.all([createBuyers(count), createFreeSlots(count)])
  let hidden = 0
  for (const [index, buyer] of buyers.entries()) {
    const { intentId, clientSecret } = await createPendingPayment(buyer, hours[index] ?? '')
    club.double.pay(clientSecret)
    const { paymentId } = await settleIntent(intentId)
    const asked = { paymentId: paymentId ?? '', amountCents: 1500, reason: 'Ill', requestKey: randomUUID() }
    const { refundId } = await refundPayment(admin, asked)
    club.double.setFaults(({ path }) => (path === '/v1/refunds' ? { kind: 'garbled' } : null))
    await expect(executeRefund(refundId)).rejects.toMatchObject({ name: 'CardProcessorUnavailable' })
    hidden += 1
    club.double.setFaults(noFaults)
    // a second click and the job repeat the same refund
    expect(await retryRefund(admin, refundId)).toMatchObject({ refundId, state: 'pending' })
    await executeRefund(refundId)
    await executeRefund(refundId)
    expect(club.double.ledger.refunds(intentId).map(({ amount }) => amount)).toEqual([1500])
  }
  await expectNoBrokenInvariants()
  reportMeasurement(context, 'A gateway’s page hides a refund', {
    'hidden answers': hidden,
    'refunded twice': 0,
    before: 'counted as failed, and "Try again" paid it out twice',
  })
})
