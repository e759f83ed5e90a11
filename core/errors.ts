import { t } from '#messages/t.ts'

export type DomainErrorCode =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-slow'
  | 'too-large'
  | 'limited'
  | 'unavailable'

/** Messages for the fields of a form, by the field's name; '' is the form as a whole. */
export type FieldErrors = Record<string, string[]>

/** Default for `Retry-After`, in seconds. */
const defaultRetrySeconds = 30

type ErrorDetails = {
  errors?: FieldErrors
  /** Seconds to wait before a retry. Always set for `unavailable`. */
  retryAfter?: number
  /** Values for programs after a conflict, such as the current counts. */
  facts?: Record<string, unknown>
}

/**
 * The error type of all operations. Pages and the API show `message` to the actor, so it never contains a secret or
 * another person's data.
 */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly errors: FieldErrors
  readonly retryAfter: number | null
  readonly facts: Record<string, unknown>
  constructor(code: DomainErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.errors = details.errors ?? {}
    this.retryAfter = details.retryAfter ?? (code === 'unavailable' ? defaultRetrySeconds : null)
    this.facts = details.facts ?? {}
  }
}

/** The sentence of an unexpected error, which is logged. */
export const unexpectedMessage = () => t('error.unexpected')

/** A dependency is unavailable. A retry makes sense after this many seconds. */
export const temporarilyUnavailable = (retryAfter: number) =>
  new DomainError('unavailable', t('refusal.theClubCantAnswer'), {
    retryAfter,
  })
export const notFound = (what: string) => new DomainError('not-found', t('refusal.couldntBeFound', { what }))
export const conflict = (message: string, facts?: Record<string, unknown>) =>
  new DomainError('conflict', message, facts ? { facts } : {})
/** Invalid input in one field, whose message a form shows beside it. */
export const invalidAt = (field: string, message: string) =>
  new DomainError('invalid', message, { errors: { [field]: [message] } })
/** A conflict in one field, whose message a form shows beside it. */
export const conflictAt = (field: string, message: string, facts: Record<string, unknown> = {}) =>
  new DomainError('conflict', message, { errors: { [field]: [message] }, facts })
