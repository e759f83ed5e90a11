import { DomainError, temporarilyUnavailable, type DomainErrorCode } from '#core/errors.ts'
import { isUnavailable, violates } from '#db/errors.ts'
import { t } from '#messages/t.ts'
import { logTrouble } from '#platform/observability/log.ts'

/** HTTP status of each refusal, for pages and REST. */
export const httpStatusOf: Record<DomainErrorCode, number> = {
  malformed: 400,
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

/**
 * Maps an error to a refusal: a `DomainError` as it is, an unreachable database to `unavailable`, anything
 * else to null.
 */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  // a request that began before its account was erased
  if (violates(error, 'stays_erased'))
    return new DomainError('unauthenticated', t('refusal.thisAccountHasBeen'))
  if (violates(error, 'desk_day_closed')) return new DomainError('conflict', t('refusal.theDeskOfThis'))
  return isUnavailable(error) ? logUnavailable(error, 2) : null
}

/**
 * Logs the reason and returns the refusal `unavailable`, which does not reveal it. `retryAfter` is in
 * seconds.
 */
export function logUnavailable(reason: unknown, retryAfter: number): DomainError {
  logTrouble('database', reason)
  return temporarilyUnavailable(retryAfter)
}
