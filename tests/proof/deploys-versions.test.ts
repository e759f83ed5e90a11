import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, db, openDatabase, pool } from '#db/client.ts'
import { knownMigrations } from '#db/migrate.ts'
import { ensureBuild } from '#scripts/build.ts'
import { cookieFor } from '#tests/api-server.ts'
import { createDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startStripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startKillableClub } from './killable-club.ts'
import { unpackPreviousVersion } from './previous-version.ts'
import { startRoundRobinProxy } from './round-robin-proxy.ts'
import { createBuyers, createFreeSlots } from './stripe-club.ts'
import { reportMeasurement, repetitions } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

// The version before the newest migration, from the project's history, and this one serve one database side by
// side, as during a deploy. The earliest version is the baseline, since the upgrade from 0.9.0 stops the club.
// People book and pay meanwhile, and tabs opened on one version submit forms to either.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let earlier: ReturnType<typeof unpackPreviousVersion>
let database: Awaited<ReturnType<typeof createDatabase>>

beforeAll(async () => {
  await ensureBuild()
  earlier = unpackPreviousVersion()
  database = await createDatabase(true)
})
afterAll(async () => {
  await closeDatabase()
  await database.drop()
  earlier.remove()
})

type Tab = { cookie: string; hour: string; page: string; word: string; isScripted: boolean }

test('this version takes over from the one before it: no answer of 500 and above, and no form of an old tab is lost', async (context) => {
  const double = await startStripeDouble()
  const proxy = await startRoundRobinProxy()
  const options = { databaseUrl: database.url, double, publicUrl: proxy.url, program: 'scripts/start.ts' }
  // migrates the database to that version
  const old = await startKillableClub({ ...options, root: earlier.folder })
  const clubs = [old]
  proxy.add(old)
  openDatabase(database.url, { connections: 4 })
  try {
    expect(await missingMigrations()).toBe(earlier.lacks.length)
    double.events.deliver({ url: `${proxy.url}/api/webhooks/stripe` })
    const tabs = await openTabs(proxy.url, repetitions(20, 100))
    const { crowd, witness } = await startLoadOnClub({ ...old, url: proxy.url }, { people: 8, hours: 300 })
    double.setFaults(() => null)
    const more = async (count: number) => {
      const enough = witness.seen.length + count
      await vi.waitFor(() => expect(witness.seen.length).toBeGreaterThan(enough), { timeout: 60_000 })
    }
    await more(20)
    const young = await startKillableClub(options)
    clubs.push(young)
    proxy.add(young)
    expect(await missingMigrations()).toBe(0)
    await more(20)
    const half = tabs.length / 2
    // alternates between the versions
    for (const tab of tabs.slice(0, half)) await send(proxy.url, tab)
    await old.tell('SIGTERM')
    proxy.forget(old)
    for (const tab of tabs.slice(half)) await send(proxy.url, tab)
    await more(20)
    await crowd.stop()
    expect(proxy.failures).toEqual([])
    expect(crowd.wrong).toEqual([])
    expect(crowd.counts).toMatchObject({ unavailable: 0, unanswered: 0 })
    expect(await lostForms(tabs)).toEqual([])
    expect((await waitUntilReconciled(young)).differences).toEqual([])
    expect(await findLostWrites(witness)).toEqual([])
    await expectNoBrokenInvariants()
    reportMeasurement(context, 'Two versions side by side', {
      'version before': earlier.commit,
      'migrations between': earlier.lacks.length,
      requests: crowd.counts.requests,
      acknowledged: witness.seen.length,
      lost: 0,
      'forms of old tabs': tabs.length * 2,
      'forms lost': 0,
      '5xx': 0,
    })
  } finally {
    for (const club of clubs) await club.stop()
    proxy.close()
    await double.stop()
  }
})

/** Returns the number of pending migrations of this version. */
async function missingMigrations(): Promise<number> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map(({ name }) => name))
  return (await knownMigrations()).filter((name) => !applied.has(name)).length
}

/** Opens two forms in a tab of each person: profile settings, and a free slot. */
async function openTabs(url: string, count: number): Promise<Tab[]> {
  const [people, hours] = await Promise.all([createBuyers(count), createFreeSlots(count)])
  const trainers = new Map(
    (await db.selectFrom('slots').select(['id', 'trainerId']).execute()).map(({ id, trainerId }) => [
      id,
      trainerId,
    ]),
  )
  return Promise.all(
    people.map(async (person, index) => {
      const hour = hours[index]!
      const tab = {
        cookie: await cookieFor(person),
        hour,
        page: `/trainers/${trainers.get(hour)}`,
        word: randomUUID(),
        isScripted: index % 2 === 0,
      }
      for (const path of [tab.page, '/dashboard/profileSettings'])
        expect((await fetch(url + path, { headers: { Cookie: tab.cookie } })).status).toBe(200)
      return tab
    }),
  )
}

/** Submits both forms, with scripts or without. Each must succeed with a redirect. */
async function send(url: string, { cookie, hour, page, word, isScripted }: Tab): Promise<void> {
  const forms: [path: string, fields: Record<string, string>][] = [
    [
      '/dashboard/profileSettings',
      { intent: 'profile', name: 'Nora', heightCm: '170', age: '30', bloodGroup: 'O+', description: word },
    ],
    [page, { slotId: hour, priceCents: '5000' }],
  ]
  for (const [path, fields] of forms) {
    const answer = await fetch(`${url}${path}${isScripted ? '.data' : ''}`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    expect([path, isScripted, answer.status]).toEqual([path, isScripted, isScripted ? 202 : 302])
    await answer.arrayBuffer()
  }
}

/** Returns the tabs whose form was not saved. */
async function lostForms(tabs: Tab[]): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>('select description as word from members')
  const held = await db.selectFrom('bookings').select('slotId').execute()
  const words = new Set(rows.map(({ word }) => word))
  const hours = new Set(held.map(({ slotId }) => slotId))
  return tabs.filter(({ word, hour }) => !words.has(word) || !hours.has(hour)).map(({ word }) => word)
}
