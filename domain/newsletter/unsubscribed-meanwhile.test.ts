import { afterEach, expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { listUndeliveredLetters, resendLetter } from '#domain/mail/undelivered.server.ts'
import { saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { setMail } from '#platform/mail.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMembers } from '#tests/factories.ts'
import { mailSettingsFor, startSmtpDouble } from '#tests/smtp-double.ts'
import { saveNewsletter } from './drafts.server.ts'
import { getNewsletter } from './issues.server.ts'
import {
  pauseNewsletter,
  resumeNewsletter,
  sendNewsletter,
  queueNewsletterLetters,
} from './sending.server.ts'
import { deleteSubscriber } from './subscribers.server.ts'
import { unsubscribe } from './subscription.server.ts'

useDatabase()

let close = async () => {}
afterEach(async () => {
  await close()
  await db.deleteFrom('subscribers').execute()
})

async function openMailServer(refused: string[] = []) {
  const server = await startSmtpDouble({
    refuse: (address) => (refused.includes(address) ? '552 5.2.2 The mailbox is full.' : null),
  })
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  close = async () => {
    mail.close()
    await server.close()
  }
  return async () =>
    (await server.letters())
      .filter(({ subject }) => subject === 'One place is free')
      .map(({ to }) => to?.[0]?.address ?? '')
}

async function send(admin: Awaited<ReturnType<typeof createAdmin>>, audience: string): Promise<string> {
  const letter = { subject: 'One place is free', words: 'Come on Wednesday.', audience }
  const { id } = await saveNewsletter(admin, null, letter)
  await sendNewsletter(admin, id)
  await queueNewsletterLetters({ newsletterId: id })
  return id
}

const subscribed = (email: string) =>
  db
    .insertInto('subscribers')
    .values({ name: '', email, confirmedAt: clubNow })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()

test('a letter that was held back goes neither to whom the office took off the list nor to whoever switched it off', async () => {
  const readers = await openMailServer()
  const [admin, mira, [stays, leaves]] = await Promise.all([
    createAdmin(),
    addTrainer('Mira Okafor'),
    createMembers(2),
  ])
  await createBooking(mira.slotIds[0]!, stays!, 'paid')
  await createBooking(mira.slotIds[1]!, leaves!, 'paid')
  const [{ id: removed }] = await Promise.all([
    subscribed('gone@club.example'),
    subscribed('here@club.example'),
  ])
  const letters = [await send(admin, 'subscribers'), await send(admin, 'members')]
  for (const id of letters) await pauseNewsletter(admin, id)
  await deleteSubscriber(admin, removed)
  await saveLetterPreferences(leaves!, ['reminders'])
  for (const id of letters) await resumeNewsletter(admin, id)
  await deliverLetters()
  expect((await readers()).toSorted()).toEqual(['here@club.example', stays!.email].toSorted())
  for (const id of letters) expect(await getNewsletter(admin, id)).toMatchObject({ sent: 1, waiting: 0 })
})

test('a letter that was given up is not sent again to whoever left the list meanwhile', async () => {
  const refused = ['full@club.example']
  const readers = await openMailServer(refused)
  const [admin, { key }] = await Promise.all([createAdmin(), subscribed(refused[0]!)])
  await send(admin, 'subscribers')
  await db.updateTable('letters').set({ tries: 29 }).where('email', '=', refused[0]!).execute()
  await deliverLetters()
  const [letter] = (await listUndeliveredLetters(admin)).letters
  await unsubscribe(key)
  refused.pop()
  expect((await rejectionOf(resendLetter(admin, letter!.id))).message).toBe(
    'full@club.example no longer wants these letters.',
  )
  await deliverLetters()
  expect(await readers()).toEqual([])
})
