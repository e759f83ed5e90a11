import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StripeFault } from './faults.ts'
import { startStripeDouble, type StripeDouble } from './stripe-double.ts'

// The tests call the double through Stripe's library, so its responses match those in production.

let double: StripeDouble
let stripe: Stripe
beforeEach(async () => {
  double = await startStripeDouble()
  stripe = connect()
})
afterEach(() => double.stop())

const connect = (options: Partial<Stripe.StripeConfig> = {}) =>
  new Stripe('sk_test_double', {
    host: '127.0.0.1',
    port: new URL(double.url).port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  })
const request = { amount: 7000, currency: 'usd', metadata: { bookingId: 'b1' } }
const create = (key?: string) =>
  stripe.paymentIntents.create(request, key === undefined ? {} : { idempotencyKey: key })
const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => error as InstanceType<typeof Stripe.errors.StripeError>,
  )
/** Injects a fault into the next request only. */
const once = (fault: StripeFault) => {
  const faults: StripeFault[] = [fault]
  double.setFaults(() => faults.shift() ?? null)
}

describe('Stripe double', () => {
  test('makes, shows and cancels intents', async () => {
    const made = await create()
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      amount: 7000,
      metadata: { bookingId: 'b1' },
    })
    expect(await stripe.paymentIntents.retrieve(made.id)).toMatchObject({ id: made.id })
    expect(await stripe.paymentIntents.cancel(made.id)).toMatchObject({ status: 'canceled' })
    expect(await errorOf(stripe.paymentIntents.cancel(made.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    })
    expect(await errorOf(stripe.paymentIntents.retrieve('pi_0'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  test.each([
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported'],
    [{ surprise: 1 }, 'parameter_unknown'],
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 1.5 }, 'parameter_invalid_integer'],
  ])('refuses %j as the API does', async (change, code) => {
    const error = await errorOf(stripe.paymentIntents.create({ ...request, ...change }))
    expect(error).toMatchObject({ statusCode: 400, code })
  })

  test('refuses a wrong secret key', async () => {
    const other = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(double.url).port,
      protocol: 'http',
    })
    expect(await errorOf(other.paymentIntents.create(request))).toMatchObject({ statusCode: 401 })
  })

  test('charges a good card once, declines a bad one, and asks for 3-D Secure', async () => {
    const { client_secret: secret, id } = await create()
    expect(() => double.pay(secret ?? '', '4000000000000002')).toThrow('Your card was declined.')
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    })
    expect(double.pay(secret ?? '', '4000002500003155')).toMatchObject({ status: 'requires_action' })
    expect(() => double.ledger.answerChallenge(id, false)).toThrow('unable to authenticate')
    expect(double.pay(secret ?? '', '4000002500003155')).toMatchObject({ status: 'requires_action' })
    expect(double.ledger.answerChallenge(id, true)).toMatchObject({
      status: 'succeeded',
      amount_received: 7000,
    })
    expect(() => double.pay(secret ?? '')).toThrow('status of succeeded')
    expect(double.ledger.balanceCents()).toBe(7000)
  })

  test('refunds at most what was charged', async () => {
    const { client_secret: secret, id } = await create()
    expect((await errorOf(stripe.refunds.create({ payment_intent: id })))?.statusCode).toBe(400)
    double.pay(secret ?? '')
    await stripe.refunds.create({ payment_intent: id, amount: 2000, metadata: { refundId: 'r1' } })
    expect((await errorOf(stripe.refunds.create({ payment_intent: id, amount: 5001 })))?.statusCode).toBe(400)
    await stripe.refunds.create({ payment_intent: id })
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    const { data } = await stripe.refunds.list({ payment_intent: id })
    expect(data.map(({ amount }) => amount)).toEqual([5000, 2000])
    expect(double.ledger.balanceCents()).toBe(0)
    double.ledger.dispute(id)
    expect((await stripe.disputes.list({ payment_intent: id })).data).toMatchObject([{ amount: 7000 }])
  })

  test('answers the same for the same key, and refuses it for other parameters', async () => {
    const first = await create('key-1')
    const second = await create('key-1')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = stripe.paymentIntents.create({ ...request, amount: 9000 }, { idempotencyKey: 'key-1' })
    expect(await errorOf(other)).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
    expect(double.ledger.intents()).toHaveLength(1)
  })

  test('says so while a request with the same key is under way', async () => {
    once({ kind: 'slow', milliseconds: 1_500 })
    const first = create('key-1')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await errorOf(create('key-1')))?.statusCode).toBe(409)
    expect((await create('key-2')).id).not.toBe((await first).id)
  })

  test('keeps a 500 under its key, or forgets it, as told', async () => {
    once({ kind: 'fails', worked: false, kept: true })
    for (let time = 0; time < 3; time += 1)
      expect((await errorOf(create('key-1')))?.statusCode, `time ${time}`).toBe(500)
    once({ kind: 'fails', worked: true, kept: false })
    expect((await errorOf(create('key-2')))?.statusCode).toBe(500)
    expect((await create('key-2')).status).toBe('requires_payment_method')
    expect(double.ledger.intents()).toHaveLength(1)
  })

  test('drops the answer or hangs although the work is done', async () => {
    once({ kind: 'drops' })
    // the library retries after a closed connection, with the same key
    expect((await create('key-1')).status).toBe('requires_payment_method')
    once({ kind: 'hangs' })
    const patient = connect({ timeout: 1_000 })
    expect(await errorOf(patient.paymentIntents.create(request, { idempotencyKey: 'key-2' }))).toMatchObject({
      type: 'StripeConnectionError',
    })
    expect(double.ledger.intents()).toHaveLength(2)
  })

  test('tells of what happened by signed events, and again until they are taken', async () => {
    const taken: string[] = []
    const answers = [500, 200, 200]
    const club = createServer(async (incoming, response) => {
      let body = ''
      for await (const chunk of incoming) body += String(chunk)
      const signature = String(incoming.headers['stripe-signature'])
      taken.push(Stripe.webhooks.constructEvent(body, signature, 'whsec_double').type)
      response.writeHead(answers.shift() ?? 200).end()
    })
    await new Promise<void>((resolve) => club.listen(0, '127.0.0.1', resolve))
    double.events.deliver({
      url: `http://127.0.0.1:${(club.address() as AddressInfo).port}`,
      copies: () => 2,
    })
    double.pay((await create()).client_secret ?? '')
    await expect.poll(() => taken).toEqual(Array(3).fill('payment_intent.succeeded'))
    await expect.poll(() => double.events.isTravelling()).toBe(false)
    club.close()
  })
})
