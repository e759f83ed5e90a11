import { isAPIError } from 'better-auth/api'
import { DomainError } from '#core/errors.ts'
import { clubNow, db } from '#db/client.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { getAuth } from '#sign-in/better-auth/instance.server.ts'
import {
  pickCookies,
  toDomainError,
  type AuthRequest,
  type AuthCookies,
} from '#sign-in/better-auth/responses.server.ts'
import { countGuess, completeSignIn } from '#sign-in/passwords/guess-limits.server.ts'
import { challengeCookie, readSignedCookie, sessionCookie } from '#sign-in/sessions/sessions.server.ts'
import { codeInput, foldCode, isAppCode, type CodeInput } from '#sign-in/sign-in.input.ts'
import { claimCode } from './code-steps.server.ts'

// Between the password, or Google, and the code of a second factor, the browser has a challenge instead of
// a session. The library revokes the session it has just created.

/** Whether the response starts a challenge for a code. */
export const isCodeRequired = (headers: Headers): boolean =>
  headers.getSetCookie().some((each) => each.startsWith(`${challengeCookie()}=2fa-`))

/** Returns the email address of the account under challenge; null if there is none or it has expired. */
export async function findChallengedEmail(headers: Headers): Promise<string | null> {
  const challenge = readSignedCookie(headers, challengeCookie())
  // the key also signs other values
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

/** `findChallengedEmail` that throws `unauthenticated` instead of returning null. */
export async function requireChallengedEmail(headers: Headers): Promise<string> {
  const email = await findChallengedEmail(headers)
  if (email === null) throw new DomainError('unauthenticated', t('refusal.pleaseSignInFirst'))
  return email
}

/**
 * Completes a sign-in with a code of the app or a recovery code. Throws `invalid` for a wrong or used code,
 * `limited`, and `unauthenticated` after the challenge's ten minutes or five attempts.
 */
export async function submitCode(caller: AuthRequest, input: CodeInput): Promise<AuthCookies> {
  const { code } = parseInput(codeInput, input)
  const email = await requireChallengedEmail(caller.headers)
  await countCodeGuess(caller, email, code)
  const { id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  const headers = await verifyCode(withoutSessionCookie(caller.headers), await storedSpelling(id, code))
  headers.append('Set-Cookie', await completeSignIn(caller, email))
  return { headers }
}

/**
 * Counts a guess at a code. Throws `limited`, and `invalid` for a code of the app that was used before.
 */
export async function countCodeGuess(caller: AuthRequest, email: string, code: string): Promise<void> {
  await countGuess(caller, email, 'code')
  if (isAppCode(code) && !(await claimCode(email, code))) throw wrongCode(t('refusal.codeUsed'))
}

/** Returns the stored recovery codes of a person. */
export const readRecoveryCodes = async (userId: string): Promise<string[]> =>
  (await getAuth().api.viewBackupCodes({ body: { userId } })).backupCodes

/** Returns the recovery code that this one may be, as it is stored; any other code as it is. */
export async function storedSpelling(userId: string, code: string): Promise<string> {
  if (isAppCode(code)) return code
  const matching = (await readRecoveryCodes(userId)).filter((stored) => foldCode(stored) === foldCode(code))
  return matching.includes(code) ? code : (matching[0] ?? code)
}

/** Verifies a code with the library and returns its cookies. Throws `invalid`. */
export async function verifyCode(headers: Headers, code: string): Promise<Headers> {
  const request = { body: { code }, headers, returnHeaders: true } as const
  const { verifyTOTP, verifyBackupCode } = getAuth().api
  try {
    const verified = isAppCode(code) ? await verifyTOTP(request) : await verifyBackupCode(request)
    return pickCookies(verified.headers)
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw wrongCode(t('refusal.wrongCode'))
    throw toDomainError(error)
  }
}

const wrongCode = (message: string) => new DomainError('invalid', message, { errors: { code: [message] } })

/**
 * Removes the session cookie. With a session the library would verify the code for its owner instead of the
 * challenge.
 */
export function withoutSessionCookie(headers: Headers): Headers {
  const stripped = new Headers(headers)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  stripped.set('cookie', cookies.filter((each) => !each.startsWith(`${sessionCookie()}=`)).join('; '))
  return stripped
}
