import { createHmac, randomUUID } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { db, transaction } from '#db/client.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { newDevice } from '#domain/members/letters/new-device.ts'
import { can } from '#domain/permissions.ts'
import { pseudonymOf } from '#platform/observability/log.ts'
import { addToRequestContext } from '#platform/observability/request-context.ts'
import { resetGuessCounter, limitGuess, limitWrite } from '#platform/rate-limits/rate-limits.ts'
import { authOptions, usesHttps } from '#sign-in/better-auth/instance.server.ts'
import type { AuthRequest } from '#sign-in/better-auth/responses.server.ts'
import { recordSignIn } from '#sign-in/google/identity.server.ts'
import { endSession, readSessionToken } from '#sign-in/sessions/sessions.server.ts'
import { deviceName } from '#sign-in/sessions/user-agent.rules.ts'

// A signed cookie lists the accounts to which a browser gave the right password. Guesses from elsewhere do
// not lock these browsers out.

const yearSeconds = 365 * 24 * 60 * 60
/** Enough for a shared tablet; the account that signed in longest ago is dropped. */
const maxKnownAccounts = 8

/** Name of the device cookie, which lasts a year. It never affects a page. */
export const deviceCookie = () => (usesHttps() ? '__Host-device' : 'device')

type KnownBrowser = { id: string; marks: string[] }

async function readKnownBrowser(headers: Headers): Promise<KnownBrowser> {
  const name = deviceCookie()
  const cookies = await parseSigned(headers.get('cookie') ?? '', deriveKey('browsers'), name)
  const [id = '', ...marks] = (cookies[name] || '').split('.')
  return { id: id || randomUUID(), marks }
}

/**
 * Returns the mark of an account in the device cookie. It does not reveal the account, and changes with the
 * password, so that a browser with the former password is unknown.
 */
async function accountMark({ id }: KnownBrowser, email: string): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .where('users.email', '=', email)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  const known = [id, email, account?.password ?? ''].join(' ')
  return createHmac('sha256', deriveKey('accounts')).update(known).digest('base64url').slice(0, 22)
}

const deriveKey = (use: string) =>
  createHmac('sha256', authOptions().secret).update(`known ${use}`).digest('base64url')

/** Counts a guess at the password or the codes of an account. Throws `limited`. */
export async function countGuess(
  caller: AuthRequest,
  email: string,
  at: 'password' | 'code' = 'password',
): Promise<void> {
  addToRequestContext({ account: pseudonymOf(email) })
  // without an address there is no account to guess
  if (email === '') return limitWrite(null, caller.address)
  const browser = await readKnownBrowser(caller.headers)
  const isKnown = browser.marks.length > 0 && browser.marks.includes(await accountMark(browser, email))
  const secret = at === 'code' ? codeCounterKey(email) : email
  await limitGuess(secret, caller.address, isKnown ? browser.id : null)
}

// keyed with a secret, so that a forged email address cannot use up this counter
const codeCounterKey = (email: string) => createHmac('sha256', deriveKey('codes')).update(email).digest('hex')

/** Ends the session that the browser had before this sign-in. */
export async function endPreviousSession(headers: Headers): Promise<void> {
  const former = readSessionToken(headers)
  if (former !== null) await endSession(former)
}

/**
 * Completes a sign-in, also by Google: ends the browser's previous session, resets the guess counters,
 * writes the activity log, and returns a device cookie valid for a year. Admins and trainers get a letter
 * about a new device.
 */
export async function completeSignIn({ headers }: AuthRequest, email: string): Promise<string> {
  await endPreviousSession(headers)
  await Promise.all([resetGuessCounter(email), resetGuessCounter(codeCounterKey(email))])
  const browser = await readKnownBrowser(headers)
  const mark = await accountMark(browser, email)
  await transaction(async (trx) => {
    const member = await recordSignIn(trx, 'users.email', email)
    if (!member || browser.marks.includes(mark) || !can(member, 'account.protected')) return
    await queueMail(trx, newDevice, {
      to: { userId: member.userId },
      cause: randomUUID(),
      facts: { device: deviceName(headers.get('user-agent')), signedInAt: member.now },
    })
  })
  const marks = [...new Set([mark, ...browser.marks])].slice(0, maxKnownAccounts)
  const attributes = {
    maxAge: yearSeconds,
    path: '/',
    httpOnly: true,
    secure: usesHttps(),
    sameSite: 'Lax',
  } as const
  return serializeSigned(deviceCookie(), [browser.id, ...marks].join('.'), deriveKey('browsers'), attributes)
}
