import { DatabaseError } from 'pg'
import { isStalePlan } from './driver/club-client.ts'

/** Whether the error violates this constraint, index or named rule of the migrations. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.constraint === constraint
}

/** Whether the error is the violation of any constraint, or of a rule of a trigger. */
export const isConstraintViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(23|P0001)/.test(error.code ?? '')

/** Whether the transaction can be retried: a serialization failure, a deadlock or a stale plan. */
export function isRetryable(error: unknown): boolean {
  return (
    isStalePlan(error) || (error instanceof DatabaseError && ['40001', '40P01'].includes(error.code ?? ''))
  )
}

/**
 * The connection was lost during commit, so the transaction may be committed. Keep files that belong to it until that
 * is known.
 */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('The database went away while it committed.', { cause })
    this.name = 'CommitInDoubt'
  }
}

const unavailableCodes = new Set(['57P01', '57P02', '57P03', '53300', '53400', '55P03', '57014', '25P03'])
/** Read-only server, as after a failover; full disk; out of memory. */
const notWritableCodes = new Set(['25006', '53100', '53200'])
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const clientMessages =
  /Connection terminated|timeout expired|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|client was closed|Client was closed|not queryable/

/**
 * Whether the database is temporarily unusable: unreachable, restarting, overloaded, full or read-only. Mapped to
 * 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitInDoubt) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // by code alone: libraries may copy the database's error
  if (unavailableCodes.has(code) || notWritableCodes.has(code) || code.startsWith('08')) return true
  if (error instanceof DatabaseError) return false
  return networkCodes.has(code) || clientMessages.test(error.message)
}
