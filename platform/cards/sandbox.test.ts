import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { CardProcessorRefused } from './card-processor.ts'
import { chooseCardProcessor } from './cards.ts'
import { hasRightChecksum, evaluateCard } from './sandbox-cards.ts'
import type { CardDeclined } from './sandbox-cards.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

useDatabase()
const authSecret = 'a secret of at least thirty-two characters'
let sandbox: Sandbox
beforeAll(() => void (sandbox = createSandbox({ authSecret })))

const card = (number: string, fields = {}) => ({
  number,
  exp_month: 12,
  exp_year: 2060,
  cvc: '123',
  ...fields,
})
const good = card('4242 4242 4242 4242')
const request = (fields = {}) => {
  const bookingId = randomUUID()
  return {
    bookingId,
    attempt: 1,
    amountCents: 7000,
    currency: 'usd',
    idempotencyKey: `booking:${bookingId}:v1`,
    ...fields,
  }
}
const createOpen = async () => {
  const intent = await sandbox.createIntent(request())
  return { ...intent, clientSecret: intent.clientSecret ?? '' }
}
const declineOf = async (act: Promise<unknown>) => {
  const error = (await act.catch((reason: unknown) => reason)) as CardDeclined
  return { name: error.name, message: error.message, code: error.code, declineCode: error.declineCode }
}
const refusedWith = (code: string) => expect.objectContaining({ name: 'CardProcessorRefused', code })

