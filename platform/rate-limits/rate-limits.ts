import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError, temporarilyUnavailable } from '#core/errors.ts'
import { singleton } from '#core/singleton.ts'
import { t } from '#messages/t.ts'
import { networksOf } from '#platform/network.ts'
import { logTrouble } from '#platform/observability/log.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Points, seconds and subject of each limit, as in docs/limits.md. Reads are counted in memory, in each
 * process by itself; the rest in the database.
 */
export const rateLimitRules = {
  'sign-in': { points: 10, seconds: 10 * minute, stored: true },
  'sign-in-address': { points: 100, seconds: 10 * minute, stored: true },
  'known-browser': { points: 10, seconds: 10 * minute, stored: true },
  account: { points: 15, seconds: day, stored: true },
  // starts at a minute and doubles up to this
  pause: { points: 1, seconds: 15 * minute, stored: true },
  'sign-up': { points: 30, seconds: hour, stored: true },
  letter: { points: 5, seconds: hour, stored: true },
  'letter-address': { points: 20, seconds: hour, stored: true },
  'card-setup': { points: 10, seconds: hour, stored: true },
  newsletter: { points: 10, seconds: hour, stored: true },
  write: { points: 120, seconds: minute, stored: true },
  read: { points: 1_200, seconds: minute, stored: false },
} as const

/** Factor of the limit of a site (/48) over that of one of its networks. */
export const siteMultiplier = 4

type Rule = keyof typeof rateLimitRules
type Counter = {
  consume: (key: string, points?: number, options?: { customDuration?: number }) => Promise<unknown>
  delete?: (key: string) => Promise<boolean>
  reward?: (key: string, points?: number) => Promise<unknown>
}
type Limiters = Record<Rule, Counter>
type Scope = 'one' | 'site'

type LimiterOptions = {
  pool: Pool
  enabled: boolean
  /** Key of the digests, so that a reader of the tables cannot try addresses and emails one by one. */
  secret?: string
}

const optionsSingleton = singleton<LimiterOptions>('limits')
let limiters = createScopedLimiters(optionsSingleton.get())

/** Starts the rate limits in this process. Nothing is limited before, and with `enabled` false. */
export function startLimits(start: LimiterOptions): void {
  limiters = createScopedLimiters(optionsSingleton.set(start))
}

function createScopedLimiters(start: LimiterOptions | null): Record<Scope, Limiters> | null {
  if (!start?.enabled) return null
  return { one: createLimiters(start.pool, 'one'), site: createLimiters(start.pool, 'site') }
}

/** Options of a rule for one network, or for all networks of a site. */
function limitOf(rule: Rule, scope: Scope) {
  const { points, seconds } = rateLimitRules[rule]
  return scope === 'one'
    ? { keyPrefix: rule, points, duration: seconds }
    : { keyPrefix: `${rule}-site`, points: points * siteMultiplier, duration: seconds }
}

