import { isAPIError } from 'better-auth/api'
import { isUnavailable } from '#db/errors.ts'
import { DomainError } from '#core/errors.ts'
import { logUnavailable } from '#domain/error-mapping.server.ts'
import { findSessions, readSessionToken } from '#sign-in/sessions/sessions.server.ts'

/** The request behind an operation: its headers, and the address it came from (see `clientAddress`). */
export type AuthRequest = { headers: Headers; address: string }

/** What the answer must carry on to the browser: the `Set-Cookie` headers. */
export type AuthCookies = { headers: Headers }

/** Only the cookies: everything else of Better Auth's answer is its own business. */
export function pickCookies(headers: Headers | null | undefined): Headers {
  const cookies = new Headers()
  for (const cookie of headers?.getSetCookie() ?? []) cookies.append('Set-Cookie', cookie)
  return cookies
}

/** Better Auth's words for a write that the database refused: trying again helps, or tells that somebody was faster. */
export const isFailedWrite = (code: unknown): boolean => code === 'FAILED_TO_CREATE_USER'

/** Better Auth's refusal or a lost database as the club's own error; anything else as it is. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) return logUnavailable(error, 5)
  if (isAPIError(error) && (error.statusCode >= 500 || isFailedWrite(error.body?.code)))
    return logUnavailable(error, 5)
  return isAPIError(error) ? new DomainError('invalid', error.message) : error
}

/**
 * The same for what only somebody who is signed in is answered. Better Auth knows no session both when it is over and
 * when the database did not answer in time; nobody is told to sign in again for the second.
 */
export async function toDomainErrorFor(caller: AuthRequest, error: unknown): Promise<unknown> {
  if (!isAPIError(error) || error.body?.code !== 'UNAUTHORIZED') return toDomainError(error)
  const [session] = await findSessions(readSessionToken(caller.headers), null)
  return session ? logUnavailable(error, 5) : new DomainError('unauthenticated', 'Please sign in first.')
}
