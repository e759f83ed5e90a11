import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { clubNow, db, transaction } from '#db/client.ts'
import { outbox } from '#domain/mail/outbox.server.ts'
import { saveNewsletter } from '#domain/newsletter/drafts.server.ts'
import { sendNewsletter } from '#domain/newsletter/sending.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { startSmtpDouble } from '#tests/smtp-double.ts'
import { startKillableClub } from './killable-club.ts'
import { timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

const database = useDatabase()

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 600_000) })

const handedOver = async () => {
  const { count } = await db
    .selectFrom('letters')
    .where('nextTryAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Releases letters in delivery at once. In production a job does this after two minutes. */
const expireSendingClaims = () =>
  transaction(async (trx) => {
    await trx
      .updateTable('letters')
      .set({ nextTryAt: sql<Date>`club_now()` })
      .where('nextTryAt', 'is not', null)
      .execute()
    await outbox.enqueue(trx, {})
  })

test('the weekly letter reaches every reader while the club is killed again and again: once, or twice where it was being handed over', async (context) => {
  const [readers, kills] = [repetitions(30, 2_000), repetitions(1, 5)]
  await db
    .insertInto('subscribers')
    .values(
      Array.from({ length: readers }, (_, index) => ({
        name: '',
        email: `reader-${index}@club.example`,
        confirmedAt: clubNow,
      })),
    )
    .execute()
  const admin = await createAdmin()
  const { id } = await saveNewsletter(admin, null, { subject: 'One place is free', words: 'Come.' })
  const server = await startSmtpDouble()
  const club = await startKillableClub({ databaseUrl: database.url, smtpUrl: server.smtpUrl })
  try {
    await sendNewsletter(admin, id)
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect
        .poll(() => server.count(), { timeout: 120_000, interval: 5 })
        .toBeGreaterThan((readers * kill) / (kills + 1))
      await club.killAndRestart(expireSendingClaims)
    }
    await expect.poll(handedOver, { timeout: timeoutFor(180_000, 300_000), interval: 100 }).toBe(readers)
    const letters = await server.letters()
    const people = new Set(letters.map(({ to }) => to?.[0]?.address))
    const names = new Set(letters.map(({ messageId }) => messageId))
    expect([people.size, names.size]).toEqual([readers, readers])
    const twice = letters.length - readers
    expect(twice).toBeLessThanOrEqual(kills)
    reportMeasurement(context, 'Weekly letter while killed', {
      readers,
      kills,
      'letters that came twice': twice,
    })
  } finally {
    await club.stop()
    await server.close()
  }
})
