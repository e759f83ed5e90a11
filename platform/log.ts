import pino from 'pino'
import { settings } from './env.ts'

const secrets = [
  'cookie',
  'authorization',
  'password',
  'token',
  'card',
  'number',
  'cvc',
  'clientSecret',
  'email',
]

/** The process's log: one JSON line an entry on standard output, secrets and addresses left out. */
export const log = pino({
  level: settings.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`), 'headers.*'], censor: '[left out]' },
})

/** Logs an error that nobody expected, with its stack and what is known of the request. */
export function logError(error: unknown, facts: Record<string, unknown> = {}): void {
  const { message, stack, name } = asError(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
  log.error({ ...facts, error: { name, message, stack, cause } }, message)
}

/** What was thrown or emitted as an error; some libraries emit a plain object with an error's fields. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const isErrorLike = typeof error === 'object' && error !== null && 'message' in error
  return isErrorLike ? Object.assign(new Error(String(error.message)), error) : new Error(String(error))
}
