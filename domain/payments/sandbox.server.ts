import { cards } from '#platform/cards/cards.ts'
import { CardProcessorRefused, type IntentStatus } from '#platform/cards/card-processor.ts'
import type { SandboxNotice } from '#platform/cards/notices.ts'
import { isSandbox, type Sandbox } from '#platform/cards/sandbox.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { receiveNotice } from './notices.server.ts'
import {
  sandboxChallengeInput,
  sandboxConfirmInput,
  type SandboxChallengeInput,
  type SandboxConfirmInput,
} from './payments.input.ts'

/** What the demo club's card processor answers a browser. 'requires_action' asks for 3-D Secure. */
export type SandboxAnswer = { intentId: string; status: IntentStatus }

/**
 * Pays with a typed card in the demo club. Throws `not-found` where there is no sandbox or no such payment,
 * `conflict` when it cannot be paid any more, and `CardDeclined` with the reason for the buyer.
 */
export async function confirmSandboxIntent(actor: Actor, input: SandboxConfirmInput): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const { clientSecret, card } = parseInput(sandboxConfirmInput, input)
  return answer(() => sandbox.confirmIntent({ clientSecret, card }))
}

/** Answers the 3-D Secure question of the demo club; errors as `confirmSandboxIntent`. */
export async function answerSandboxChallenge(
  actor: Actor,
  input: SandboxChallengeInput,
): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const request = parseInput(sandboxChallengeInput, input)
  return answer(() => sandbox.answerChallenge(request))
}

function requireSandbox(): Sandbox {
  if (!isSandbox(cards)) throw notFound('The demo club’s card processor')
  return cards
}

async function answer(work: () => ReturnType<Sandbox['confirmIntent']>): Promise<SandboxAnswer> {
  try {
    const { id, status } = await work()
    return { intentId: id, status }
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    if (error.code === 'resource_missing') throw notFound('This payment')
    throw conflict('This payment can no longer be made. Please load the page again.')
  }
}

/** Brings a notice of the sandbox to the same door as any other processor's, signed. Run by a job. */
export async function deliverSandboxNotice(notice: SandboxNotice): Promise<void> {
  if (!isSandbox(cards)) return
  const { rawBody, signature } = await cards.sign(notice)
  await receiveNotice(rawBody, signature)
}
