import { beforeEach, expect, test } from 'vitest'
import { useCards } from '#platform/cards/cards.ts'
import { refusingProcessor } from '#platform/cards/refusing.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { refusalOf } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { cardNumbered, createPaying, goodCard, useSandbox } from '#tests/factories.ts'
import { visitor } from '#domain/actor.ts'
import { answerSandboxChallenge, confirmSandboxIntent } from './sandbox.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))

const tooLate = {
  code: 'conflict',
  message: 'This payment can no longer be made. Please load the page again.',
}

test('a card that asks back pays once the question is answered, and not a second time', async () => {
  const { buyer, intentId, clientSecret } = await createPaying()
  const asking = { clientSecret, card: cardNumbered('4000002500003155') }
  expect(await confirmSandboxIntent(buyer, asking)).toEqual({ intentId, status: 'requires_action' })
  const answer = { clientSecret, pass: true }
  expect((await refusalOf(answerSandboxChallenge(visitor, answer))).code).toBe('unauthenticated')
  expect(await answerSandboxChallenge(buyer, answer)).toEqual({ intentId, status: 'succeeded' })
  expect(await refusalOf(answerSandboxChallenge(buyer, answer))).toMatchObject(tooLate)
})

test('a payment that was cancelled, is not there or is a visitor’s is refused', async () => {
  const { buyer, intentId, clientSecret } = await createPaying()
  const paying = { clientSecret, card: goodCard }
  expect((await refusalOf(confirmSandboxIntent(visitor, paying))).code).toBe('unauthenticated')
  const unknown = { ...paying, clientSecret: 'pi_nobody_secret_knows' }
  expect(await refusalOf(confirmSandboxIntent(buyer, unknown))).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('This payment'),
  })
  await sandbox.cancelIntent(intentId)
  expect(await refusalOf(confirmSandboxIntent(buyer, paying))).toMatchObject(tooLate)
})

test('a club with another processor has no such thing', async () => {
  const { buyer, clientSecret } = await createPaying()
  useCards(refusingProcessor)
  const refused = { code: 'not-found', message: expect.stringContaining('The demo club’s card processor') }
  expect(await refusalOf(confirmSandboxIntent(buyer, { clientSecret, card: goodCard }))).toMatchObject(
    refused,
  )
  expect(await refusalOf(answerSandboxChallenge(buyer, { clientSecret, pass: true }))).toMatchObject(refused)
})
