import { createHmac } from 'node:crypto'
import pino from 'pino'
import { settings } from './env.ts'
import { requestFacts } from './request-facts.ts'
import { isId } from './is-id.ts'
import { kept } from './running.ts'

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

/**
 * The process's log: one JSON line an entry on standard output, with what is known of the request that led to it;
 * secrets and e-mail addresses are left out.
 */
export const log = pino({
  level: settings.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: requestFacts,
  redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`), 'headers.*'], censor: '[left out]' },
})

/** Logs an error that nobody expected, with its stack and what is known of the request. */
export function logError(error: unknown, facts: Record<string, unknown> = {}): void {
  const { message, stack, name } = asError(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
  log.error({ ...facts, error: { name, message, stack, cause } }, message)
}

const secret = kept<string>('log-secret')

/** From now on people are named in the log by this secret's digests. */
export const nameByDigest = (by: string) => void secret.set(by)

/** Somebody's name in the log: always the same, and told to nobody who has no secret of the club's. */
export const pseudonymOf = (person: string): string =>
  createHmac('sha256', `log ${secret.get() ?? ''}`)
    .update(person)
    .digest('base64url')
    .slice(0, 12)

const longestWord = 22

/**
 * A path as the log tells it: its words and ids. What else stands there may be a key, such as a calendar's, or
 * somebody's e-mail; what follows it always may.
 */
export const pathInLog = (path: string): string =>
  path
    .split('/')
    .map((part) => (isId(part) || (/^[\w.:-]*$/.test(part) && part.length <= longestWord) ? part : '*'))
    .join('/')

const quietMs = 60_000
const mostKinds = 200
const toldTroubles = new Map<string, { toldAt: number; since: number }>()

/** The parts of the club that can have trouble. */
export const partsOfClub = [
  'cards',
  'notices',
  'jobs',
  'database',
  'limits',
  'pictures',
  'metrics',
  'overload',
] as const
type Part = (typeof partsOfClub)[number]

export type Trouble = { count: number; lastAt: Date; message: string }
const byPart = kept<Map<Part, Trouble>>('troubles')
/** What trouble each of them had in this process, and the last of it. */
export const troublesByPart: ReadonlyMap<Part, Trouble> = byPart.get() ?? byPart.set(new Map())

/**
 * Tells of trouble that is nobody's mistake here and may last: one line without a stack, and for the same trouble of
 * the same part not more than one a minute, with how often it came meanwhile.
 */
export function logTrouble(part: Part, error: unknown, facts: Record<string, unknown> = {}): void {
  const { message } = asError(error)
  const { count = 0 } = byPart.get()?.get(part) ?? {}
  byPart.get()?.set(part, { count: count + 1, lastAt: new Date(), message })
  const kind = `${part} ${message}`
  const known = toldTroubles.get(kind)
  if (known && performance.now() - known.toldAt < quietMs) {
    known.since += 1
    return
  }
  if (toldTroubles.size >= mostKinds) toldTroubles.clear()
  toldTroubles.set(kind, { toldAt: performance.now(), since: 0 })
  log.warn({ ...facts, part, ...(known?.since ? { alsoSince: known.since } : {}) }, message)
}

/** What was thrown or emitted as an error; some libraries emit a plain object with an error's fields. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const isErrorLike = typeof error === 'object' && error !== null && 'message' in error
  return isErrorLike ? Object.assign(new Error(String(error.message)), error) : new Error(String(error))
}
