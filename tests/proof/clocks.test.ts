import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { insertHeldBookings } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startKillableClub } from './killable-club.ts'
import { createBuyers, createFreeSlots } from './stripe-club.ts'
import { reportMeasurement, repetitions } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

// The system clock is wrong and jumps while people book and pay; the database's clock is right.

vi.setConfig({ testTimeout: 600_000 })

const project = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'palestra-clock-'))
const file = join(folder, 'wrong-by')
const imports = [`${pathToFileURL(join(import.meta.dirname, 'clock-skew.ts')).href}?by=${file}`]
afterAll(() => rmSync(folder, { recursive: true }))

const minute = 60_000
const day = 24 * 60 * minute
const jumps = [10 * minute, -10 * minute, day, -day, 0]

test('holds, sessions and background work go by the database’s clock, wherever the machine’s jumps to', async (context) => {
  writeFileSync(file, '0')
  const club = await startKillableClub({ imports })
  const told: string[] = []
  try {
    const { crowd, witness } = await startLoadOnClub(club, { people: 8, hours: 600 })
    club.double.setFaults(() => null)
    for (const jump of jumps) {
      writeFileSync(file, String(jump))
      const enough = witness.seen.length + repetitions(30, 200)
      await vi.waitFor(() => expect(witness.seen.length).toBeGreaterThan(enough), { timeout: 120_000 })
      await expectHoldsOfTheDatabase()
      await expectLateHoldsToEnd()
      told.push(whatDoctorSays(club.folder))
    }
    await crowd.stop()
    expect(crowd.wrong).toEqual([])
    expect(crowd.counts.unanswered).toBe(0)
    const { seconds, differences } = await waitUntilReconciled(club)
    expect(differences).toEqual([])
    expect(await findLostWrites(witness)).toEqual([])
    await expectNoBrokenInvariants()
    const apart = (by: number) => expect.stringMatching(new RegExp(`BAD clock .* ${by} seconds apart`))
    expect(told).toEqual([
      apart(600),
      apart(600),
      apart(86_400),
      apart(86_400),
      expect.stringContaining('ok  clock'),
    ])
    reportMeasurement(context, 'A wrong clock', {
      jumps: '10 min and a day, ahead and behind',
      acknowledged: witness.seen.length,
      lost: 0,
      'hold s': 900,
      'reconciled after s': seconds.toFixed(1),
    })
  } finally {
    await club.stop()
  }
})

/** Expects that a new hold lasts 15 minutes by the database’s clock. */
async function expectHoldsOfTheDatabase(): Promise<void> {
  const rows = await vi.waitFor(
    async () => {
      const found = await pool.query<{ seconds: number }>(
        `select extract(epoch from hold_expires_at - club_now())::float as seconds from bookings
          where created_at > club_now() - interval '1 second' and state = 'held'`,
      )
      expect(found.rows, 'holds of the last second').not.toEqual([])
      return found.rows
    },
    { timeout: 60_000, interval: 100 },
  )
  for (const { seconds } of rows) expect(Math.abs(seconds - 900)).toBeLessThan(2)
}

/** Expects that the job expires unpaid holds by the database’s clock. */
async function expectLateHoldsToEnd(): Promise<void> {
  const [[buyer], [slotId]] = await Promise.all([createBuyers(1), createFreeSlots(1)])
  const holdExpiresAt = new Date(Date.now() - minute)
  const id = (await insertHeldBookings([{ slotId: slotId!, buyerId: buyer!.id, holdExpiresAt }]))[0]!
  const stateOf = async () =>
    (await db.selectFrom('bookings').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
  await expect.poll(stateOf, { timeout: 90_000, interval: 250 }).toBe('expired')
}

/** Returns the doctor's line about the clock. */
function whatDoctorSays(dataDir: string): string {
  const { stdout } = spawnSync(process.execPath, ['--import', imports[0]!, 'scripts/club.ts', 'doctor'], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  return stdout.split('\n').find((line) => line.includes('clock')) ?? stdout
}
