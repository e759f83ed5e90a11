import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, pool } from '#db/client.ts'
import { cookieFor } from '#tests/api-server.ts'
import { createAdmin } from '#tests/factories.ts'
import { randomFaults, seededRandom } from '#tests/stripe-double/faults.ts'
import type { KillableClub } from './killable-club.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import { startLoad } from './load-generator.ts'
import { createBuyers, createFreeSlots } from './stripe-club.ts'
import { isFullScale, randomSeed, repetitions } from './test-scale.ts'
import { openWriteLog } from './write-log.ts'

/** Starts a club to be killed, with people, slots, a log of acknowledged writes and a faulty card processor. */
export async function startLoadOnClub(club: KillableClub, { people = 8, hours = 60 } = {}) {
  const random = seededRandom(randomSeed)
  const [members, admin, free] = await Promise.all([
    createBuyers(people),
    createAdmin(),
    createFreeSlots(hours),
  ])
  const witness = openWriteLog(join(club.folder, 'witness.log'))
  const signedIn = await Promise.all(members.map(async ({ id }) => ({ id, cookie: await cookieFor({ id }) })))
  club.double.setFaults(randomFaults(random, { fails: 4, drops: 4, hangs: isFullScale ? 0.5 : 0, slow: 10 }))
  const crowd = startLoad({
    url: club.url,
    double: club.double,
    witness,
    random,
    hours: free,
    priceCents: 5_000,
    people: signedIn,
    adminCookie: await cookieFor(admin),
    pauseMs: repetitions(100, 15),
  })
  return { crowd, witness, random }
}

/**
 * Waits until the books equal the card processor's ledger. Returns the seconds it took, and the differences after
 * `longestSeconds`. The short form triggers the background job at once and backdates the rows, instead of waiting
 * for its interval.
 */
export async function waitUntilReconciled(club: KillableClub, longestSeconds = 60) {
  club.double.setFaults(() => null)
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  for (;;) {
    const differences = club.double.events.isTravelling()
      ? ['events are on their way']
      : await findLedgerDifferences(club.double)
    if (differences.length === 0 || seconds() > longestSeconds) return { seconds: seconds(), differences }
    if (!isFullScale) await hastenReconciliation()
    await wait(500)
  }
}

async function hastenReconciliation(): Promise<void> {
  await sql`update payment_attempts set changed_at = changed_at - interval '16 seconds' where state in ('creating', 'open')`.execute(
    db,
  )
  await sql`update refunds set created_at = created_at - interval '16 seconds' where state = 'pending'`.execute(
    db,
  )
  await sql`insert into pgboss.job (name) select 'reconcile' where not exists
    (select from pgboss.job where name = 'reconcile' and state in ('created', 'active'))`.execute(db)
}

/** The settings that make commits durable. */
export async function durabilitySettings(): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')`,
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}
