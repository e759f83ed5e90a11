import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { clubNow, db, transaction } from '#db/client.ts'
import { bookingPaid } from '#domain/bookings/letters/booking-paid.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { applicationDeclined } from '#domain/trainers/letters/application-declined.ts'
import { currentLanguage, inLanguage } from '#messages/t.ts'
import { mailToFolder, setMail } from '#platform/mail.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { mailSettingsFor, startSmtpDouble } from '#tests/smtp-double.ts'
import { deliverLetters, queueMail } from './outbox.server.ts'
import { listUndeliveredLetters, resendLetter } from './undelivered.server.ts'

useDatabase()

let close = async () => {}

/** The club's mail goes to a new server from now on. */
async function openServer(faults: Parameters<typeof startSmtpDouble>[0] = {}) {
  const server = await startSmtpDouble(faults)
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  close = async () => {
    mail.close()
    await server.close()
  }
  return server
}

afterEach(async () => {
  await close()
  close = async () => {}
  await db.deleteFrom('letters').execute()
})

/** Writes a person a letter, as an admin who declines their application does. */
async function write(fields: { email?: string; cause?: string; minutes?: number } = {}): Promise<string> {
  const { email = `${randomUUID()}@club.example`, cause = randomUUID(), minutes } = fields
  await transaction((trx) =>
    queueMail(trx, applicationDeclined, {
      to: { email, name: 'Noor Rahman' },
      cause,
      facts: { reason: 'Not <now>.' },
      ...(minutes === undefined ? {} : { minutes }),
    }),
  )
  return email
}

const letAllTurnsCome = () =>
  db.updateTable('letters').set({ nextTryAt: clubNow }).where('nextTryAt', 'is not', null).execute()

const fates = async () =>
  (await db.selectFrom('letters').select(['handedOverAt', 'failedAt', 'tries']).execute()).map(
    ({ handedOverAt, failedAt, tries }) =>
      `${handedOverAt ? 'handed over' : failedAt ? 'given up' : 'waiting'} after ${tries}`,
  )

