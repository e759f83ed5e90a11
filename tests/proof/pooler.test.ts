import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { createDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startDebianPooler } from './debian-pgbouncer.ts'
import { startKillableClub } from './killable-club.ts'
import { reportMeasurement } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

vi.setConfig({ testTimeout: 300_000 })

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.toReversed()) await step()
  undo = []
})

describe('club behind PgBouncer', () => {
  for (const mode of ['session', 'transaction'] as const)
    test(`for a ${mode} books and pays as without one`, async (context) => {
      const database = await createDatabase()
      openDatabase(database.url, { connections: 4 })
      const pooler = await startDebianPooler(database.url, mode)
      undo.push(database.drop, closeDatabase, pooler.stop)
      const club = await startKillableClub({ databaseUrl: pooler.url, prepared: mode === 'session' })
      undo.push(club.stop)
      const { crowd, witness } = await startLoadOnClub(club, { hours: 300 })
      await expect.poll(() => witness.seen.length, { timeout: 120_000 }).toBeGreaterThan(200)
      await crowd.stop()
      expect(crowd.wrong).toEqual([])
      expect(crowd.counts.unanswered).toBe(0)
      expect((await waitUntilReconciled(club)).differences).toEqual([])
      expect(await findLostWrites(witness)).toEqual([])
      await expectNoBrokenInvariants()
      reportMeasurement(context, `Pooler, ${mode}`, {
        'acknowledged writes': witness.seen.length,
        'answered 503': crowd.counts.unavailable,
        lost: 0,
      })
    })
})
