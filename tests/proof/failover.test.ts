import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startDebianCluster } from './debian-postgres-replication.ts'
import { startKillableClub } from './killable-club.ts'
import { reportMeasurement } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

vi.setConfig({ testTimeout: 300_000 })

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.toReversed()) await step()
  undo = []
})

/** A club on two database servers, with a load generator. */
async function startReplicatedClub(isSynchronous: boolean) {
  const cluster = await startDebianCluster({ isSynchronous })
  undo.push(cluster.stop)
  openDatabase(cluster.url, { connections: 4 })
  const club = await startKillableClub({ databaseUrl: cluster.url })
  undo.push(club.stop, closeDatabase)
  return { cluster, club, ...(await startLoadOnClub(club, { hours: 300 })) }
}

describe('failover to the replica under load', () => {
  test('serves again from the replica by itself, and has lost nothing it acknowledged', async (context) => {
    const { cluster, club, crowd, witness } = await startReplicatedClub(true)
    await expect.poll(() => witness.seen.length, { timeout: 60_000 }).toBeGreaterThan(150)
    cluster.killPrimary()
    const began = performance.now()
    await cluster.promote()
    const ready = () => fetch(`${club.url}/readyz`).then((answer) => answer.text())
    await expect.poll(ready, { timeout: 60_000, interval: 100 }).toBe('ok')
    const away = (performance.now() - began) / 1000
    const before = witness.seen.length
    await expect.poll(() => witness.seen.length, { timeout: 60_000 }).toBeGreaterThan(before + 50)
    await crowd.stop()
    expect(club.hasExited(), club.said()).toBe(false)
    expect(crowd.wrong).toEqual([])
    const { differences } = await waitUntilReconciled(club)
    expect(differences).toEqual([])
    expect(await findLostWrites(witness)).toEqual([])
    await expectNoBrokenInvariants()
    expect(away).toBeLessThan(30)
    reportMeasurement(context, 'Primary lost', {
      'acknowledged before': before,
      'acknowledged after': witness.seen.length - before,
      lost: 0,
      'answered 503': crowd.counts.unavailable,
      'serves again after s': Number(away.toFixed(1)),
    })
  })

  test('loses acknowledged writes without the guard, a replica that is waited for', async () => {
    const { cluster, crowd, witness } = await startReplicatedClub(false)
    await cluster.holdBack()
    const before = witness.seen.length
    await expect.poll(() => witness.seen.length, { timeout: 60_000 }).toBeGreaterThan(before + 50)
    await crowd.stop()
    cluster.killPrimary()
    await wait(100)
    await cluster.promote()
    await expect.poll(() => findLostWrites(witness).catch(() => []), { timeout: 60_000 }).not.toEqual([])
  })
})
