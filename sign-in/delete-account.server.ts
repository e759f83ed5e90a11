import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import type { AccountDeletionInput } from '#domain/personal-data/account-deletion.input.ts'
import {
  requestAccountDeletion,
  type DeletionOutcome,
} from '#domain/personal-data/account-deletion.server.ts'
import type { AuthRequest, AuthCookies } from './better-auth/responses.server.ts'
import { hasPassword, requireFreshSession } from './passwords/confirm-password.server.ts'
import { hasSecondFactor, verifyOwner } from './second-factor/second-factor.server.ts'
import { clearSessionCookie } from './sessions/sessions.server.ts'

/** Proof of identity required to delete the account. */
export type RequiredProof = { password: boolean; code: boolean }

export async function readRequiredProof(actor: Actor): Promise<RequiredProof> {
  const { id } = requireOwnAccount(actor)
  const [password, code] = await Promise.all([hasPassword(id), hasSecondFactor(actor)])
  return { password, code }
}

/**
 * Deletes the person's own account, at once or at the end of the paid months. Requires the password and
 * code that the account has, or a sign-in within 15 minutes if it only uses Google. Throws `invalid` for a
 * wrong password or code, `limited`, and `conflict` with the blockers.
 */
export async function deleteOwnAccount(
  caller: AuthRequest,
  actor: Actor,
  input: AccountDeletionInput & { currentPassword: string; code: string },
): Promise<AuthCookies & DeletionOutcome> {
  const person = requireOwnAccount(actor)
  const required = await readRequiredProof(actor)
  if (required.password || required.code) await verifyOwner(caller, person, input, required.code)
  else await requireFreshSession(person)
  const left = await requestAccountDeletion(actor, input)
  const headers = new Headers()
  if (left.deletionDate === null) headers.append('Set-Cookie', clearSessionCookie())
  return { ...left, headers }
}
