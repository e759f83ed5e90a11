import { createHmac, randomUUID } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { db, transaction } from '#db/client.ts'
import { newDevice } from '#domain/members/letters/new-device.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { resetGuessCounter, limitGuess, limitWrite } from '#platform/rate-limits/rate-limits.ts'
import { pseudonymOf } from '#platform/observability/log.ts'
import { addToRequestContext } from '#platform/observability/request-context.ts'
import type { AuthRequest } from '#sign-in/better-auth/responses.server.ts'
import { authOptions, usesHttps } from '#sign-in/better-auth/instance.server.ts'
import { deviceName } from '#sign-in/sessions/user-agent.rules.ts'
import { recordSignIn } from '#sign-in/google/identity.server.ts'
import { endSession, readSessionToken } from '#sign-in/sessions/sessions.server.ts'

// A browser keeps a signed cookie that says for which accounts it gave the right password, so that others'
// guesses at them cost it nothing.

const yearSeconds = 365 * 24 * 60 * 60
/** A family's tablet; whoever signed in longest ago is forgotten. */
const maxKnownAccounts = 8

/** What a browser keeps for a year once somebody has signed in there; no page is made of it. */
export const deviceCookie = () => (usesHttps() ? '__Host-device' : 'device')

type KnownBrowser = { id: string; marks: string[] }

async function readKnownBrowser(headers: Headers): Promise<KnownBrowser> {
  const name = deviceCookie()
  const cookies = await parseSigned(headers.get('cookie') ?? '', deriveKey('browsers'), name)
  const [id = '', ...marks] = (cookies[name] || '').split('.')
  return { id: id || randomUUID(), marks }
}

/**
 * What says that the right password was given in this browser; the cookie tells nobody whose accounts they are. With
 * another password it is another: whoever knew the former one is a stranger from then on.
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

/** Counts a guess at the password of this account, or at its codes. Throws `limited`. */
export async function countGuess(
  caller: AuthRequest,
  email: string,
  at: 'password' | 'code' = 'password',
): Promise<void> {
  addToRequestContext({ account: pseudonymOf(email) })
  // what names no account opens none
  if (email === '') return limitWrite(null, caller.address)
  const browser = await readKnownBrowser(caller.headers)
  const isKnown = browser.marks.length > 0 && browser.marks.includes(await accountMark(browser, email))
  const secret = at === 'code' ? codeCounterKey(email) : email
  await limitGuess(secret, caller.address, isKnown ? browser.id : null)
}

// nobody can use up the guesses at codes by naming an account so
const codeCounterKey = (email: string) => createHmac('sha256', deriveKey('codes')).update(email).digest('hex')

/** Ends the session that a browser had before somebody signed in there. */
export async function endPreviousSession(headers: Headers): Promise<void> {
  const former = readSessionToken(headers)
  if (former !== null) await endSession(former)
}

/**
 * What follows when somebody has signed in, by Google as well: the browser's former session ends, guesses at the
 * account are forgotten, its activity log tells it, and the cookie that is answered makes the browser known to it for
 * a year. Admins and trainers are told by mail of a browser that was not.
 */
export async function completeSignIn({ headers }: AuthRequest, email: string): Promise<string> {
  await endPreviousSession(headers)
  await Promise.all([resetGuessCounter(email), resetGuessCounter(codeCounterKey(email))])
  const browser = await readKnownBrowser(headers)
  const mark = await accountMark(browser, email)
  await transaction(async (trx) => {
    const member = await recordSignIn(trx, 'users.email', email)
    if (!member || browser.marks.includes(mark) || !['admin', 'trainer'].includes(member.role)) return
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
