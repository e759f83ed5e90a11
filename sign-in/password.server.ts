import { isAPIError } from 'better-auth/api'
import { transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { conflict, DomainError } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { changePasswordInput } from '#domain/members/members.input.ts'
import { limitSignIn } from '#platform/limits.ts'
import { cookiesOf, translated, type Caller, type SignedIn } from './answers.server.ts'
import { getAuth } from './auth.server.ts'

/**
 * Changes one's own password and ends all sessions but a new one, whose cookie is in the answer. Throws
 * `invalid` for a wrong current password, `conflict` for people who only sign in with Google, `limited`.
 */
export async function changePassword(caller: Caller, actor: Actor, input: unknown): Promise<SignedIn> {
  const person = requirePerson(actor)
  const body = { ...parseInput(changePasswordInput, input), revokeOtherSessions: true }
  // guessing the current password is guessing a sign-in
  await limitSignIn(person.email, caller.address)
  try {
    const { headers } = await getAuth().api.changePassword({
      body,
      headers: caller.headers,
      returnHeaders: true,
    })
    await transaction((trx) =>
      recordActivity(trx, { userId: person.id, kind: 'account', summary: 'Changed the password.' }),
    )
    return { headers: cookiesOf(headers) }
  } catch (error) {
    throw passwordProblem(error)
  }
}

function passwordProblem(error: unknown): unknown {
  if (!isAPIError(error) || error.statusCode >= 500) return translated(error)
  if (error.statusCode === 401) return new DomainError('unauthenticated', 'Please sign in first.')
  if (error.body?.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND')
    return conflict('You sign in with Google, so there is no password to change.')
  const message = 'This is not your current password.'
  return new DomainError('invalid', message, { errors: { currentPassword: [message] } })
}
