import { beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { cardWithNumber, createHoldWithIntent, goodCard, useSandbox } from '#tests/factories.ts'
import { answerSandboxChallenge, confirmSandboxIntent, demoBankRequiresAction } from './sandbox.server.ts'

useDatabase()
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))

const asking = cardWithNumber('4000002500003155')

describe('sandbox payment', () => {
  test('from two windows at once pays once, and tells the slower one which payment was made', async () => {
    const { buyer, clientSecret, intentId } = await createHoldWithIntent()
    const windows = await Promise.allSettled(
      [1, 2].map(() => confirmSandboxIntent(buyer, { clientSecret, card: goodCard })),
    )
    expect(windows.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const slower = await rejectionOf(confirmSandboxIntent(buyer, { clientSecret, card: goodCard }))
    expect(slower).toMatchObject({ code: 'conflict', facts: { paidIntent: intentId } })
  })

  test('knows while the bank asks, and no longer once it was answered', async () => {
    const { buyer, bookingId: id, clientSecret } = await createHoldWithIntent()
    expect(await demoBankRequiresAction({ id })).toBe(false)
    await confirmSandboxIntent(buyer, { clientSecret, card: asking })
    expect(await demoBankRequiresAction({ id })).toBe(true)
    await answerSandboxChallenge(buyer, { clientSecret, pass: true })
    expect(await demoBankRequiresAction({ id })).toBe(false)
    const again = answerSandboxChallenge(buyer, { clientSecret, pass: true })
    expect(await rejectionOf(again)).toMatchObject({ facts: { paidIntent: expect.any(String) } })
  })

  test('of a cancelled intent is refused without a payment', async () => {
    const { buyer, clientSecret, intentId } = await createHoldWithIntent()
    await sandbox.cancelIntent(intentId)
    const refusal = await rejectionOf(confirmSandboxIntent(buyer, { clientSecret, card: goodCard }))
    expect(refusal.code).toBe('conflict')
    expect(refusal.facts).not.toHaveProperty('paidIntent')
  })
})
