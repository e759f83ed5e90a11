import { beforeAll, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import type { Person } from '#domain/actor.ts'
import { hourHeld } from '#domain/bookings/letters/hour-held.ts'
import { holdForMember, listSlotsForMember } from '#domain/bookings/office-hold.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { sendPasswordResetLink } from '#domain/members/password-reset.server.ts'
import { message } from '#format/stored-message.ts'
import { mail } from '#platform/mail.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createSlot } from '#tests/factories.ts'
import { requestAccountDeletion } from './account-deletion.server.ts'
import { readExportContents } from './export-contents.server.ts'

useDatabase()
let admin: Person
let reader: Person
let letterId = ''
const subjectId = '5a3c1d2e-0000-4000-8000-00000000000a'

beforeAll(async () => {
  admin = await createAdmin()
  reader = await createMember({ name: 'Ruth Amsel' })
})

/** Writes texts that name others: an audit entry, an activity and a letter. */
async function write(trainerName: string) {
  await transaction(async (trx) => {
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change settings',
      subjectKind: 'club',
      subjectId,
      before: null,
      after: {
        reason: `${trainerName} asked for it`,
        state: 'paid',
        isOpen: true,
        missing: null,
        cents: 5000,
        trainerId: subjectId,
        fromDay: '2026-11-20',
        list: ['Monday', { hour: '07:00' }],
      },
    })
    await recordActivity(trx, {
      userId: reader.id,
      kind: 'booking',
      summary: message('activity.youActFor', { name: trainerName }),
    })
    await queueMail(trx, hourHeld, {
      to: { userId: reader.id },
      cause: trainerName,
      facts: { bookingId: subjectId, startHour: 7, trainerName, until: new Date() },
    })
  })
  letterId = (
    await db
      .selectFrom('letters')
      .where('cause', '=', `${hourHeld.name} ${trainerName}`)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
}
const readEntry = async () =>
  (
    await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', subjectId)
      .orderBy('id', 'desc')
      .select('after')
      .executeTakeFirstOrThrow()
  ).after
const readLetter = async () =>
  await db.selectFrom('letters').where('id', '=', letterId).select(['html', 'text']).executeTakeFirstOrThrow()
const markup = (html: string | null) => html!.match(/<style>.*?<\/style>|<[^>]*>/gs)
const links = (text: string | null) => text!.match(/https?:\S+/g)

test('a name that is a word of JSON, of a key, of a page or of a link takes nothing out of it', async () => {
  await write('Otto Brandt')
  const [entry, letter] = [await readEntry(), await readLetter()]
  for (const name of [
    'null',
    'true',
    '5000',
    'reason',
    'paid',
    '5a3c1d2e',
    '2026',
    '07',
    'td',
    'style',
    'http',
    'm',
  ]) {
    await requestAccountDeletion(await createMember({ name }), { when: 'now' })
    expect(await readEntry(), name).toEqual(entry)
    const now = await readLetter()
    expect(markup(now.html), name).toEqual(markup(letter.html))
    expect(links(now.text), name).toEqual(links(letter.text))
  }
})

test('a name is taken out of what people read, and one that somebody else has stays theirs', async () => {
  for (const name of ['Zita <Okonjo>', 'ZITA 9%_\\ "Okonjo"']) {
    const person = await createMember({ name })
    await write(name)
    await requestAccountDeletion(person, { when: 'now' })
    expect(await readEntry()).toMatchObject({ reason: 'Former member asked for it', state: 'paid' })
    expect(JSON.stringify(await readLetter())).not.toContain('Okonjo')
  }

  const { name } = await createMember({ name: 'Lena Wirth' })
  await write(name)
  const namesake = await createMember({ name: 'lena wirth' })
  const bookingId = await createBooking(await createSlot(), namesake, 'ended')
  await transaction((trx) =>
    recordActivity(trx, {
      userId: reader.id,
      kind: 'booking',
      bookingId,
      summary: message('activity.youActFor', { name: 'lena wirth' }),
    }),
  )
  await requestAccountDeletion(namesake, { when: 'now' })
  expect(await readEntry()).toMatchObject({ reason: 'Lena Wirth asked for it' })
  expect((await readLetter()).text).toContain('Lena Wirth')
  const lines = await db
    .selectFrom('activities')
    .where('userId', '=', reader.id)
    .select(['summary', 'facts'])
    .execute()
  const summaries = lines.map(({ summary }) => summary)
  expect(summaries).toContain('You book and pay for Lena Wirth')
  expect(summaries).toContain('You book and pay for Former member')
  expect(JSON.stringify(lines)).not.toContain('lena wirth')
})

test('what was said before somebody joined is not of them', async () => {
  await write('Grace')
  const person = await createMember({ name: 'Grace' })
  await requestAccountDeletion(person, { when: 'now' })
  expect(await readEntry()).toMatchObject({ reason: 'Grace asked for it' })
})

test('an address that nobody proved opens nothing of its owner, and ends nothing of theirs', async () => {
  const { carrier } = mail
  Object.assign(mail, { carrier: 'smtp' })
  try {
    const email = 'owner@elsewhere.example'
    const person = await createMember({ email })
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', person.id).execute()
    await db.insertInto('subscribers').values({ name: 'The owner', email, confirmedAt: new Date() }).execute()
    expect(await readExportContents(person.id)).toMatchObject({ newsletter: [] })
    await requestAccountDeletion(person, { when: 'now' })
    const kept = db.selectFrom('subscribers').where('email', '=', email).select('name')
    expect(await kept.execute()).toEqual([{ name: 'The owner' }])
  } finally {
    Object.assign(mail, { carrier })
  }
})

test('for somebody who is erased the office holds nothing and sends no link, and stays signed in', async () => {
  const { carrier } = mail
  const person = await createMember()
  await requestAccountDeletion(person, { when: 'now' })
  Object.assign(mail, { carrier: 'smtp' })
  try {
    const slotId = await createSlot()
    const gone = { code: 'conflict', message: 'This account has been deleted.' }
    expect(await rejectionOf(listSlotsForMember(admin, person.id))).toMatchObject(gone)
    expect(
      await rejectionOf(holdForMember(admin, person.id, { slotId, expectedPriceCents: 5000 })),
    ).toMatchObject(gone)
    expect(await rejectionOf(sendPasswordResetLink(admin, person.id, '10.0.0.1'))).toMatchObject(gone)
  } finally {
    Object.assign(mail, { carrier })
  }
})
