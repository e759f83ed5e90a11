import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { CardProcessor } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { securityHeaders } from './security.ts'

test('pages load, call and show what the club’s card processor needs, and nothing of any other', async () => {
  const club = new Hono().use(securityHeaders).get('*', (c) => c.text('Welcome.'))
  const policyWith = async (processor: CardProcessor) => {
    setCardProcessor(processor)
    const { headers } = await club.request('/')
    const policy = headers.get('content-security-policy')?.replace(/ 'nonce-[^']+'/, '') ?? ''
    return policy.split('; ').filter((part) => /^(script|connect|frame)-src/.test(part))
  }
  expect(await policyWith(disabledProcessor)).toEqual([
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
  ])
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', apiUrl: null }
  expect(await policyWith(createStripeProcessor(keys))).toEqual([
    "script-src 'self' https://js.stripe.com",
    "connect-src 'self' https://api.stripe.com",
    "frame-src 'self' https://js.stripe.com https://hooks.stripe.com",
  ])
})
