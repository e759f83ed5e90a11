import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardProcessor } from './card-processor.ts'
import { createStripeProcessor } from './stripe.ts'

// What goes over the wire to Stripe, and what its answers become; the answers are written down here.

type Answer = { status: number; body: unknown; headers?: Record<string, string> }
type Request = { method: string; path: string; form: Record<string, string>; key: string | undefined }
const requests: Request[] = []
let answers: ((request: Request) => Answer | 'hang up')[] = []
let server: Server
let stripe: CardProcessor

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    requests.push(request)
    const next = answers.length > 1 ? answers.shift() : answers[0]
    const answer = next?.(request) ?? { status: 500, body: {} }
    if (answer === 'hang up') return void incoming.socket.destroy()
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stripe = createStripeProcessor({
    secretKey: 'sk_test_club',
    publishableKey: 'pk_test_club',
    webhookSecret: 'whsec_club',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
})
afterAll(() => server.close())
beforeEach(() => void requests.splice(0))

async function read(incoming: IncomingMessage): Promise<Request> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    form: Object.fromEntries(new URLSearchParams(body)),
    key: incoming.headers['idempotency-key']?.toString(),
  }
}

const intent = (fields = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  client_secret: 'pi_1_secret_x',
  status: 'requires_payment_method',
  amount: 7000,
  amount_received: 0,
  currency: 'usd',
  metadata: { bookingId: 'b1', attempt: '2' },
  latest_charge: null,
  last_payment_error: null,
  ...fields,
})
const ok = (body: unknown) => (): Answer => ({ status: 200, body })
const fails =
  (status: number, error: Record<string, unknown>, headers = {}) =>
  (): Answer => ({
    status,
    body: { error },
    headers: { 'stripe-should-retry': 'false', ...headers },
  })
const creation = {
  bookingId: 'b1',
  attempt: 2,
  amountCents: 7000,
  currency: 'usd',
  idempotencyKey: 'booking:b1:v2',
  receiptEmail: 'ada@club.example',
}

