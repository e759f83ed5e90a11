import { isAPIError } from 'better-auth/api'
import { DomainError } from '#core/errors.ts'
import { isUnavailable } from '#db/errors.ts'
import { logUnavailable } from '#domain/error-mapping.server.ts'
import { t } from '#messages/t.ts'
import { findSessions, readSessionToken } from '#sign-in/sessions/sessions.server.ts'

/** Headers and client address of a request (see `clientAddress`). */
export type AuthRequest = { headers: Headers; address: string }

/** `Set-Cookie` headers for the response. */
export type AuthCookies = { headers: Headers }

/** Returns only the cookies of Better Auth's response. */
export function pickCookies(headers: Headers | null | undefined): Headers {
  const cookies = new Headers()
  for (const cookie of headers?.getSetCookie() ?? []) cookies.append('Set-Cookie', cookie)
  return cookies
}

/**
 * Better Auth's code for a refused write, such as a unique violation. A retry succeeds or reveals the
 * conflict.
 */
export const isFailedWrite = (code: unknown): boolean => code === 'FAILED_TO_CREATE_USER'

/** Maps a refusal by Better Auth or a lost database to a `DomainError`; returns other errors unchanged. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) return logUnavailable(error, 5)
  if (isAPIError(error) && (error.statusCode >= 500 || isFailedWrite(error.body?.code)))
    return logUnavailable(error, 5)
  return isAPIError(error) ? new DomainError('invalid', error.message) : error
}

/**
 * `toDomainError` for calls that need a session. Better Auth reports both an expired session and a database
 * timeout as a missing session; only the first becomes `unauthenticated`.
 */
export async function toDomainErrorFor(caller: AuthRequest, error: unknown): Promise<unknown> {
  if (!isAPIError(error) || error.body?.code !== 'UNAUTHORIZED') return toDomainError(error)
  const [session] = await findSessions(readSessionToken(caller.headers), null)
  return session
    ? logUnavailable(error, 5)
    : new DomainError('unauthenticated', t('refusal.pleaseSignInFirst'))
}
