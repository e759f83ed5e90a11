import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { refusalOf } from '#tests/accounts.ts'
import { useDatabase } from '#tests/database.ts'
import { cardNumbered, createPaying, goodCard, useSandbox } from '#tests/factories.ts'
import { answerSandboxChallenge, confirmSandboxIntent, demoBankRequiresAction } from './sandbox.server.ts'

useDatabase()
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))

const asking = cardNumbered('4000002500003155')

describe('paying in the demo club', () => {
  it('from two windows at once pays once, and tells the slower one which payment was made', async () => {
    const { buyer, clientSecret, intentId } = await createPaying()
    const windows = await Promise.allSettled(
      [1, 2].map(() => confirmSandboxIntent(buyer, { clientSecret, card: goodCard })),
    )
    expect(windows.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const slower = await refusalOf(confirmSandboxIntent(buyer, { clientSecret, card: goodCard }))
    expect(slower).toMatchObject({ code: 'conflict', facts: { paidIntent: intentId } })
  })

  it('knows while the bank asks, and no longer once it was answered', async () => {
    const { buyer, bookingId: id, clientSecret } = await createPaying()
    expect(await demoBankRequiresAction({ id })).toBe(false)
    await confirmSandboxIntent(buyer, { clientSecret, card: asking })
    expect(await demoBankRequiresAction({ id })).toBe(true)
    await answerSandboxChallenge(buyer, { clientSecret, pass: true })
    expect(await demoBankRequiresAction({ id })).toBe(false)
    const again = answerSandboxChallenge(buyer, { clientSecret, pass: true })
    expect(await refusalOf(again)).toMatchObject({ facts: { paidIntent: expect.any(String) } })
  })

  it('of a cancelled intent is refused without a payment', async () => {
    const { buyer, clientSecret, intentId } = await createPaying()
    await sandbox.cancelIntent(intentId)
    const refusal = await refusalOf(confirmSandboxIntent(buyer, { clientSecret, card: goodCard }))
    expect(refusal.code).toBe('conflict')
    expect(refusal.facts).not.toHaveProperty('paidIntent')
  })
})
