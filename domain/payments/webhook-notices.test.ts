import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { createSandbox, type Sandbox } from '#platform/cards/sandbox.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createHoldWithIntent, goodCard, bookingStateOf, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { receiveNotice } from './webhook-notices.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

const noticeOf = (intentId: string) => ({
  id: `evt_${randomUUID()}`,
  type: 'payment_intent.succeeded' as const,
  intentId,
  created: Math.floor(Date.now() / 1000),
})
const secret = 'whsec_of_a_club'
/** Stripe's processor for signatures, the sandbox for all other calls. */
const useStripeSignatures = (secretKey = 'sk_test_club') =>
  setCardProcessor({
    ...sandbox,
    verifyNotice: createStripeProcessor({
      secretKey,
      publishableKey: 'pk_test_club',
      webhookSecret: secret,
      apiUrl: 'http://127.0.0.1:9',
    }).verifyNotice,
  })
const sign = (payload: string, options: { timestamp?: number; secret?: string } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...options })
const now = () => Math.floor(Date.now() / 1000)

async function paidButUnknown() {
  const paying = await createHoldWithIntent()
  await sandbox.confirmIntent({ clientSecret: paying.clientSecret, card: goodCard })
  const { rawBody } = await sandbox.sign(noticeOf(paying.intentId))
  return { ...paying, rawBody }
}

describe('webhook of the card processor', () => {
  test('settles the payment, once', async () => {
    const { bookingId, intentId, clientSecret } = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    const { rawBody, signature } = await sandbox.sign(noticeOf(intentId))
    expect(await receiveNotice(rawBody, signature)).toBe('applied')
    expect(await receiveNotice(new TextEncoder().encode(rawBody), signature)).toBe('seen')
    expect(await bookingStateOf(bookingId)).toBe('paid')
  })

  test('is refused, and changes nothing, unless it was signed for this club just now', async () => {
    useStripeSignatures()
    const { bookingId, rawBody } = await paidButUnknown()
    const tampered = rawBody.replace('payment_intent.succeeded', 'payment_intent.succeedex')
    const forgeries: [string, string | null][] = [
      [rawBody, null],
      [rawBody, ''],
      [rawBody, 'nonsense'],
      [rawBody, 't=,v1='],
      [rawBody, sign(rawBody, { secret: 'whsec_another' })],
      [rawBody, sign(rawBody, { timestamp: now() - 302 })],
      [rawBody, sign(rawBody, { timestamp: now() + 400 })],
      [rawBody, sign(rawBody).replace(/^t=\d+/, `t=${now() - 10}`)],
      [rawBody, sign(rawBody).replace('v1=', 'v0=')],
      [tampered, sign(rawBody)],
      ['x'.repeat(10_000_000), sign(rawBody)],
      ['', sign('')],
      ['not JSON', sign('not JSON')],
      ['{"object":"v2.core.event"}', sign('{"object":"v2.core.event"}')],
      ['null', sign('null')],
      ['{}', sign('{}')],
    ]
    for (const [body, signature] of forgeries)
      expect((await rejectionOf(receiveNotice(body, signature))).code, signature ?? 'no header').toBe(
        'invalid',
      )
    expect(await bookingStateOf(bookingId)).toBe('paying')
    expect(await receiveNotice(rawBody, sign(rawBody))).toBe('applied')
    expect(await bookingStateOf(bookingId)).toBe('paid')
  })

  test('of the other mode is refused: a test event never counts in a live club', async () => {
    useStripeSignatures('sk_live_club')
    const { rawBody } = await paidButUnknown()
    expect((await rejectionOf(receiveNotice(rawBody, sign(rawBody)))).code).toBe('invalid')
  })

  test('signed with another club’s secret is refused by the sandbox', async () => {
    const { intentId } = await paidButUnknown()
    const other = createSandbox({ authSecret: 'another secret of at least thirty-two characters' })
    const { rawBody, signature } = await other.sign(noticeOf(intentId))
    expect((await rejectionOf(receiveNotice(rawBody, signature))).code).toBe('invalid')
  })

  test('about something else, or about an intent nobody knows, is taken and ignored', async () => {
    useStripeSignatures()
    for (const body of [
      { id: 'evt_1', type: 'customer.created', livemode: false, data: { object: { id: 'cus_1' } } },
      { id: 'evt_2', type: 'payment_intent.succeeded', livemode: false, data: { object: { id: 'pi_1' } } },
      {
        id: 'evt_3',
        type: 'charge.refunded',
        livemode: false,
        data: { object: { id: 'ch_1', payment_intent: null } },
      },
    ]) {
      const raw = JSON.stringify(body)
      expect(await receiveNotice(raw, sign(raw))).toBe('ignored')
    }
  })
})
