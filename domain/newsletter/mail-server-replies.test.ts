import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clubNow, db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { deliverLetters, queueMail } from '#domain/mail/outbox.server.ts'
import { newPassword } from '#domain/members/letters/new-password.ts'
import { setMail } from '#platform/mail.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { mailSettingsFor, startSmtpDouble, type SmtpStage } from '#tests/smtp-double.ts'
import { countReaders } from './audience.server.ts'
import { saveNewsletter } from './drafts.server.ts'
import { getNewsletter } from './issues.server.ts'
import { queueNewsletterLetters, resumeNewsletter, sendNewsletter } from './sending.server.ts'
import { confirmSubscription, subscribe } from './subscription.server.ts'

useDatabase()

/** Replies about the recipient, each with a code that says so. */
const unknownAddressReplies = [
  '550 5.1.1 No such user here.',
  '550 5.1.2 Bad destination system address.',
  '553 5.1.3 Bad recipient address syntax.',
  '550 5.1.6 The mailbox has moved.',
  '556 5.1.10 The domain accepts no mail.',
]
/** Replies that servers give to unknown recipients and to senders they know nothing of. */
const bareReplies = [
  '550 relay not permitted',
  '551 User not local.',
  '553 sorry, that domain isn’t in my list of allowed hosts',
  '550-JunkMail rejected\n550 The address of this server is in an RBL.',
]
/** Replies about the club, the letter or the moment. */
const otherReplies = [
  '550 5.1.8 Sender address rejected: Domain not found.',
  '554 5.7.1 Message rejected as spam.',
  '552 5.2.2 The mailbox is full.',
  '452 4.5.3 Too many recipients.',
  '450 4.2.0 Greylisted.',
]
const replies = [...unknownAddressReplies, ...bareReplies, ...otherReplies]
const stages: SmtpStage[] = ['MAIL', 'RCPT', 'DATA']

const readers = Array.from({ length: 20 }, (_, index) => `reader-${index + 10}@club.example`)
const oneReader = readers[7] ?? ''
const words = 'Come on Wednesday.'

let admin: Person
let member: Person
let refuse: (address: string, stage: SmtpStage) => string | null
let server: Awaited<ReturnType<typeof startSmtpDouble>>
let close = async () => {}

beforeEach(async () => {
  admin ??= await createAdmin()
  member ??= await createMember()
  refuse = () => null
  server = await startSmtpDouble({ refuse: (address, stage) => refuse(address, stage) })
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  close = async () => {
    mail.close()
    await server.close()
  }
  await db
    .insertInto('subscribers')
    .values(readers.map((email) => ({ name: '', email, confirmedAt: clubNow })))
    .execute()
})

afterEach(async () => {
  await close()
  for (const table of ['letters', 'newsletters', 'subscribers'] as const) await db.deleteFrom(table).execute()
})

/** Queues a letter to 20 readers and a reset letter to a member. Returns the id of the newsletter. */
async function writeLetters(): Promise<string> {
  const { id } = await saveNewsletter(admin, null, { subject: 'One place is free', words })
  await sendNewsletter(admin, id)
  await queueNewsletterLetters({ newsletterId: id })
  await transaction((trx) =>
    queueMail(trx, newPassword, { to: { userId: member.id }, cause: id, facts: newPassword.example }),
  )
  return id
}

/** Others get the letter after this reader. */
const goesFirst = (email: string) =>
  db
    .updateTable('letters')
    .set({ nextTryAt: sql<Date>`next_try_at - interval '1 second'` })
    .where('email', '=', email)
    .execute()

async function retryAll(): Promise<void> {
  await db.updateTable('letters').set({ nextTryAt: clubNow }).where('nextTryAt', 'is not', null).execute()
  await deliverLetters()
}

/** Delivers under the fault, once more as the retry does, and then again after the server was mended. */
async function deliverThroughFault(id: string): Promise<{ isPaused: boolean; reason: string | null }> {
  await deliverLetters()
  await retryAll()
  const { state, pauseReason } = await getNewsletter(admin, id)
  refuse = () => null
  if (state === 'paused') await resumeNewsletter(admin, id)
  await retryAll()
  return { isPaused: state === 'paused', reason: pauseReason }
}

