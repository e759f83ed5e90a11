import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import { temporarilyUnavailable } from '#core/errors.ts'
import { db } from '#db/client.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { currentRequestContext } from '#platform/observability/request-context.ts'
import { createFairQueue, QueueFullError } from '#platform/scheduling/fair-queue.ts'

const scryptAsync = promisify<string, string, number, object, Buffer>(scrypt)

/** Cost of scrypt: log2 of N, r and p. Each hash stores its own. */
export type PasswordCost = `scrypt-${number}-${number}-${number}`

// OWASP's recommendation for 32 MB per hash
const defaultCost: PasswordCost = 'scrypt-15-8-3'
/** For passwords that are no secret: the demo club's and those of tests. */
export const lightCost: PasswordCost = 'scrypt-4-8-1'

// two at a time leave the other threads of the pool to files and pictures
const hashQueue = createFairQueue({
  concurrency: 2,
  maxQueued: 40,
  maxQueuedPerTenant: 12,
  timeoutMs: 10_000,
})

async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await hashQueue.run(1, work, queueTenants())
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    logTrouble('overload', new Error('More passwords are looked at than this process can keep up with.'))
    throw temporarilyUnavailable(5)
  }
}

/** A request waits behind others of its network and of the account it tries, so that neither shuts others out. */
function queueTenants(): string[] {
  const { network, account } = currentRequestContext()
  return [...(network ? [`network ${network}`] : []), ...(account ? [`account ${account}`] : [])]
}

function deriveHash(password: string, salt: string, cost: string): Promise<Buffer> {
  const [doublings = 0, r, p] = cost.split('-').slice(1).map(Number)
  const options = { N: 2 ** doublings, r, p, maxmem: 64 * 1024 * 1024 }
  return inHashQueue(() => scryptAsync(password.normalize('NFKC'), salt, 64, options))
}

/** Returns the hash of a password. Throws `unavailable` when the queue is full. */
export async function hashPassword(password: string, cost = defaultCost): Promise<string> {
  const salt = randomBytes(16).toString('base64url')
  return [cost, salt, (await deriveHash(password, salt, cost)).toString('base64url')].join('$')
}

/**
 * Whether the password matches. A hash of another cost or an older format is replaced. Throws `unavailable`
 * when the queue is full.
 */
export async function passwordMatches(
  { hash, password }: { hash: string; password: string },
  cost = defaultCost,
): Promise<boolean> {
  const [hashCost = '', salt = '', storedHash = ''] = hash.split('$')
  const isRight = hashCost.startsWith('scrypt-')
    ? timingSafeEqual(await deriveHash(password, salt, hashCost), Buffer.from(storedHash, 'base64url'))
    : await inHashQueue(() => verifyPassword({ hash, password }))
  if (isRight && hashCost !== cost) {
    const renewed = await hashPassword(password, cost)
    await db.updateTable('accounts').set({ password: renewed }).where('password', '=', hash).execute()
  }
  return isRight
}

const prepared = new AsyncLocalStorage<{ password: string; hash: string }>()

/**
 * Hashes a new password before `work`, in which Better Auth opens its transaction, so that no connection waits in the
 * queue of hashes. Throws `unavailable` when that queue is full.
 */
export async function withPreparedHash<Result>(
  password: string,
  cost: PasswordCost | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return prepared.run({ password, hash: await hashPassword(password, cost) }, work)
}

/** Returns the hash that `withPreparedHash` made for this password, or null outside of it. */
export function preparedHash(password: string): string | null {
  const stored = prepared.getStore()
  return stored?.password === password ? stored.hash : null
}
