import { createHmac, randomUUID } from 'node:crypto'
import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import { clubNow, transaction } from '#db/client.ts'
import { newDevice } from '#domain/mail/letters/new-device.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { forgetGuesses, limitGuess, limitWrite } from '#platform/limits.ts'
import type { Caller } from './answers.server.ts'
import { authOptions } from './auth.server.ts'
import { nameOfDevice } from './device.rules.ts'
import { endSession, sessionTokenOf } from './sessions.server.ts'

// A browser keeps a signed cookie that says for which accounts it gave the right password, so that others'
// guesses at them cost it nothing.

const year = 365 * 24 * 60 * 60
/** A family's tablet; whoever signed in longest ago is forgotten. */
const mostAccounts = 8

const isSecure = () => authOptions().publicUrl.startsWith('https:')
const cookieName = () => (isSecure() ? '__Host-device' : 'device')

type Browser = { id: string; marks: string[] }

async function browserOf(headers: Headers): Promise<Browser> {
  const name = cookieName()
  const cookies = await parseSigned(headers.get('cookie') ?? '', key('browsers'), name)
  const [id = '', ...marks] = (cookies[name] || '').split('.')
  return { id: id || randomUUID(), marks }
}

// the cookie tells nobody whose accounts they are
const markOf = ({ id }: Browser, email: string) =>
  createHmac('sha256', key('accounts')).update(`${id} ${email}`).digest('base64url').slice(0, 22)

const key = (use: string) =>
  createHmac('sha256', authOptions().secret).update(`known ${use}`).digest('base64url')

/** Counts a guess at the password of this account. Throws `limited`. */
export async function countGuess(caller: Caller, email: string): Promise<void> {
  // what names no account opens none
  if (email === '') return limitWrite(null, caller.address)
  const browser = await browserOf(caller.headers)
  const isKnown = browser.marks.includes(markOf(browser, email))
  await limitGuess(email, caller.address, isKnown ? browser.id : null)
}

/**
 * What follows when somebody has signed in with a password: the browser's former session ends, guesses at the
 * account are forgotten, and the cookie that is answered makes the browser known to it for a year. Admins and trainers
 * are told by mail of a browser that was not.
 */
export async function welcomeIn({ headers }: Caller, email: string): Promise<string> {
  const former = await sessionTokenOf(headers)
  if (former !== null) await endSession(former)
  await forgetGuesses(email)
  const browser = await browserOf(headers)
  const mark = markOf(browser, email)
  if (!browser.marks.includes(mark)) await tellOfNewDevice(email, headers.get('user-agent'))
  const marks = [...new Set([mark, ...browser.marks])].slice(0, mostAccounts)
  const attributes = { maxAge: year, path: '/', httpOnly: true, secure: isSecure(), sameSite: 'Lax' } as const
  return serializeSigned(cookieName(), [browser.id, ...marks].join('.'), key('browsers'), attributes)
}

async function tellOfNewDevice(email: string, userAgent: string | null): Promise<void> {
  await transaction(async (trx) => {
    const staff = await trx
      .selectFrom('users')
      .innerJoin('members', 'members.userId', 'users.id')
      .where('users.email', '=', email)
      .where('members.role', 'in', ['admin', 'trainer'])
      .select(['users.id', clubNow.as('now')])
      .executeTakeFirst()
    if (!staff) return
    await queueMail(trx, newDevice, {
      to: { userId: staff.id },
      cause: randomUUID(),
      facts: { device: nameOfDevice(userAgent), signedInAt: staff.now },
    })
  })
}
