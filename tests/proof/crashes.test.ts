import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gatherStatistics } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { durabilitySettings, startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startKillableClub, type KillableClub } from './killable-club.ts'
import { timeoutFor, percentile95, reportMeasurement, repetitions } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: 180_000 })

let club: KillableClub | null = null
afterEach(async () => {
  await club?.stop()
  club = null
})
const begin = async (options?: Parameters<typeof startKillableClub>[0]) =>
  (club = await startKillableClub(options))
const most = (durations: number[]) => Math.round(Math.max(...durations))

describe('SIGKILL under load', () => {
  test(
    'loses nothing it has acknowledged, charges nobody twice, and is at one with the card processor soon',
    async (context) => {
      const killed = await begin()
      expect(await durabilitySettings()).toEqual({
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
      })
      const [kills, postgresKills] = [repetitions(1, 50), repetitions(1, 20)]
      const { crowd, witness, random } = await startLoadOnClub(killed, { hours: repetitions(20, 1_500) })
      const starts: number[] = []
      const recoveries: number[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        await wait(600 + random() * 1_400)
        starts.push(await killed.killAndRestart())
        if (recoveries.length < Math.round(((kill + 1) * postgresKills) / kills)) {
          await wait(600 + random() * 1_000)
          recoveries.push(await killed.endPostgres('SIGKILL'))
        }
      }
      await expect.poll(() => witness.seen.length).toBeGreaterThan(kills * 10)
      await crowd.stop()
      await killed.killAndRestart()
      const { seconds, differences } = await waitUntilReconciled(killed)
      expect(differences).toEqual([])
      expect(await findLostWrites(witness)).toEqual([])
      expect(crowd.wrong).toEqual([])
      await gatherStatistics()
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Club and PostgreSQL killed', {
        kills: starts.length + 1,
        'PostgreSQL kills': recoveries.length,
        'acknowledged writes': witness.seen.length,
        lost: 0,
        charges: killed.double.ledger.intents().filter(({ status }) => status === 'succeeded').length,
        'start p95 ms': percentile95(starts),
        'PostgreSQL back, most ms': most(recoveries),
        'reconciled after s': Number(seconds.toFixed(1)),
      })
    },
    timeoutFor(240_000, 5_400_000),
  )
})

describe('PostgreSQL restart under load', () => {
  test(
    'is waited for: the club never exits, answers 503 with Retry-After meanwhile, and is healthy afterwards',
    async (context) => {
      const running = await begin()
      const { crowd, random, witness } = await startLoadOnClub(running, { hours: repetitions(20, 400) })
      const away: number[] = []
      for (let restart = 0; restart < repetitions(1, 10); restart += 1) {
        await wait(500 + random() * 1_000)
        away.push(await running.endPostgres('SIGINT'))
        expect(running.hasExited(), running.said()).toBe(false)
      }
      await wait(500)
      const answeredAfter = crowd.counts.answered - crowd.counts.unavailable
      expect(answeredAfter).toBeGreaterThan(0)
      await crowd.stop()
      expect(running.hasExited(), running.said()).toBe(false)
      expect(crowd.wrong).toEqual([])
      expect(crowd.counts.unanswered, 'requests that were not answered at all').toBe(0)
      expect((await waitUntilReconciled(running)).differences).toEqual([])
      expect(await findLostWrites(witness)).toEqual([])
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'PostgreSQL restarted under load', {
        restarts: away.length,
        requests: crowd.counts.requests,
        'answered 503': crowd.counts.unavailable,
        unanswered: 0,
        'away at most ms': most(away),
      })
    },
    timeoutFor(180_000, 1_800_000),
  )
})
