import { expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startStripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { startLoadOnClub, waitUntilReconciled } from './crash-helpers.ts'
import { startKillableClub } from './killable-club.ts'
import { startRoundRobinProxy } from './round-robin-proxy.ts'
import { reportMeasurement, repetitions } from './test-scale.ts'
import { findLostWrites } from './write-log.ts'

// A version replaces the previous one, side by side on one database, while people book and pay. The load balancer in
// front of both routes requests to those that are ready.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const database = useDatabase({ connections: 4 })
test('a version takes over from the one before it, and nobody who books and pays meanwhile sees it', async (context) => {
  const double = await startStripeDouble()
  const options = { databaseUrl: database.url, double }
  const proxy = await startRoundRobinProxy()
  const clubs = [await startKillableClub(options)]
  try {
    const [first] = clubs
    proxy.add(first!)
    double.events.deliver({ url: `${proxy.url}/api/webhooks/stripe` })
    const { crowd, witness } = await startLoadOnClub({ ...first!, url: proxy.url }, { people: 8, hours: 300 })
    double.setFaults(() => null)
    const more = async (count: number) => {
      const enough = witness.seen.length + count
      await vi.waitFor(() => expect(witness.seen.length).toBeGreaterThan(enough), { timeout: 60_000 })
    }
    const deploys = repetitions(1, 10)
    for (let deploy = 0; deploy < deploys; deploy += 1) {
      await more(20)
      // an additive migration of the next version, on the most used tables
      await pool.query(`alter table bookings add column new_${deploy} text not null default 'new';
        alter table slots add column new_${deploy} integer`)
      const next = await startKillableClub(options)
      clubs.push(next)
      proxy.add(next)
      await more(20)
      const old = clubs.at(-2)!
      await old.tell('SIGTERM')
      proxy.forget(old)
      await more(20)
    }
    await crowd.stop()
    expect(proxy.failures).toEqual([])
    expect(crowd.wrong).toEqual([])
    expect(crowd.counts).toMatchObject({ unavailable: 0, unanswered: 0 })
    const { differences } = await waitUntilReconciled(clubs.at(-1)!)
    expect(differences).toEqual([])
    expect(await findLostWrites(witness)).toEqual([])
    await expectNoBrokenInvariants()
    const { requests } = crowd.counts
    reportMeasurement(context, 'Deploys', {
      deploys,
      requests,
      acknowledged: witness.seen.length,
      lost: 0,
      '5xx': 0,
    })
  } finally {
    for (const club of clubs) await club.stop()
    proxy.close()
    await double.stop()
  }
})
