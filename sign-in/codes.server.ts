import { isAPIError } from 'better-auth/api'
import { clubNow, db } from '#db/client.ts'
import { DomainError } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { isFirstUse } from '#platform/limits.ts'
import { cookiesOf, translated, type Caller, type SignedIn } from './answers.server.ts'
import { getAuth } from './auth.server.ts'
import { countGuess, welcomeIn } from './guesses.server.ts'
import { challengeCookie, readSigned, sessionCookie } from './sessions.server.ts'
import { codeInput, isTimed, type CodeInput } from './sign-in.input.ts'

// Between the password, or Google, and the code of a second factor a browser holds a challenge and no session: the
// library takes back the one that it just made.

/** Whether somebody who gave the right password, or came back from Google, is now asked for a code. */
export const asksForCode = (answered: Headers): boolean =>
  answered.getSetCookie().some((each) => each.startsWith(`${challengeCookie()}=2fa-`))

/** The address of the account whose code this browser is asked for; null when it is not, or not any more. */
export async function findChallenged(headers: Headers): Promise<string | null> {
  const challenge = readSigned(headers, challengeCookie())
  // the club signs other things with this key
  if (!challenge?.startsWith('2fa-')) return null
  const found = await db
    .selectFrom('verifications')
    .innerJoin('users', (join) => join.on((eb) => eb(eb.cast('users.id', 'text'), '=', eb.ref('value'))))
    .where('identifier', '=', challenge)
    .where('verifications.expiresAt', '>', clubNow)
    .select('users.email')
    .executeTakeFirst()
  return found?.email ?? null
}

/** `findChallenged`; throws `unauthenticated` where it answers null. */
export async function requireChallenged(headers: Headers): Promise<string> {
  const email = await findChallenged(headers)
  if (email === null) throw new DomainError('unauthenticated', 'Please sign in first.')
  return email
}

/**
 * Ends signing in with a code of the app or a recovery code. Throws `invalid` for a wrong or used one, `limited`, and
 * `unauthenticated` when the ten minutes or the five tries of the challenge are over.
 */
export async function enterCode(caller: Caller, input: CodeInput): Promise<SignedIn> {
  const { code } = parseInput(codeInput, input)
  const email = await requireChallenged(caller.headers)
  await countCode(caller, email, code)
  const headers = await proveCode(withoutSession(caller.headers), code)
  headers.append('Set-Cookie', await welcomeIn(caller, email))
  return { headers }
}

/** Counts a guess at a code of this account. Throws `limited`, and `invalid` for a code of the app that was tried before. */
export async function countCode(caller: Caller, email: string, code: string): Promise<void> {
  await countGuess(caller, email, 'code')
  if (isTimed(code) && !(await isFirstUse(`${email} ${code}`)))
    throw wrongCode('This code was tried before. Wait for the next one.')
}

/** Has the library look at a code; answers the cookies that follow. Throws `invalid` when it is wrong. */
export async function proveCode(headers: Headers, code: string): Promise<Headers> {
  const asked = { body: { code }, headers, returnHeaders: true } as const
  const { verifyTOTP, verifyBackupCode } = getAuth().api
  try {
    const answered = isTimed(code) ? await verifyTOTP(asked) : await verifyBackupCode(asked)
    return cookiesOf(answered.headers)
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw wrongCode('This code is not right.')
    throw translated(error)
  }
}

const wrongCode = (message: string) => new DomainError('invalid', message, { errors: { code: [message] } })

/** For the library a code of somebody who is signed in is one of theirs, whatever challenge is under way. */
export function withoutSession(headers: Headers): Headers {
  const stripped = new Headers(headers)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  stripped.set('cookie', cookies.filter((each) => !each.startsWith(`${sessionCookie()}=`)).join('; '))
  return stripped
}