describe('outbox email', () => {
  test('arrives with its words in both forms, from the club, to the person, under one name', async () => {
    const { letters } = await openServer()
    const member = await createMember({ name: 'Zoë "Z" Ångström' })
    await transaction((trx) =>
      queueMail(trx, bookingPaid, { to: { userId: member.id }, cause: 'b1', facts: bookingPaid.example }),
    )
    await deliverLetters()
    const { id, queuedAt } = await db
      .selectFrom('letters')
      .select(['id', 'queuedAt'])
      .executeTakeFirstOrThrow()
    expect(await letters()).toHaveLength(1)
    const [letter] = await letters()
    expect(letter).toMatchObject({
      from: { name: 'Palestra', address: 'hello@palestra.example' },
      to: [{ name: member.name, address: member.email }],
      subject: 'Booked: 07:00 with Mira Okafor',
      messageId: `<${id}@localhost>`,
    })
    expect(new Date(letter?.date ?? '').getTime()).toBe(Math.trunc(queuedAt.getTime() / 1_000) * 1_000)
    expect(letter?.text).toContain('Hello Zoë, your payment arrived')
    expect(letter?.text).toContain('Paid: $70.00')
    expect(letter?.html).toContain('Hello Zoë, your payment arrived')
    expect(letter?.html).toContain(
      `href="http://localhost:3000/dashboard/receipt/${bookingPaid.example.bookingId}"`,
    )
  })

  test('shows a name that is an encoded word as it was typed, and hides no line break in it', async () => {
    const { letters } = await openServer()
    const member = await createMember({ name: '=?utf-8?Q?Bea=0D=0ABcc:evil@x.example?=' })
    await transaction((trx) =>
      queueMail(trx, bookingPaid, { to: { userId: member.id }, cause: 'b7', facts: bookingPaid.example }),
    )
    await deliverLetters()
    const [letter] = await letters()
    expect(letter?.to).toEqual([{ name: '= ?utf-8?Q?Bea=0D=0ABcc:evil@x.example?=', address: member.email }])
  })

  test('is never written because of what did not happen, and once because of what did', async () => {
    const { letters } = await openServer()
    const undone = transaction(async (trx) => {
      await queueMail(trx, applicationDeclined, {
        to: { email: 'noor@club.example', name: 'Noor' },
        cause: 'undone',
        facts: { reason: 'No.' },
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await Promise.all([write({ cause: 'once' }), write({ cause: 'once' }), write({ cause: 'once' })])
    await Promise.all([deliverLetters(), deliverLetters(), deliverLetters()])
    expect(await letters()).toHaveLength(1)
  })

  test('waits while the mail server is away, and arrives when it is back', async () => {
    const server = await openServer()
    await server.close()
    await write()
    await write()
    await deliverLetters()
    expect((await fates()).toSorted()).toEqual(['waiting after 0', 'waiting after 1'])
    const { letters } = await openServer()
    await letAllTurnsCome()
    await deliverLetters()
    expect(await letters()).toHaveLength(2)
    expect((await fates()).toSorted()).toEqual(['handed over after 1', 'handed over after 2'])
  })

  test('that the server took without saying so comes again under the same name', async () => {
    const { letters } = await openServer({ drops: 1 })
    await write()
    await deliverLetters()
    expect(await fates()).toEqual(['waiting after 1'])
    await letAllTurnsCome()
    await deliverLetters()
    expect(await letters()).toHaveLength(2)
    const [first, second] = await letters()
    expect(first?.messageId).toBe(second?.messageId)
    expect(await fates()).toEqual(['handed over after 2'])
  })

  test('to an address that does not exist is given up at once; a full mailbox is tried again; others arrive', async () => {
    const answers: Record<string, string> = {
      'nobody@club.example': '550 5.1.1 Nobody here by that name.',
      'full@club.example': '552 5.2.2 The mailbox is full.',
      'later@club.example': '450 4.2.0 Greylisted.',
    }
    const { letters } = await openServer({ refuse: (address) => answers[address] ?? null })
    for (const email of Object.keys(answers)) await write({ email })
    const taken = await write()
    await deliverLetters()
    expect((await letters()).map(({ to }) => to?.[0]?.address)).toEqual([taken])
    expect((await fates()).toSorted()).toEqual([
      'given up after 1',
      'handed over after 1',
      'waiting after 1',
      'waiting after 1',
    ])
  })

  test('that is over before anybody takes it is not sent any more', async () => {
    const { letters } = await openServer()
    await write({ minutes: 15 })
    const promised = sql<boolean>`useful_until - queued_at = interval '15 minutes'`.as('isQuarter')
    expect(await db.selectFrom('letters').select(promised).execute()).toEqual([{ isQuarter: true }])
    await db
      .updateTable('letters')
      .set({ usefulUntil: sql<Date>`club_now() - interval '1 second'` })
      .execute()
    const next = await write()
    await deliverLetters()
    expect((await letters()).map(({ to }) => to?.[0]?.address)).toEqual([next])
    expect((await fates()).toSorted()).toEqual(['given up after 1', 'handed over after 1'])
  })

  test('is forgotten by a real club once it was handed over', async () => {
    await openServer()
    await write()
    await deliverLetters()
    expect(await db.selectFrom('letters').select(['html', 'text']).execute()).toEqual([
      { html: null, text: null },
    ])
  })

  test('that was given up is shown to admins, who may send it again, once', async () => {
    const server = await openServer({
      refuse: (_, stage) => (stage === 'RCPT' ? '550 5.1.1 Nobody here.' : null),
    })
    const email = await write()
    await deliverLetters()
    await server.close()
    const { letters } = await openServer()
    const admin = await createAdmin()
    const { letters: undelivered } = await listUndeliveredLetters(admin)
    expect(undelivered).toMatchObject([{ email, failure: expect.stringContaining('Nobody here.') as string }])
    const id = undelivered[0]?.id ?? ''
    await resendLetter(admin, id)
    expect((await rejectionOf(resendLetter(admin, id))).code).toBe('conflict')
    await deliverLetters()
    expect(await letters()).toHaveLength(1)
    expect((await listUndeliveredLetters(admin)).letters).toEqual([])
    const member = await createMember()
    expect((await rejectionOf(listUndeliveredLetters(member))).code).toBe('forbidden')
    expect((await rejectionOf(resendLetter(member, id))).code).toBe('forbidden')
  })
})

test('a club without a mail server keeps letters as files that its own user may read', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'palestra-mail-')), 'mail')
  setMail(
    mailToFolder({
      smtpUrl: null,
      mailFrom: 'hello@club.example',
      publicUrl: 'https://club.example',
      folder,
    }),
  )
  await write({ email: 'noor@club.example' })
  await deliverLetters()
  const files = await readdir(folder)
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)])
  const file = join(folder, files[0] ?? '')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain('To: Noor Rahman <noor@club.example>')
  await rm(folder, { recursive: true })
})

test('a letter is in the language of its reader, not of the person who causes it, if the club offers that language', async () => {
  const { id } = await createMember()
  await db.updateTable('members').set({ language: 'de' }).where('userId', '=', id).execute()
  const subjects = async (otherLanguages: string[]) => {
    await db.updateTable('club').set({ otherLanguages }).execute()
    evictClub()
    for (const language of ['en', 'de'] as const)
      await inLanguage(language, () =>
        transaction((trx) =>
          queueMail(trx, applicationDeclined, {
            to: { userId: id },
            cause: randomUUID(),
            facts: () => ({ reason: currentLanguage() }),
          }),
        ),
      )
    const letters = await db.deleteFrom('letters').returning(['subject', 'text']).execute()
    return letters.map(({ subject, text }) => `${subject}: ${/^\w\w$/m.exec(text ?? '')?.[0]}`)
  }
  expect(await subjects(['de'])).toEqual(['Diesmal nicht: de', 'Diesmal nicht: de'])
  expect(await subjects([])).toEqual(['Not this time: en', 'Not this time: en'])
})
