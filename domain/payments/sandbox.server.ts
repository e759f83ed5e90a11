import { conflict, notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { CardProcessorRefused, type CardIntent, type IntentStatus } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { isSandbox, type Sandbox } from '#platform/cards/sandbox.ts'
import type { SandboxNotice } from '#platform/cards/webhook-notices.ts'
import { findOpenAttempt } from './attempts.server.ts'
import {
  sandboxChallengeInput,
  sandboxConfirmInput,
  type SandboxChallengeInput,
  type SandboxConfirmInput,
} from './payments.input.ts'
import { receiveNotice } from './webhook-notices.server.ts'

/** Response of the demo club's card processor; 'requires_action' requests 3-D Secure. */
export type SandboxAnswer = { intentId: string; status: IntentStatus }

/**
 * Pays an intent of the demo club, or stores the card of a setup. Throws `not-found` without a sandbox or such a
 * payment, `conflict` when it is not payable or already paid, and `CardDeclined` with the reason.
 */
export async function confirmSandboxIntent(actor: Actor, input: SandboxConfirmInput): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const request = parseInput(sandboxConfirmInput, input)
  const { clientSecret } = request
  return withSandboxErrors(sandbox, clientSecret, () =>
    isOfSetup(clientSecret) ? sandbox.confirmSetup(request) : sandbox.confirmIntent(request),
  )
}

/**
 * Asks the bank of an account for the money of an intent of the demo club, or stores the account of a setup. Throws the
 * errors of `confirmSandboxIntent`.
 */
export async function confirmSandboxDebit(
  actor: Actor,
  request: { clientSecret: string; iban: string },
): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const { clientSecret } = request
  return withSandboxErrors(sandbox, clientSecret, () =>
    isOfSetup(clientSecret) ? sandbox.confirmSetup(request) : sandbox.confirmDebit(request),
  )
}

/** Completes the 3-D Secure challenge of the demo club. Throws the errors of `confirmSandboxIntent`. */
export async function answerSandboxChallenge(
  actor: Actor,
  input: SandboxChallengeInput,
): Promise<SandboxAnswer> {
  requirePerson(actor)
  const sandbox = requireSandbox()
  const request = parseInput(sandboxChallengeInput, input)
  const { clientSecret } = request
  return withSandboxErrors(sandbox, clientSecret, () =>
    isOfSetup(clientSecret) ? sandbox.confirmSetup(request) : sandbox.answerChallenge(request),
  )
}

/** Whether a secret stores a card without paying. */
const isOfSetup = (clientSecret: string) => clientSecret.startsWith('seti_')

/** Whether the booking's payment waits for its 3-D Secure challenge. */
export async function demoBankRequiresAction({ id }: Pick<Booking, 'id'>): Promise<boolean> {
  if (!isSandbox(cards)) return false
  const attempt = await findOpenAttempt(db, id)
  const intent = attempt?.intentId ? await cards.retrieveIntent(attempt.intentId) : null
  return intent?.status === 'requires_action'
}

function requireSandbox(): Sandbox {
  if (!isSandbox(cards)) throw notFound(t('refusal.theDemoClubsCard'))
  return cards
}

async function withSandboxErrors(
  sandbox: Sandbox,
  clientSecret: string,
  work: () => Promise<Pick<CardIntent, 'id' | 'status'>>,
): Promise<SandboxAnswer> {
  try {
    const { id, status } = await work()
    return { intentId: id, status }
  } catch (error) {
    if (!(error instanceof CardProcessorRefused)) throw error
    if (error.code === 'resource_missing') throw notFound(t('refusal.thisPayment'))
    const intent = await sandbox.findBySecret(clientSecret)
    if (intent?.status === 'succeeded')
      throw conflict(t('refusal.thisPaymentHasAlready'), { paidIntent: intent.id })
    throw conflict(t('refusal.thisPaymentCanNo'))
  }
}

/** Job: signs a notice of the sandbox and processes it like one of any other processor. */
export async function deliverSandboxNotice(notice: SandboxNotice): Promise<void> {
  if (!isSandbox(cards)) return
  const { rawBody, signature } = await cards.sign(notice)
  await receiveNotice(rawBody, signature)
}
