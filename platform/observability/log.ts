import { createHmac } from 'node:crypto'
import pino from 'pino'
import { isUuid } from '#core/is-uuid.ts'
import { singleton } from '#core/singleton.ts'
import { settings } from '#platform/settings/env.ts'
import { currentRequestContext } from './request-context.ts'

const redactedKeys = [
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

/**
 * The process's log: one JSON line an entry on standard output, with the request's context. Secrets and email
 * addresses are removed.
 */
export const log = pino({
  level: settings.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: currentRequestContext,
  redact: {
    paths: [...redactedKeys, ...redactedKeys.map((name) => `*.${name}`), 'headers.*'],
    censor: '[left out]',
  },
})

/** Logs an unexpected error, with its stack and the request's context. */
export function logError(error: unknown, facts: Record<string, unknown> = {}): void {
  const { message, stack, name } = asError(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
  log.error({ ...facts, error: { name, message, stack, cause } }, message)
}

const pseudonymSecret = singleton<string>('log-secret')

/** Sets the secret of pseudonyms. */
export const setPseudonymSecret = (by: string) => void pseudonymSecret.set(by)

/** Pseudonym of a person in the log: always the same, and irreversible without the club's secret. */
export const pseudonymOf = (person: string): string =>
  createHmac('sha256', `log ${pseudonymSecret.get() ?? ''}`)
    .update(person)
    .digest('base64url')
    .slice(0, 12)

const maxPlainSegment = 22

/**
 * A path for the log: its words and ids. Other segments may be secrets, such as a calendar's key, or an email; the
 * query always may.
 */
export const redactPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (isUuid(part) || (/^[\w.:-]*$/.test(part) && part.length <= maxPlainSegment) ? part : '*'))
    .join('/')

const repeatIntervalMs = 60_000
const maxTroubleKinds = 200
const lastLoggedTroubles = new Map<string, { toldAt: number; since: number }>()

/** The parts of the club that report trouble. */
export const troubleParts = [
  'cards',
  'notices',
  'jobs',
  'database',
  'limits',
  'pictures',
  'metrics',
  'overload',
] as const
type TroublePart = (typeof troubleParts)[number]

export type Trouble = { count: number; lastAt: Date; message: string }
const troublesSingleton = singleton<Map<TroublePart, Trouble>>('troubles')
/** Number and last occurrence of trouble in this process, by part. */
export const troublesByPart: ReadonlyMap<TroublePart, Trouble> =
  troublesSingleton.get() ?? troublesSingleton.set(new Map())

/**
 * Logs lasting trouble outside of the club's code: one line without a stack, at most one a minute for the same
 * trouble of the same part, with the number of repetitions.
 */
export function logTrouble(part: TroublePart, error: unknown, facts: Record<string, unknown> = {}): void {
  const { message } = asError(error)
  const { count = 0 } = troublesSingleton.get()?.get(part) ?? {}
  troublesSingleton.get()?.set(part, { count: count + 1, lastAt: new Date(), message })
  const kind = `${part} ${message}`
  const known = lastLoggedTroubles.get(kind)
  if (known && performance.now() - known.toldAt < repeatIntervalMs) {
    known.since += 1
    return
  }
  if (lastLoggedTroubles.size >= maxTroubleKinds) lastLoggedTroubles.clear()
  lastLoggedTroubles.set(kind, { toldAt: performance.now(), since: 0 })
  log.warn({ ...facts, part, ...(known?.since ? { alsoSince: known.since } : {}) }, message)
}

/** Converts a thrown or emitted value to an error; some libraries emit plain objects. */
export function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const isErrorLike = typeof error === 'object' && error !== null && 'message' in error
  return isErrorLike ? Object.assign(new Error(String(error.message)), error) : new Error(String(error))
}
