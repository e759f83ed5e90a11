import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import { db } from '#db/client.ts'
import { temporarilyUnavailable } from '#core/errors.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { createFairQueue, QueueFullError } from '#platform/scheduling/fair-queue.ts'

const scryptAsync = promisify<string, string, number, object, Buffer>(scrypt)

/** What it costs to look at a password: N as a power of two, r and p of scrypt. Each hash begins with its own. */
export type PasswordCost = `scrypt-${number}-${number}-${number}`

// what OWASP asks of scrypt where a hash may take 32 MB
const defaultCost: PasswordCost = 'scrypt-15-8-3'
/** For passwords that are no secret: of the demo's people, which the sign-in page tells, and of tests. */
export const lightCost: PasswordCost = 'scrypt-4-8-1'

// two at once leave the other threads of the process to files and pictures
const hashQueue = createFairQueue({ concurrency: 2, maxQueued: 40, timeoutMs: 10_000 })

async function inHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await hashQueue.run(1, work)
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    logTrouble('overload', new Error('More passwords are looked at than this process can keep up with.'))
    throw temporarilyUnavailable(5)
  }
}

function deriveHash(password: string, salt: string, cost: string): Promise<Buffer> {
  const [doublings = 0, r, p] = cost.split('-').slice(1).map(Number)
  const options = { N: 2 ** doublings, r, p, maxmem: 64 * 1024 * 1024 }
  return inHashQueue(() => scryptAsync(password.normalize('NFKC'), salt, 64, options))
}

/** What is kept of a password. Throws `unavailable` when too many wait for theirs. */
export async function hashPassword(password: string, cost = defaultCost): Promise<string> {
  const salt = randomBytes(16).toString('base64url')
  return [cost, salt, (await deriveHash(password, salt, cost)).toString('base64url')].join('$')
}

/**
 * Whether this is the password. One that is kept at another cost, or in the way of former clubs, is kept at
 * this one from now on. Throws `unavailable` when too many wait.
 */
export async function passwordMatches(
  { hash, password }: { hash: string; password: string },
  cost = defaultCost,
): Promise<boolean> {
  const [madeAt = '', salt = '', kept = ''] = hash.split('$')
  const isRight = madeAt.startsWith('scrypt-')
    ? timingSafeEqual(await deriveHash(password, salt, madeAt), Buffer.from(kept, 'base64url'))
    : await inHashQueue(() => verifyPassword({ hash, password }))
  if (isRight && madeAt !== cost) {
    const renewed = await hashPassword(password, cost)
    await db.updateTable('accounts').set({ password: renewed }).where('password', '=', hash).execute()
  }
  return isRight
}
