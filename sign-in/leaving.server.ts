import { requirePerson, type Actor } from '#domain/actor.ts'
import { leave, type Left } from '#domain/own-data/leaving.server.ts'
import type { LeaveInput } from '#domain/own-data/own-data.input.ts'
import type { Caller, SignedIn } from './answers.server.ts'
import { hasPassword, requireFreshSession } from './own-password.server.ts'
import { hasSecondFactor, proveOwner } from './second-factor.server.ts'
import { forgetSession } from './sessions.server.ts'

/** What somebody is asked for who deletes their account. */
export type ProofAsked = { password: boolean; code: boolean }

export async function readProofAsked(actor: Actor): Promise<ProofAsked> {
  const { id } = requirePerson(actor)
  const [password, code] = await Promise.all([hasPassword(id), hasSecondFactor(actor)])
  return { password, code }
}

/**
 * Deletes the account of the one who asks, at once or once their months are over. They give password and code, as far
 * as the account has them; whoever only comes by Google has signed in within the last quarter of an hour. Throws
 * `invalid` for a wrong password or code, `limited`, and `conflict` with what is open.
 */
export async function deleteOwnAccount(
  caller: Caller,
  actor: Actor,
  input: LeaveInput & { currentPassword: string; code: string },
): Promise<SignedIn & Left> {
  const person = requirePerson(actor)
  const asked = await readProofAsked(actor)
  if (asked.password || asked.code) await proveOwner(caller, person, input, asked.code)
  else await requireFreshSession(person)
  const left = await leave(actor, input)
  const headers = new Headers()
  if (left.goesOn === null) headers.append('Set-Cookie', forgetSession())
  return { ...left, headers }
}
