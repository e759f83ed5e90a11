import { isAPIError } from 'better-auth/api'
import { clubNow, db } from '#db/client.ts'
import { DomainError } from '#core/errors.ts'
import { parseInput } from '#domain/input.ts'
import { isFirstUse } from '#platform/rate-limits/rate-limits.ts'
import {
  pickCookies,
  toDomainError,
  type AuthRequest,
  type AuthCookies,
} from '#sign-in/better-auth/responses.server.ts'
import { getAuth } from '#sign-in/better-auth/instance.server.ts'
import { countGuess, completeSignIn } from '#sign-in/passwords/guess-limits.server.ts'
import { challengeCookie, readSignedCookie, sessionCookie } from '#sign-in/sessions/sessions.server.ts'
import { codeInput, isAppCode, type CodeInput } from '#sign-in/sign-in.input.ts'

// Between the password, or Google, and the code of a second factor a browser holds a challenge and no session: the
// library takes back the one that it just made.

/** Whether somebody who gave the right password, or came back from Google, is now asked for a code. */
export const isCodeRequired = (answered: Headers): boolean =>
  answered.getSetCookie().some((each) => each.startsWith(`${challengeCookie()}=2fa-`))

/** The address of the account whose code this browser is asked for; null when it is not, or not any more. */
export async function findChallengedEmail(headers: Headers): Promise<string | null> {
  const challenge = readSignedCookie(headers, challengeCookie())
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
export async function requireChallengedEmail(headers: Headers): Promise<string> {
  const email = await findChallengedEmail(headers)
  if (email === null) throw new DomainError('unauthenticated', 'Please sign in first.')
  return email
}

/**
 * Ends signing in with a code of the app or a recovery code. Throws `invalid` for a wrong or used one, `limited`, and
 * `unauthenticated` when the ten minutes or the five tries of the challenge are over.
 */
export async function submitCode(caller: AuthRequest, input: CodeInput): Promise<AuthCookies> {
  const { code } = parseInput(codeInput, input)
  const email = await requireChallengedEmail(caller.headers)
  await countCodeGuess(caller, email, code)
  const headers = await verifyCode(withoutSessionCookie(caller.headers), code)
  headers.append('Set-Cookie', await completeSignIn(caller, email))
  return { headers }
}

/** Counts a guess at a code of this account. Throws `limited`, and `invalid` for a code of the app that was tried before. */
export async function countCodeGuess(caller: AuthRequest, email: string, code: string): Promise<void> {
  await countGuess(caller, email, 'code')
  if (isAppCode(code) && !(await isFirstUse(`${email} ${code}`)))
    throw wrongCode('This code was tried before. Wait for the next one.')
}

/** Has the library look at a code; answers the cookies that follow. Throws `invalid` when it is wrong. */
export async function verifyCode(headers: Headers, code: string): Promise<Headers> {
  const asked = { body: { code }, headers, returnHeaders: true } as const
  const { verifyTOTP, verifyBackupCode } = getAuth().api
  try {
    const answered = isAppCode(code) ? await verifyTOTP(asked) : await verifyBackupCode(asked)
    return pickCookies(answered.headers)
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw wrongCode('This code is not right.')
    throw toDomainError(error)
  }
}

const wrongCode = (message: string) => new DomainError('invalid', message, { errors: { code: [message] } })

/** For the library a code of somebody who is signed in is one of theirs, whatever challenge is under way. */
export function withoutSessionCookie(headers: Headers): Headers {
  const stripped = new Headers(headers)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  stripped.set('cookie', cookies.filter((each) => !each.startsWith(`${sessionCookie()}=`)).join('; '))
  return stripped
}
