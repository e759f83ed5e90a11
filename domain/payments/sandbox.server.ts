import { db } from '#db/client.ts'
import { cards } from '#platform/cards/cards.ts'
import { CardProcessorRefused, type IntentStatus } from '#platform/cards/card-processor.ts'
import type { SandboxNotice } from '#platform/cards/notices.ts'
import { isSandbox, type Sandbox } from '#platform/cards/sandbox.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { conflict, notFound } from '#core/errors.ts'
import { parseInput } from '#domain/input.ts'
import { findOpenAttempt } from './attempts.server.ts'
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
 * `conflict` when it cannot be paid any more or was paid already, and `CardDeclined` with the reason for the buyer.
 */
export async function confirmSandboxIntent(actor: Actor, input: SandboxConfirmInput): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const { clientSecret, card } = parseInput(sandboxConfirmInput, input)
  return withSandboxErrors(sandbox, clientSecret, () => sandbox.confirmIntent({ clientSecret, card }))
}

/** Answers the 3-D Secure question of the demo club; errors as `confirmSandboxIntent`. */
export async function answerSandboxChallenge(
  actor: Actor,
  input: SandboxChallengeInput,
): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const request = parseInput(sandboxChallengeInput, input)
  return withSandboxErrors(sandbox, request.clientSecret, () => sandbox.answerChallenge(request))
}

/** Whether the demo bank still waits to hear from the owner of a card that was given for this booking. */
export async function demoBankRequiresAction({ id }: Pick<Booking, 'id'>): Promise<boolean> {
  if (!isSandbox(cards)) return false
  const attempt = await findOpenAttempt(db, id)
  const intent = attempt?.intentId ? await cards.retrieveIntent(attempt.intentId) : null
  return intent?.status === 'requires_action'
}

function requireSandbox(): Sandbox {
  if (!isSandbox(cards)) throw notFound('The demo club’s card processor')
  return cards
}

async function withSandboxErrors(
  sandbox: Sandbox,
  clientSecret: string,
  work: () => ReturnType<Sandbox['confirmIntent']>,
): Promise<SandboxAnswer> {
  try {
    const { id, status } = await work()
    return { intentId: id, status }
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    if (error.code === 'resource_missing') throw notFound('This payment')
    const intent = await sandbox.findBySecret(clientSecret)
    if (intent?.status === 'succeeded')
      throw conflict('This payment was made already.', { paidIntent: intent.id })
    throw conflict('This payment can no longer be made. Please load the page again.')
  }
}

/** Brings a notice of the sandbox to the same door as any other processor's, signed. Run by a job. */
export async function deliverSandboxNotice(notice: SandboxNotice): Promise<void> {
  if (!isSandbox(cards)) return
  const { rawBody, signature } = await cards.sign(notice)
  await receiveNotice(rawBody, signature)
}