/** Counts the marked addresses and the recipients of the letter, and whether the member can reset the password. */
async function outcome() {
  const { marked } = await db
    .selectFrom('letters')
    .where('addressRefused', '=', true)
    .select((eb) => eb.fn.count<number>('email').distinct().as('marked'))
    .executeTakeFirstOrThrow()
  const recipients = new Set((await server.letters()).map(({ to }) => to?.[0]?.address))
  return {
    marked,
    readers: readers.filter((email) => recipients.has(email)).length,
    reset: recipients.has(member.email),
  }
}

const lineOf = (reply: string) => reply.replace('\n', ' / ')
/** In the short form the first reply of each kind is given at every stage, the others to recipients. */
const givenEverywhere = [unknownAddressReplies, bareReplies, otherReplies].map(([first]) => first)
const cases = replies.flatMap((reply) =>
  stages
    .filter((stage) => isFullScale || stage === 'RCPT' || givenEverywhere.includes(reply))
    .map((stage) => ({ reply, stage, title: lineOf(reply) })),
)

describe.each(cases)('“$title” at $stage', ({ reply, stage }) => {
  const isPermanent = reply.startsWith('5')
  const isUnknown = stage === 'RCPT' && unknownAddressReplies.includes(reply)
  const isBare = stage === 'RCPT' && bareReplies.includes(reply)

  test('to everybody for a while marks only unknown addresses, a few at most, and all others get it later', async () => {
    const id = await writeLetters()
    refuse = (_, at) => (at === stage ? reply : null)
    const reason = isPermanent ? (expect.stringMatching(`^${reply.slice(0, 3)}`) as string) : null
    expect(await deliverThroughFault(id)).toEqual({ isPaused: isPermanent, reason })
    expect(await outcome()).toEqual(
      isUnknown ? { marked: 6, readers: 15, reset: false } : { marked: 0, readers: 20, reset: true },
    )
  })

  if (stage === 'MAIL') return
  test('to one reader marks that address only if the reply is about it', async () => {
    const id = await writeLetters()
    await goesFirst(oneReader)
    let recipient = ''
    refuse = (address, at) => {
      if (at === 'RCPT') recipient = address
      return at === stage && recipient === oneReader ? reply : null
    }
    expect(await deliverThroughFault(id)).toEqual({ isPaused: false, reason: null })
    expect(await outcome()).toEqual(
      isUnknown || isBare ? { marked: 1, readers: 19, reset: true } : { marked: 0, readers: 20, reset: true },
    )
  })
})

describe('a marked address', () => {
  const markOneReader = async () => {
    refuse = (address) => (address === oneReader ? '550 5.1.1 No such user here.' : null)
    await writeLetters()
    await deliverLetters()
    refuse = () => null
    expect(await isMarked(oneReader)).toBe(true)
  }
  const isMarked = async (address: string) =>
    (await db
      .selectFrom('letters')
      .where('email', '=', address)
      .where('addressRefused', '=', true)
      .select('id')
      .executeTakeFirst()) !== undefined

  test('is no longer one when its reader asks for the letter again and confirms', async () => {
    await markOneReader()
    expect(await countReaders(admin)).toBe(19)
    refuse = (address) => (address === oneReader ? '450 4.2.0 Greylisted.' : null)
    await subscribe({ email: oneReader })
    await deliverLetters()
    const { key, subject } = await db
      .selectFrom('letters')
      .innerJoin('subscribers', 'subscribers.email', 'letters.email')
      .where('letters.email', '=', oneReader)
      .where('letter', '=', 'confirm-newsletter')
      .select(['key', 'subject'])
      .executeTakeFirstOrThrow()
    expect(subject).toBe('Please confirm your subscription')
    await confirmSubscription(key)
    expect(await isMarked(oneReader)).toBe(false)
    expect(await countReaders(admin)).toBe(20)
  })

  test('is no longer one when the server accepts any letter to it', async () => {
    await markOneReader()
    await subscribe({ email: oneReader })
    await deliverLetters()
    expect(await isMarked(oneReader)).toBe(false)
  })

  test('is no longer one when its person confirms it', async () => {
    refuse = (address) => (address === member.email ? '550 5.1.1 No such user here.' : null)
    await writeLetters()
    await deliverLetters()
    expect(await isMarked(member.email)).toBe(true)
    const confirm = (emailVerified: boolean) =>
      db.updateTable('users').set({ emailVerified }).where('id', '=', member.id).execute()
    await confirm(false)
    expect(await isMarked(member.email)).toBe(true)
    await confirm(true)
    expect(await isMarked(member.email)).toBe(false)
  })
})
