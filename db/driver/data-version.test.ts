import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { limitNewsletter, startLimits } from '#platform/rate-limits/rate-limits.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { dataVersion, onWrite } from './data-version.ts'
import { shareWrites } from './write-notifications.ts'

const database = useDatabase()

const rename = (from = db) => from.updateTable('users').set({ name: 'Ada' }).execute()

async function increases(work: () => Promise<unknown>): Promise<boolean> {
  const before = dataVersion()
  await work()
  return dataVersion() > before
}

describe('data version', () => {
  test('stays through reads', async () => {
    expect(await increases(() => db.selectFrom('users').select('name').execute())).toBe(false)
    expect(await increases(() => pool.query('with one as (select 1) select * from one'))).toBe(false)
    expect(await increases(() => pool.query('\n  -- what follows only reads\n  select 1'))).toBe(false)
    expect(await increases(() => sql`select 1 / 0`.execute(db).catch(() => {}))).toBe(false)
  })

  test('increases with each write, whoever sends it and however', async () => {
    expect(await increases(() => rename())).toBe(true)
    expect(await increases(() => pool.query('update users set name = name'))).toBe(true)
    expect(
      await increases(() => sql`with gone as (delete from users where name = 'x') select 1`.execute(db)),
    ).toBe(true)
    const uncertain = () => sql`update users set name = 1 / 0`.execute(db).catch(() => {})
    expect(await increases(uncertain)).toBe(true)
  })

  test('increases when a transaction commits, and not before', async () => {
    const before = dataVersion()
    await transaction(async (trx) => {
      await rename(trx)
      expect(dataVersion()).toBe(before)
    })
    expect(dataVersion()).toBeGreaterThan(before)
  })

  test('increases with a transaction that calls a function, which may write', async () => {
    expect(
      await increases(() => transaction((trx) => sql`select advisory_lock('days off')`.execute(trx))),
    ).toBe(true)
  })

  test('stays through rate limits, sessions in use and the job queue', async () => {
    startLimits({ pool, enabled: true })
    expect(await increases(() => limitNewsletter('203.0.113.7'))).toBe(false)
    expect(await increases(() => sql`update sessions set updated_at = now()`.execute(db))).toBe(false)
    expect(await increases(() => pool.query('update pgboss.job set priority = 0'))).toBe(false)
  })
})

test('another process is notified of writes, and its own are noted', async () => {
  const stop = shareWrites(database.url, pool)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  const heard: string[] = []
  other.on('notification', ({ payload = '' }) => heard.push(payload))
  await other.query('listen club_writes')
  const isListening = async () =>
    (
      await sql`select 1 from pg_stat_activity
    where application_name = 'palestra writes' and query like 'listen%' and state = 'idle'
      and datname = current_database()`.execute(db)
    ).rows.length === 1
  await expect.poll(isListening).toBe(true)

  await Promise.all([rename(), rename(), createMember()])
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  expect(new Set(heard).size).toBe(1)
  const before = dataVersion()
  await other.query(`select pg_notify('club_writes', 'another process')`)
  await expect.poll(dataVersion).toBeGreaterThan(before)
  await other.end()
  await stop()
})

test('a listener is called for each write of this process', async () => {
  let writes = 0
  onWrite(() => void (writes += 1))
  await rename()
  onWrite(() => {})
  expect(writes).toBe(1)
})
