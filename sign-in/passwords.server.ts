import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import { db } from '#db/client.ts'
import { notNow } from '#domain/errors.ts'
import { createWaitingLine, LineFullError } from '#platform/waiting-line.ts'

const derive = promisify<string, string, number, object, Buffer>(scrypt)

// what OWASP asks of scrypt where a hash may take 32 MB
const name = 'scrypt-15-8-3'
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

// two at once leave the other threads of the process to files and pictures
const line = createWaitingLine({ places: 2, waiting: 40, patience: 10_000 })

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await line.run(1, work)
  } catch (error) {
    throw error instanceof LineFullError ? notNow(5) : error
  }
}

const keyOf = (password: string, salt: string) =>
  inLine(() => derive(password.normalize('NFKC'), salt, 64, cost))

/** What is kept of a password. Throws `unavailable` when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('base64url')
  return [name, salt, (await keyOf(password, salt)).toString('base64url')].join('$')
}

/**
 * Whether this is the password. One that is kept in an older way is kept in today's from now on. Throws
 * `unavailable` when too many wait.
 */
export async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [madeBy, salt = '', kept = ''] = hash.split('$')
  if (madeBy === name) return timingSafeEqual(await keyOf(password, salt), Buffer.from(kept, 'base64url'))
  if (!(await inLine(() => verifyPassword({ hash, password })))) return false
  const renewed = await hashPassword(password)
  await db.updateTable('accounts').set({ password: renewed }).where('password', '=', hash).execute()
  return true
}
