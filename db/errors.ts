import { DatabaseError } from 'pg'

/** Whether the error is a violation of this constraint, index or named rule of the migrations. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.constraint === constraint
}

/** Whether the database asks for the transaction to be tried again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

const unavailableCodes = new Set(['57P01', '57P02', '57P03', '53300', '53400', '55P03', '57014', '25P03'])
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
const clientMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|client was closed|Client was closed|not queryable/

/** Whether the database cannot be reached, is restarting or is overloaded: a passing state, worth a 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof DatabaseError) return unavailableCodes.has(code) || code.startsWith('08')
  return networkCodes.has(code) || clientMessages.test(error.message)
}
