import { expect, test, vi } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { saveNewsletter } from '#domain/newsletter/drafts.server.ts'
import { getNewsletter } from '#domain/newsletter/issues.server.ts'
import { sendNewsletter, queueNewsletterLetters } from '#domain/newsletter/sending.server.ts'
import { setMail } from '#platform/mail.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { mailSettingsFor } from '#tests/smtp-double.ts'
import { startDebianMailServer } from './debian-exim.ts'
import { timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

useDatabase()

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 600_000) })

const name = 'Weekly letter through exim'

test('Debian’s mail server takes every letter once, as it was written, and the club stops where it says that nobody is there', async (context) => {
  // at full length more than exim accepts on one connection
  const emails = Array.from({ length: repetitions(20, 1_200) }, (_, index) => `reader-${index}@club.example`)
  await db
    .insertInto('subscribers')
    .values([...emails, 'nobody@club.example'].map((email) => ({ name: 'Zoë', email, confirmedAt: clubNow })))
    .execute()
  const admin = await createAdmin()
  const words = 'Größe is spelt with ß.\n\n[See the classes](/classes)'
  const { id } = await saveNewsletter(admin, null, { subject: 'One place – on Wednesday', words })
  const server = await startDebianMailServer()
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  try {
    await expect.poll(server.answers, { timeout: 60_000 }).toBe(true)
    await sendNewsletter(admin, id)
    await queueNewsletterLetters({ newsletterId: id })
    // deferred emails are retried at once instead of after 30 seconds
    const waiting = async () => {
      await db.updateTable('letters').set({ nextTryAt: clubNow }).where('nextTryAt', 'is not', null).execute()
      await deliverLetters()
      return (await getNewsletter(admin, id)).waiting
    }
    await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
    expect(await getNewsletter(admin, id)).toMatchObject({ sent: emails.length, failed: 1 })
    await expect.poll(server.count, { timeout: 120_000 }).toBe(emails.length)
    const letters = await server.letters()
    expect(new Set(letters.map(({ to }) => to?.[0]?.address))).toEqual(new Set(emails))
    expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(emails.length)
    const [letter] = letters
    const header = (key: string) => letter?.headers.find((each) => each.key === key)?.value
    expect(letter).toMatchObject({
      subject: 'One place – on Wednesday',
      from: { name: 'Palestra', address: 'hello@palestra.example' },
      to: [{ name: 'Zoë' }],
    })
    expect([header('auto-submitted'), header('list-unsubscribe-post')]).toEqual([
      'auto-generated',
      'List-Unsubscribe=One-Click',
    ])
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/unsubscribe\?key=[\da-f-]{36}>$/)
    expect(Date.parse(letter?.date ?? '')).not.toBeNaN()
    expect(letter?.text).toContain('Größe is spelt with ß.')
    expect(letter?.html).toContain('href="http://localhost:3000/classes"')
    reportMeasurement(context, name, { letters: letters.length, refused: 1 })
  } finally {
    mail.close()
    await server.stop()
  }
})
