import { isUnavailable, violates } from '#db/errors.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { DomainError, temporarilyUnavailable, type DomainErrorCode } from '#core/errors.ts'

/** The status that pages and calls answer a refusal with. */
export const httpStatusOf: Record<DomainErrorCode, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-slow': 408,
  'too-large': 413,
  limited: 429,
  unavailable: 503,
}

/** What was thrown, as a refusal: the club's own, or `unavailable` while the database is away; null for anything else. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  // what they had begun before
  if (violates(error, 'stays_erased')) return new DomainError('unauthenticated', 'This account was deleted.')
  return isUnavailable(error) ? logUnavailable(error, 2) : null
}

/** That the club cannot answer just now, so many seconds long; the person learns no reason, and the log has it. */
export function logUnavailable(reason: unknown, retryAfter: number): DomainError {
  logTrouble('database', reason)
  return temporarilyUnavailable(retryAfter)
}