describe('Stripe processor', () => {
  test('that cannot be reached is reported with the cause', async () => {
    const away = createStripeProcessor({
      secretKey: 'sk_test_club',
      publishableKey: 'pk_test_club',
      webhookSecret: 'whsec_club',
      apiUrl: 'http://127.0.0.1:1',
    })
    await expect(away.createIntent(creation)).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:1')
  })

  test('is asked for a card payment with the club’s own key and facts', async () => {
    answers = [ok(intent())]
    expect(await stripe.createIntent(creation)).toMatchObject({
      id: 'pi_1',
      clientSecret: 'pi_1_secret_x',
      bookingId: 'b1',
      attempt: 2,
    })
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        key: 'booking:b1:v2',
        form: {
          amount: '7000',
          currency: 'usd',
          'allowed_payment_method_types[0]': 'card',
          'metadata[bookingId]': 'b1',
          'metadata[attempt]': '2',
          receipt_email: 'ada@club.example',
        },
      },
    ])
  })

  test('tells of a success with its charge and refunds, and of a decline with its reason', async () => {
    const refund = {
      id: 're_1',
      object: 'refund',
      amount: 2000,
      status: 'succeeded',
      metadata: { refundId: 'r1' },
    }
    answers = [
      ok(
        intent({
          status: 'succeeded',
          amount_received: 7000,
          latest_charge: { id: 'ch_1', payment_method_details: { card: { brand: 'visa', last4: '4242' } } },
        }),
      ),
      ok({ object: 'list', data: [refund], has_more: false }),
    ]
    expect(await stripe.retrieveIntent('pi_1')).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 7000,
      chargeId: 'ch_1',
      card: { brand: 'visa', last4: '4242' },
      refunds: [{ id: 're_1', amountCents: 2000, status: 'succeeded', refundId: 'r1' }],
    })
    expect(requests[0]?.path).toBe('/v1/payment_intents/pi_1?expand[0]=latest_charge')
    expect(requests[1]?.path).toBe('/v1/refunds?payment_intent=pi_1&limit=100')
    const declined = {
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: 'generic_decline',
    }
    answers = [ok(intent({ last_payment_error: declined }))]
    expect((await stripe.retrieveIntent('pi_1'))?.lastFailure).toEqual({
      message: 'Your card was declined.',
      code: 'card_declined',
      declineCode: 'generic_decline',
      advice: null,
    })
  })

  test('knows nothing of an unknown intent', async () => {
    answers = [
      fails(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such payment_intent',
      }),
    ]
    expect(await stripe.retrieveIntent('pi_0')).toBeNull()
  })

  test('has cancelled what is cancelled already, and refuses what is paid', async () => {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'no' }
    answers = [fails(400, { ...error, payment_intent: intent({ status: 'canceled' }) })]
    expect(await stripe.cancelIntent('pi_1')).toMatchObject({ status: 'canceled' })
    answers = [fails(400, { ...error, payment_intent: intent({ status: 'succeeded' }) })]
    await expect(stripe.cancelIntent('pi_1')).rejects.toMatchObject({
      name: 'CardProcessorRefused',
      code: 'payment_intent_unexpected_state',
    })
  })

  test('is asked for a refund with its own key', async () => {
    answers = [
      ok({ id: 're_1', object: 'refund', amount: 3500, status: 'pending', metadata: { refundId: 'r1' } }),
    ]
    const asked = { intentId: 'pi_1', refundId: 'r1', amountCents: 3500, idempotencyKey: 'refund:r1:v1' }
    expect(await stripe.refund(asked)).toEqual({
      id: 're_1',
      amountCents: 3500,
      status: 'pending',
      refundId: 'r1',
    })
    expect(requests[0]).toMatchObject({
      path: '/v1/refunds',
      key: 'refund:r1:v1',
      form: { payment_intent: 'pi_1', amount: '3500', 'metadata[refundId]': 'r1' },
    })
  })

  test('is asked again with the same key when the answer is lost', async () => {
    answers = [() => 'hang up', ok(intent())]
    expect(await stripe.createIntent(creation)).toMatchObject({ id: 'pi_1' })
    expect(requests.map((request) => request.key)).toEqual(['booking:b1:v2', 'booking:b1:v2'])
  })

  test.each([
    ['a server error', fails(500, { type: 'api_error', message: 'oops' }), 'CardProcessorUnavailable'],
    [
      'too many requests',
      fails(429, { type: 'rate_limit_error', message: 'slow down' }),
      'CardProcessorUnavailable',
    ],
    [
      'a key in use',
      fails(409, { type: 'idempotency_error', message: 'in use' }),
      'CardProcessorUnavailable',
    ],
    [
      'a page of a gateway',
      () => ({ status: 502, body: '<h1>Bad Gateway</h1>', headers: { 'Content-Type': 'text/html' } }),
      'CardProcessorUnavailable',
    ],
    ['a page that refuses', () => ({ status: 400, body: '<h1>No</h1>' }), 'CardProcessorUnavailable'],
    ['JSON of something else', () => ({ status: 400, body: { error: 'no' } }), 'CardProcessorUnavailable'],
    ['a success of something else', () => ({ status: 200, body: {} }), 'CardProcessorUnavailable'],
    ['a success in no JSON', () => ({ status: 200, body: '<h1>Hello</h1>' }), 'CardProcessorUnavailable'],
    [
      'a wrong secret key',
      fails(401, { type: 'authentication_error', message: 'no' }),
      'CardProcessorUnavailable',
    ],
    [
      'a server error that is repeated from memory',
      fails(500, { type: 'api_error', message: 'oops' }, { 'idempotent-replayed': 'true' }),
      'CardProcessorRefused',
    ],
    [
      'a key used with other parameters',
      fails(400, { type: 'idempotency_error', message: 'other parameters' }),
      'CardProcessorRefused',
    ],
    [
      'an amount too small',
      fails(400, { type: 'invalid_request_error', code: 'amount_too_small', message: 'small' }),
      'CardProcessorRefused',
    ],
  ])('answering with %s is told apart: unknown or refused', async (_, answer, name) => {
    answers = [answer]
    await expect(stripe.createIntent(creation)).rejects.toMatchObject({ name })
  })
})