describe('sandbox test cards', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  test.each([
    ['4242424242424242', true],
    ['4000000000000002', true],
    ['5555555555554444', true],
    ['378282246310005', true],
    ['4242424242424241', false],
    ['4242424242424224', false],
    ['1234567890123456', false],
  ])('%s has a right checksum: %s', (number, right) => expect(hasRightChecksum(number)).toBe(right))

  test.each([
    ['…4242 succeeds', good, { kind: 'succeeds' }],
    ['…3155 asks for 3-D Secure', card('4000002500003155'), { kind: 'asks-for-3d-secure' }],
    [
      '…0002 is declined',
      card('4000000000000002'),
      { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
    ],
    [
      '…9995 has insufficient funds',
      card('4000000000009995'),
      { declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    ],
    [
      'a wrong checksum',
      card('4242424242424241'),
      { code: 'incorrect_number', message: 'Your card number is invalid.' },
    ],
    ['no number', card(''), { code: 'incorrect_number' }],
    ['letters', card('4242abcd42424242'), { code: 'incorrect_number' }],
    ['a month that is none', card('4242424242424242', { exp_month: 13 }), { code: 'invalid_expiry_month' }],
    [
      'a card of last month',
      card('4242424242424242', { exp_month: 10, exp_year: 2026 }),
      { code: 'invalid_expiry_year' },
    ],
    ['a card of this month', card('4242424242424242', { exp_month: 11, exp_year: 26 }), { kind: 'succeeds' }],
    ['a short code', card('4242424242424242', { cvc: '12' }), { code: 'invalid_cvc' }],
    ['four digits for American Express', card('378282246310005', { cvc: '1234' }), { kind: 'succeeds' }],
  ])('%s', (_, typed, outcome) => expect(evaluateCard(typed, now)).toMatchObject(outcome))
})

describe('sandbox processor', () => {
  test('makes one intent for one key, and refuses other parameters with it', async () => {
    const asked = request()
    const intents = await Promise.all(Array.from({ length: 20 }, () => sandbox.createIntent(asked)))
    expect(new Set(intents.map((intent) => intent.clientSecret)).size).toBe(1)
    expect(intents[0]?.clientSecret).toMatch(new RegExp(`^${intents[0]?.id}_secret_`))
    await expect(sandbox.createIntent({ ...asked, amountCents: 1 })).rejects.toEqual(
      refusedWith('idempotency_error'),
    )
  })

  test('takes a good card once', async () => {
    const { id, clientSecret } = await createOpen()
    expect(await sandbox.confirmIntent({ clientSecret, card: good })).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 7000,
    })
    await expect(sandbox.confirmIntent({ clientSecret, card: good })).rejects.toThrow(CardProcessorRefused)
    await expect(sandbox.cancelIntent(id)).rejects.toEqual(refusedWith('payment_intent_unexpected_state'))
  })

  test('keeps the reason of a decline, and takes another card after it', async () => {
    const { id, clientSecret } = await createOpen()
    expect(await declineOf(sandbox.confirmIntent({ clientSecret, card: card('4000000000000002') }))).toEqual({
      name: 'CardDeclined',
      message: 'Your card was declined.',
      code: 'card_declined',
      declineCode: 'generic_decline',
    })
    expect(await sandbox.retrieveIntent(id)).toMatchObject({
      status: 'requires_payment_method',
      lastFailure: { message: 'Your card was declined.' },
    })
    expect(await sandbox.confirmIntent({ clientSecret, card: good })).toMatchObject({ status: 'succeeded' })
  })

  test('asks for 3-D Secure, which can fail and then pass', async () => {
    const { clientSecret } = await createOpen()
    const asking = card('4000002500003155')
    expect(await sandbox.confirmIntent({ clientSecret, card: asking })).toMatchObject({
      status: 'requires_action',
    })
    expect(await declineOf(sandbox.answerChallenge({ clientSecret, pass: false }))).toMatchObject({
      code: 'payment_intent_authentication_failure',
    })
    await expect(sandbox.answerChallenge({ clientSecret, pass: true })).rejects.toThrow(CardProcessorRefused)
    await sandbox.confirmIntent({ clientSecret, card: asking })
    expect(await sandbox.answerChallenge({ clientSecret, pass: true })).toMatchObject({
      status: 'succeeded',
      card: { brand: 'visa', last4: '3155' },
    })
  })

  test('takes another card while the bank of the first still asks', async () => {
    const { clientSecret } = await createOpen()
    const asking = card('4000002500003155')
    await sandbox.confirmIntent({ clientSecret, card: asking })
    expect(await sandbox.confirmIntent({ clientSecret, card: asking })).toMatchObject({
      status: 'requires_action',
    })
    expect(await sandbox.confirmIntent({ clientSecret, card: good })).toMatchObject({ status: 'succeeded' })
    await expect(sandbox.answerChallenge({ clientSecret, pass: true })).rejects.toThrow(CardProcessorRefused)
  })

  test('cancels once and for all', async () => {
    const { id, clientSecret } = await createOpen()
    await sandbox.cancelIntent(id)
    expect(await sandbox.cancelIntent(id)).toMatchObject({ status: 'canceled' })
    await expect(sandbox.confirmIntent({ clientSecret, card: good })).rejects.toThrow('canceled')
  })

  test('knows an intent by its whole secret only', async () => {
    const { id, clientSecret } = await createOpen()
    for (const guess of [id, `${id}_secret_`, `${clientSecret}x`, clientSecret.slice(0, -1), 'nonsense', ''])
      await expect(sandbox.confirmIntent({ clientSecret: guess, card: good })).rejects.toEqual(
        refusedWith('resource_missing'),
      )
    expect(await sandbox.retrieveIntent('pi_unknown')).toBeNull()
  })

  test('refunds up to what was paid, once for a key', async () => {
    const { id, clientSecret } = await createOpen()
    const refund = { intentId: id, refundId: randomUUID(), amountCents: 3500, idempotencyKey: randomUUID() }
    await expect(sandbox.refund(refund)).rejects.toThrow(CardProcessorRefused)
    await sandbox.confirmIntent({ clientSecret, card: good })
    const made = await Promise.all([sandbox.refund(refund), sandbox.refund(refund), sandbox.refund(refund)])
    expect(new Set(made.map((entry) => entry.id)).size).toBe(1)
    await expect(sandbox.refund({ ...refund, amountCents: 1 })).rejects.toEqual(
      refusedWith('idempotency_error'),
    )
    await expect(
      sandbox.refund({ ...refund, amountCents: 3501, idempotencyKey: randomUUID() }),
    ).rejects.toEqual(refusedWith('amount_too_large'))
    expect(await sandbox.retrieveIntent(id)).toMatchObject({
      refunds: [{ amountCents: 3500, refundId: refund.refundId }],
    })
  })

  test('stores no card number anywhere', async () => {
    const { clientSecret } = await createOpen()
    await sandbox
      .confirmIntent({ clientSecret, card: card('4000000000009995', { cvc: '987' }) })
      .catch(() => {})
    const { rows } = await pool.query<{ line: string }>(
      `select t::text as line from sandbox_intents t union all select t::text from pgboss.job t`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ line }) => /4000000000009995|4242 ?4242/.test(line))).toEqual([])
  })
})

describe('the choice of a card processor', () => {
  const stripe = {
    secretKey: 'sk_test_club',
    publishableKey: 'pk_test_club',
    webhookSecret: 'whsec_club',
    apiUrl: null,
  }
  test('is Stripe wherever its keys are set, the sandbox only in the demo club, else none', async () => {
    const choose = (demo: boolean, keys: typeof stripe | null) =>
      chooseCardProcessor({ demo, authSecret, keys: { stripe: keys } }).name
    expect(choose(true, stripe)).toBe('stripe')
    expect(choose(false, stripe)).toBe('stripe')
    expect(choose(true, null)).toBe('sandbox')
    expect(choose(false, null)).toBe('none')
    const none = chooseCardProcessor({ demo: false, authSecret, keys: {} })
    await expect(none.createIntent(request())).rejects.toThrow('aren’t set up')
    expect(await db.selectFrom('sandboxIntents').where('status', '=', 'processing').execute()).toEqual([])
  })
})
