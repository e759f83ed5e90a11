import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import { sendNewsletter } from '#domain/newsletter/sending.server.ts'
import { askForNewPassword } from '#domain/members/forgotten.server.ts'
import { saveNewsletter } from '#domain/newsletter/writing.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMembers } from '#tests/factories.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { startKillableClub } from './killable-club.ts'
import { patience, report, times } from './scale.ts'

const database = useDatabase()

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: patience(120_000, 600_000) })

const waiting = async (which: 'fresh' | 'all') => {
  const { count } = await db
    .selectFrom('letters')
    .where('nextTryAt', 'is not', null)
    .$if(which === 'fresh', (query) => query.where('tries', '=', 0))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('the weekly letter reaches every reader while the club is killed again and again: once, or twice where it was being handed over', async (context) => {
  const [readers, kills] = [times(30, 2_000), times(1, 5)]
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
  const server = await startMailServer()
  const club = await startKillableClub({ databaseUrl: database.url, smtpUrl: server.smtpUrl })
  try {
    await sendNewsletter(admin, id)
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect
        .poll(() => server.count(), { timeout: 120_000, interval: 5 })
        .toBeGreaterThan((readers * kill) / (kills + 1))
      await club.killAndRestart()
    }
    await expect.poll(() => waiting('fresh'), { timeout: 120_000, interval: 100 }).toBe(0)
    // whatever is being handed over just now is done within a moment; the rest was cut off
    await wait(1_000)
    // two minutes later, for whom nobody waits here
    await db
      .updateTable('letters')
      .set({ nextTryAt: sql<Date>`club_now()` })
      .where('nextTryAt', 'is not', null)
      .execute()
    await expect.poll(() => waiting('all'), { timeout: 120_000, interval: 100 }).toBe(0)
    const letters = await server.letters()
    const people = new Set(letters.map(({ to }) => to?.[0]?.address))
    const names = new Set(letters.map(({ messageId }) => messageId))
    expect([people.size, names.size]).toEqual([readers, readers])
    const twice = letters.length - readers
    expect(twice).toBeLessThanOrEqual(kills)
    report(context, 'Weekly letter while killed', { readers, kills, 'letters that came twice': twice })
  } finally {
    await club.stop()
    await server.close()
  }
})

test('asking for a new password takes as long for an address with an account as for one without', async (context) => {
  const asked = times(40, 200)
  const members = await createMembers(asked)
  const durations: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  // in turns, so that whatever else the machine does meets both
  for (const [index, { email }] of members.entries())
    for (const [kind, address] of [
      ['known', email],
      ['unknown', `nobody-${index}@club.example`],
    ] as const) {
      const began = performance.now()
      await askForNewPassword({ email: address }, '203.0.113.7')
      durations[kind].push(performance.now() - began)
    }
  const [known, unknown] = [median(durations.known), median(durations.unknown)]
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.5)
  report(context, 'Known and unknown addresses', {
    'asked of each': asked,
    'known, ms': known.toFixed(2),
    'unknown, ms': unknown.toFixed(2),
  })
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
