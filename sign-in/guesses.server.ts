import { createHmac, randomUUID } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { db, transaction } from '#db/client.ts'
import { newDevice } from '#domain/mail/letters/new-device.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { resetGuessCounter, limitGuess, limitWrite } from '#platform/limits.ts'
import { pseudonymOf } from '#platform/log.ts'
import { addToRequestContext } from '#platform/request-facts.ts'
import type { Caller } from './answers.server.ts'
import { authOptions, isSecure } from './auth.server.ts'
import { nameOfDevice } from './device.rules.ts'
import { noteSignIn } from './identity.server.ts'
import { endSession, sessionTokenOf } from './sessions.server.ts'

// A browser keeps a signed cookie that says for which accounts it gave the right password, so that others'
// guesses at them cost it nothing.

const year = 365 * 24 * 60 * 60
/** A family's tablet; whoever signed in longest ago is forgotten. */
const mostAccounts = 8

/** What a browser keeps for a year once somebody has signed in there; no page is made of it. */
export const deviceCookie = () => (isSecure() ? '__Host-device' : 'device')

type Browser = { id: string; marks: string[] }

async function browserOf(headers: Headers): Promise<Browser> {
  const name = deviceCookie()
  const cookies = await parseSigned(headers.get('cookie') ?? '', key('browsers'), name)
  const [id = '', ...marks] = (cookies[name] || '').split('.')
  return { id: id || randomUUID(), marks }
}

/**
 * What says that the right password was given in this browser; the cookie tells nobody whose accounts they are. With
 * another password it is another: whoever knew the former one is a stranger from then on.
 */
async function markOf({ id }: Browser, email: string): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .where('users.email', '=', email)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  const known = [id, email, account?.password ?? ''].join(' ')
  return createHmac('sha256', key('accounts')).update(known).digest('base64url').slice(0, 22)
}

const key = (use: string) =>
  createHmac('sha256', authOptions().secret).update(`known ${use}`).digest('base64url')

/** Counts a guess at the password of this account, or at its codes. Throws `limited`. */
export async function countGuess(
  caller: Caller,
  email: string,
  at: 'password' | 'code' = 'password',
): Promise<void> {
  addToRequestContext({ account: pseudonymOf(email) })
  // what names no account opens none
  if (email === '') return limitWrite(null, caller.address)
  const browser = await browserOf(caller.headers)
  const isKnown = browser.marks.length > 0 && browser.marks.includes(await markOf(browser, email))
  const secret = at === 'code' ? codesOf(email) : email
  await limitGuess(secret, caller.address, isKnown ? browser.id : null)
}

// nobody can use up the guesses at codes by naming an account so
const codesOf = (email: string) => createHmac('sha256', key('codes')).update(email).digest('hex')

/** Ends the session that a browser had before somebody signed in there. */
export async function endFormerSession(headers: Headers): Promise<void> {
  const former = sessionTokenOf(headers)
  if (former !== null) await endSession(former)
}

/**
 * What follows when somebody has signed in, by Google as well: the browser's former session ends, guesses at the
 * account are forgotten, its activity log tells it, and the cookie that is answered makes the browser known to it for
 * a year. Admins and trainers are told by mail of a browser that was not.
 */
export async function welcomeIn({ headers }: Caller, email: string): Promise<string> {
  await endFormerSession(headers)
  await Promise.all([resetGuessCounter(email), resetGuessCounter(codesOf(email))])
  const browser = await browserOf(headers)
  const mark = await markOf(browser, email)
  await transaction(async (trx) => {
    const member = await noteSignIn(trx, 'users.email', email)
    if (!member || browser.marks.includes(mark) || !['admin', 'trainer'].includes(member.role)) return
    await queueMail(trx, newDevice, {
      to: { userId: member.userId },
      cause: randomUUID(),
      facts: { device: nameOfDevice(headers.get('user-agent')), signedInAt: member.now },
    })
  })
  const marks = [...new Set([mark, ...browser.marks])].slice(0, mostAccounts)
  const attributes = { maxAge: year, path: '/', httpOnly: true, secure: isSecure(), sameSite: 'Lax' } as const
  return serializeSigned(deviceCookie(), [browser.id, ...marks].join('.'), key('browsers'), attributes)
}
