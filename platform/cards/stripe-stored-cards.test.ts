import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripeDouble, type StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import type { CardIntent, CardProcessor } from './card-processor.ts'
import { createStripeProcessor } from './stripe.ts'

let double: StripeDouble
let stripe: CardProcessor
beforeAll(async () => {
  double = await startStripeDouble()
  stripe = createStripeProcessor(double.settings)
})
afterAll(() => double.stop())

const declinesLater = '4000000000000341'
const asksLater = '4000002760003184'
const createCustomer = () => {
  const memberId = randomUUID()
  return stripe.createCustomer({ memberId, idempotencyKey: `customer:${memberId}` })
}
const createIntent = (customerId: string) => {
  const bookingId = randomUUID()
  const terms = { bookingId, attempt: 1, amountCents: 5_900, currency: 'usd', customerId }
  return stripe.createIntent({ ...terms, idempotencyKey: `booking:${bookingId}:v1` })
}
const confirm = (intentId: string, methodId: string, key = 'collect:1') =>
  stripe.confirmStored({ intentId, methodId, idempotencyKey: `${intentId}:${key}` })

/** Pays a first period with a card that is stored. Returns the card and the intent of the next period. */
async function store(number?: string) {
  const customerId = await createCustomer()
  const { id, clientSecret } = await createIntent(customerId)
  const { status } = double.pay(clientSecret ?? '', number, true)
  if (status === 'requires_action') double.ledger.answerChallenge(id, true)
  const card = (await stripe.retrieveIntent(id))?.storedCard
  if (!card) throw new Error('The card was not stored.')
  return { customerId, card, next: await createIntent(customerId) }
}

/** Loses the answer to the next request of this path. */
function loseAnswer(path: string) {
  let isLost = false
  double.setFaults((request) => {
    if (isLost || !request.path.endsWith(path)) return null
    isLost = true
    return { kind: 'drops' }
  })
}

describe('a card stored at Stripe', () => {
  test('belongs to the customer of its payment, and pays the next period once', async () => {
    const { customerId, card, next } = await store()
    expect(card).toMatchObject({ customerId, brand: 'visa', last4: '4242', expiresOn: '2060-12-31' })
    const before = double.ledger.balanceCents()
    const paid: Partial<CardIntent> = { status: 'succeeded', card: { brand: 'visa', last4: '4242' } }
    expect(await confirm(next.id, card.methodId)).toMatchObject({ ...paid, storedCard: null })
    expect(await confirm(next.id, card.methodId)).toMatchObject(paid)
    await expect(confirm(next.id, card.methodId, 'collect:2')).rejects.toMatchObject({
      name: 'CardProcessorRefused',
      code: 'payment_intent_unexpected_state',
    })
    expect(double.ledger.balanceCents() - before).toBe(5_900)
  })

  test.each([
    ['declines', declinesLater, { message: 'Your card was declined.', declineCode: 'generic_decline' }],
    ['asks its holder', asksLater, { code: 'authentication_required' }],
  ])(
    'whose bank %s is an answer with the bank’s words, and its holder can still pay',
    async (_, number, lastFailure) => {
      const { card, next } = await store(number)
      const answer = { status: 'requires_payment_method', amountReceivedCents: 0, lastFailure }
      expect(await confirm(next.id, card.methodId)).toMatchObject(answer)
      double.pay(next.clientSecret ?? '')
      expect(await stripe.retrieveIntent(next.id)).toMatchObject({ status: 'succeeded', storedCard: null })
    },
  )

  test.each([
    ['paid', undefined, 'succeeded'],
    ['declined', declinesLater, 'requires_payment_method'],
  ])(
    'whose charge was %s, but the answer lost, is answered the same when asked again',
    async (_, number, status) => {
      const { card, next } = await store(number)
      // the holder tried a card on the payment page before
      expect(() => double.pay(next.clientSecret ?? '', '4000000000000002', true)).toThrow('declined')
      loseAnswer('/confirm')
      await confirm(next.id, card.methodId)
      expect(await confirm(next.id, card.methodId)).toMatchObject({ status })
      const told = double.events.all().filter(({ data }) => data.object['id'] === next.id)
      expect(told).toHaveLength(2)
    },
  )

  test.each([
    ['is typed', undefined],
    ['is confirmed with its bank', asksLater],
  ])('is replaced without a payment once the new one %s', async (_, number = '4242424242424242') => {
    const { customerId, next } = await store()
    const { id } = await stripe.createSetup({ customerId })
    expect(await stripe.retrieveSetup(id)).toMatchObject({
      status: 'requires_payment_method',
      storedCard: null,
    })
    const { status } = double.typeCard(id, number)
    if (status === 'requires_action') double.ledger.setups.answerChallenge(id, true)
    const card = (await stripe.retrieveSetup(id))?.storedCard
    expect(card).toMatchObject({ customerId, last4: number.slice(-4), expiresOn: '2060-12-31' })
    if (status === 'succeeded')
      expect(await confirm(next.id, card?.methodId ?? '')).toMatchObject({ status: 'succeeded' })
    await stripe.detachCard(card?.methodId ?? '')
    expect(await stripe.retrieveSetup(id)).toMatchObject({ storedCard: null })
    expect(await stripe.retrieveSetup('seti_unknown')).toBeNull()
  })

  test('is detached, also when asked twice, and pays nothing more', async () => {
    const { card, next } = await store()
    await stripe.detachCard(card.methodId)
    await stripe.detachCard(card.methodId)
    expect(double.ledger.customers.holderOf(card.methodId)).toBeNull()
    await expect(confirm(next.id, card.methodId)).rejects.toMatchObject({ name: 'CardProcessorRefused' })
  })
})
