import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { knownMigrations, migrate } from '#db/migrate.ts'
import { createDatabase } from '#tests/database.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 1_200_000) })

let drop = async () => {}
afterEach(() => drop())

async function createEmpty(): Promise<string> {
  const database = await createDatabase(true)
  drop = database.drop
  return database.url
}

async function applied(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ there: string | null }>(
    `select to_regclass('kysely_migration') as there`,
  )
  const names = rows[0]?.there
    ? await client.query<{ name: string }>('select name from kysely_migration order by name')
    : { rows: [] }
  await client.end()
  return names.rows.map(({ name }) => name)
}

/** Starts a migration process. Returns its exit code and a function that kills it. */
function startUpgrade(url: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-process.ts'), url], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  return { ended: ended.then(([code]) => code), kill: () => child.kill('SIGKILL') }
}

describe('concurrent upgrades', () => {
  for (const [what, last] of [
    ['an empty database', null],
    ['a database that is half way', '006-ledger'],
  ] as const)
    test(`bring ${what} up to date once`, async (context) => {
      const known = await knownMigrations()
      const [rounds, starts] = [repetitions(1, 20), repetitions(3, 10)]
      for (let round = 0; round < rounds; round += 1) {
        const url = await createEmpty()
        const before = last === null ? [] : await migrate(url, last)
        const ran = await Promise.all(Array.from({ length: starts }, () => migrate(url)))
        expect([...before, ...ran.flat()]).toEqual(known)
        expect(await applied(url)).toEqual(known)
        await drop()
      }
      drop = async () => {}
      reportMeasurement(context, `Several starts, ${what}`, { rounds, starts, 'run twice': 0, errors: 0 })
    })
})

describe('upgrade that is killed', () => {
  test('leaves the version before or the new one whole, and the next start goes on', async (context) => {
    const known = await knownMigrations()
    const random = seededRandom(randomSeed)
    const whole = await createEmpty()
    const began = performance.now()
    expect(await startUpgrade(whole).ended).toBe(0)
    const longest = performance.now() - began
    await drop()
    const rounds = repetitions(1, 20)
    let killed = 0
    for (let round = 0; round < rounds; round += 1) {
      const url = await createEmpty()
      const upgrade = startUpgrade(url)
      await wait(longest * (0.3 + 0.7 * random()))
      upgrade.kill()
      if ((await upgrade.ended) === null) killed += 1
      expect([0, known.length]).toContain((await applied(url)).length)
      await migrate(url)
      expect(await applied(url)).toEqual(known)
      await drop()
    }
    drop = async () => {}
    reportMeasurement(context, 'Killed while it upgrades', { rounds, killed, 'half done': 0 })
  })
})
