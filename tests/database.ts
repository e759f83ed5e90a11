import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { closeDatabase, openDatabase, pool } from '#db/client.ts'
import type { OnStatement } from '#db/driver/club-client.ts'
import { closeJobs, openJobs } from '#platform/jobs.ts'

/** Creates a database, as a copy of the migrated template or empty. `drop` removes it. */
export async function createDatabase(isEmpty = false): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = inject('server')
  const name = `club_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${isEmpty ? 'template0' : template} strategy file_copy`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Opens a new database before the tests of a file and drops it after them. */
export function useDatabase(options: { connections?: number; onStatement?: OnStatement } = {}): {
  readonly url: string
} {
  const state = { url: '' }
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createDatabase()
    state.url = database.url
    drop = database.drop
    // no load shedding on a busy machine
    openDatabase(database.url, { connectionTimeoutMs: 60_000, enforceTimeouts: false, ...options })
    await openJobs()
  })
  afterAll(async () => {
    await closeJobs()
    await closeDatabase()
    await drop()
  })
  return state
}

/**
 * Gathers statistics, which autovacuum does in a club's database. Without them a database that grows within a test gets
 * plans that are up to a hundred times slower.
 */
export const gatherStatistics = () => pool.query('analyze')

/** Sets the club's time zone and time; null is the real time. */
export async function setClubTime(zone: string, moment: string | null = null): Promise<void> {
  await pool.query('update club set time_zone = $1', [zone])
  const tell = (connection: pg.ClientBase) =>
    connection.query(`select set_config('club.now', $1, false)`, [moment ?? ''])
  // new connections of the pool too, since it discards those with an error
  Object.assign(pool.options, { onConnect: tell })
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const connection of connections) {
    await tell(connection)
    connection.release()
  }
}

/** Waits until `count` queries are blocked in this file's database. */
export const waitForLocks = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(`select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`)
      expect(rows).toHaveLength(count)
    },
    { timeout: 60_000 },
  )
