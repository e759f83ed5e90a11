import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { DomainError, notNow } from '#domain/errors.ts'
import { kept } from './running.ts'

const minute = 60
const hour = 60 * minute

// How often, in how many seconds, and for whom. Reads are counted in this process, the rest in the database.
const rules = {
  'sign-in': { points: 10, seconds: 10 * minute, stored: true },
  'sign-in-address': { points: 100, seconds: 10 * minute, stored: true },
  'sign-up': { points: 30, seconds: hour, stored: true },
  newsletter: { points: 10, seconds: hour, stored: true },
  write: { points: 120, seconds: minute, stored: true },
  read: { points: 1_200, seconds: minute, stored: false },
} as const

type Rule = keyof typeof rules
type Limiters = Record<Rule, RateLimiterAbstract>

type Start = { pool: Pool; enabled: boolean }

const started = kept<Start>('limits')
let limiters = limitersOf(started.get())

/** Starts counting in this process; with `enabled` false, and before this was called, nothing is limited. */
export function startLimits(start: Start): void {
  limiters = limitersOf(started.set(start))
}

function limitersOf(start: Start | null): Limiters | null {
  return start?.enabled ? createLimiters(start.pool) : null
}

function createLimiters(pool: Pool): Limiters {
  const entries = Object.entries(rules).map(([rule, { points, seconds, stored }]) => {
    const common = { keyPrefix: rule, points, duration: seconds }
    const limiter = stored
      ? new RateLimiterPostgres({
          ...common,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          // a job of the club clears what is long over
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(common)
    return [rule, limiter]
  })
  return Object.fromEntries(entries)
}

/** A sign-in with this e-mail from this address; throws `limited` when there were too many. */
export async function limitSignIn(email: string, address: string): Promise<void> {
  await count('sign-in-address', network(address))
  await count('sign-in', `${email.trim().toLowerCase()} ${network(address)}`)
}

/** A new account from this address. */
export const limitSignUp = (address: string) => count('sign-up', network(address))

/** A subscription from this address. */
export const limitNewsletter = (address: string) => count('newsletter', network(address))

/** A change of anything by this person, or by a visitor (no id) from this address. */
export const limitWrite = (personId: string | null, address: string) =>
  count('write', personId ?? network(address))

/** A page or call that only reads, from this address. */
export const limitRead = (address: string) => count('read', network(address))

/**
 * Counts one act. Throws `limited`, with the seconds to wait, when there were too many, and `unavailable` when
 * counting is not possible: a database that is away neither opens the door nor ends the process.
 */
async function count(rule: Rule, key: string): Promise<void> {
  if (limiters === null) return
  try {
    // addresses and e-mails are not kept, only their digest
    await limiters[rule].consume(createHash('sha256').update(key).digest('base64url'))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw notNow(5)
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw new DomainError('limited', `That was too often. Try again ${inWords(retryAfter)}.`, { retryAfter })
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}

/** Removes counts that ended over an hour ago. */
export async function clearOldLimits(pool: Pool): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [Date.now() - hour * 1000])
}

// A home or a phone has a whole /64 of IPv6 addresses, so all of them count as one.
function network(from: string): string {
  const plain = from.replace(/^\[|\](:\d+)?$/g, '')
  if (!ipaddr.isValid(plain)) return from
  const address = ipaddr.process(plain)
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join()
}