function createLimiters(pool: Pool, scope: Scope): Limiters {
  const entries = (Object.keys(rateLimitRules) as Rule[]).map((rule) => {
    const common = limitOf(rule, scope)
    const limiter = rateLimitRules[rule].stored
      ? new RateLimiterPostgres({
          ...common,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          // a recurring job deletes expired rows
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(common)
    return [rule, limiter]
  })
  return Object.fromEntries(entries)
}

/**
 * Counts an attempt at a secret of this account: a password, or a code. Throws `limited` after too many. In a
 * browser that has opened the account, only its own attempts count, so attempts elsewhere cannot lock the owner
 * out. Elsewhere a few a day are allowed, and then one at a time, with doubling pauses.
 */
export async function limitGuess(
  account: string,
  address: string,
  knownBrowser: string | null = null,
): Promise<void> {
  const name = normaliseAccount(account)
  if (knownBrowser !== null) return consumeOrThrow('known-browser', `${name} ${knownBrowser}`)
  await consumeForNetwork('sign-in-address', address)
  await consumeOrThrow('sign-in', `${name} ${networksOf(address).one}`)
  const over = await consumePoint('account', name)
  if (over)
    await consumeOrThrow('pause', name, backoffSeconds(over.consumedPoints - rateLimitRules.account.points))
}

/** Resets the counter after a right secret, because its owner should not pay for the attempts of others. */
export async function resetGuessCounter(account: string): Promise<void> {
  const key = digest(normaliseAccount(account))
  // they also expire
  await Promise.all([limiters?.one.account.delete?.(key), limiters?.one.pause.delete?.(key)]).catch(() => {})
}

/** Takes back the count of a guess that was right. Those before it still count. */
export async function uncountGuess(account: string, address: string): Promise<void> {
  const name = normaliseAccount(account)
  await Promise.all([
    limiters?.one.account.reward?.(digest(name), 1),
    limiters?.one['sign-in'].reward?.(digest(`${name} ${networksOf(address).one}`), 1),
    // they also expire
  ]).catch(() => {})
}

const normaliseAccount = (account: string) => account.trim().toLowerCase()
const backoffSeconds = (guessesBeyond: number) =>
  Math.min(rateLimitRules.pause.seconds, minute * 2 ** (guessesBeyond - 1))

/** Counts a sign-up from this address. */
export const limitSignUp = (address: string) => consumeForNetwork('sign-up', address)

/** Counts a letter requested from this network for this email, with or without an account. */
export async function limitLetter(email: string, address: string): Promise<void> {
  await consumeForNetwork('letter-address', address)
  await consumeOrThrow('letter', normaliseAccount(email))
}

/** Counts a card that this person begins to store, against trials of stolen cards. */
export const limitCardSetup = (personId: string) => consumeOrThrow('card-setup', personId)

/** Counts a subscription from this address. */
export const limitNewsletter = (address: string) => consumeForNetwork('newsletter', address)

/** Counts a write by this person, or by a visitor (null) from this address. */
export const limitWrite = (personId: string | null, address: string) =>
  personId === null ? consumeForNetwork('write', address) : consumeOrThrow('write', personId)

/** Counts a read from this address. */
export const limitRead = (address: string) => consumeForNetwork('read', address)

async function consumeForNetwork(rule: Rule, address: string): Promise<void> {
  const { one, site } = networksOf(address)
  await consumeOrThrow(rule, one)
  if (site === null) return
  const over = await consumePoint(rule, site, undefined, 'site')
  if (over) throw tooManyRequests(over)
}

/** Counts one act. Throws `limited` with the seconds to wait when the limit is reached. */
async function consumeOrThrow(rule: Rule, key: string, seconds?: number): Promise<void> {
  const over = await consumePoint(rule, key, seconds)
  if (over) throw tooManyRequests(over)
}

/**
 * Counts one act. Returns null within the limit. Throws `unavailable` when the database cannot be reached: a limit
 * never fails open.
 */
async function consumePoint(
  rule: Rule,
  key: string,
  seconds?: number,
  scope: Scope = 'one',
): Promise<RateLimiterRes | null> {
  try {
    const options = seconds === undefined ? {} : { customDuration: seconds }
    await limiters?.[scope][rule].consume(digest(key), 1, options)
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    logTrouble('limits', error)
    throw temporarilyUnavailable(5)
  }
}

// addresses and emails are stored as digests only
const digest = (key: string) =>
  createHmac('sha256', `${optionsSingleton.get()?.secret ?? ''} limits`)
    .update(key)
    .digest('base64url')

/** Returns the digest of a network (/48 of IPv6) for the row of an act, or null without limits. */
export function networkDigest(address: string): string | null {
  const { one, site } = networksOf(address)
  return limiters === null ? null : digest(site ?? one)
}

function tooManyRequests({ msBeforeNext }: RateLimiterRes): DomainError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new DomainError('limited', t('refusal.tooOften', waitOf(retryAfter)), {
    retryAfter,
  })
}

const waitOf = (seconds: number) =>
  seconds < 90 ? { count: seconds, unit: 'second' } : { count: Math.ceil(seconds / 60), unit: 'minute' }

/** Deletes counters that expired over an hour ago. */
export async function deleteExpiredLimits(pool: Pool): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [Date.now() - hour * 1000])
}
