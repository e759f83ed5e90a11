import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { carryOutRefund, refundPayment, repeatRefund } from '#domain/payments/refunds.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { noFaults, seededRandom } from '#tests/stripe-double/faults.ts'
import { report, seed, times } from './scale.ts'
import { beginToPay, bring, createBuyers, createHours, useStripeClub } from './stripe-club.ts'

useDatabase()
const club = useStripeClub()

it('a refund that a gateway’s page hides goes out once, however it is asked for again', async (context) => {
  const random = seededRandom(seed)
  const admin = await createAdmin()
  const count = times(4, 100)
  const [buyers, hours] = await Promise.all([createBuyers(count), createHours(count)])
  let hidden = 0
  for (const [index, buyer] of buyers.entries()) {
    const { intentId, clientSecret } = await beginToPay(buyer, hours[index] ?? '')
    club.double.pay(clientSecret)
    const { paymentId } = await settleIntent(intentId)
    const asked = { paymentId: paymentId ?? '', amountCents: 1500, reason: 'Ill', requestKey: randomUUID() }
    const { refundId } = await refundPayment(admin, asked)
    club.double.setFaults(({ path }) => (path === '/v1/refunds' ? { kind: 'garbled' } : null))
    await expect(carryOutRefund(refundId)).rejects.toMatchObject({ name: 'CardProcessorUnavailable' })
    hidden += 1
    club.double.setFaults(noFaults)
    // nothing has failed that could be pressed again, and the processor's own notice comes whenever it does
    await expect(repeatRefund(admin, refundId)).rejects.toMatchObject({ code: 'conflict' })
    const isEarly = random() < 0.5
    if (isEarly) await bringRefund(intentId)
    await carryOutRefund(refundId)
    if (!isEarly) await bringRefund(intentId)
    expect(club.double.ledger.refunds(intentId).map(({ amount }) => amount)).toEqual([1500])
  }
  await expectNoBrokenInvariants()
  report(context, 'A gateway’s page hides a refund', {
    'hidden answers': hidden,
    'refunded twice': 0,
    before: 'counted as failed, and "Try again" paid it out twice',
  })
})

async function bringRefund(intentId: string): Promise<void> {
  const event = club.double.events
    .all()
    .findLast(({ type, data }) => type === 'charge.refunded' && data.object.payment_intent === intentId)
  if (!event) throw new Error('The double told of no refund.')
  await bring(club.double, event)
}
