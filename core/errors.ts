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
  /** Seconds after which trying again makes sense; whatever is unavailable has some. */
  retryAfter?: number
  /** Facts that a program needs to go on after a conflict, such as the current counts. */
  facts?: Record<string, unknown>
}

/**
 * The one error of the club's operations. `message` is a sentence for the person who asked, and pages and
 * the API show it as it is, so it never holds a secret or another person's data.
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

/** Something that the club needs is away; trying again makes sense after so many seconds. */
export const temporarilyUnavailable = (retryAfter: number) =>
  new DomainError('unavailable', 'The club cannot answer just now. Please try again in a moment.', {
    retryAfter,
  })
export const notFound = (what: string) => new DomainError('not-found', `${what} could not be found.`)
export const conflict = (message: string, facts?: Record<string, unknown>) =>
  new DomainError('conflict', message, facts ? { facts } : {})
/** Input of which one field is wrong, where a form says it. */
export const invalidAt = (field: string, message: string) =>
  new DomainError('invalid', message, { errors: { [field]: [message] } })
/** A conflict about one field, where a form says it. */
export const conflictAt = (field: string, message: string, facts: Record<string, unknown> = {}) =>
  new DomainError('conflict', message, { errors: { [field]: [message] }, facts })
