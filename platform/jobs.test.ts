import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getConstructionPlans } from 'pg-boss'
import { describe, expect, test, vi } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import {
  closeJobs,
  defineJobs,
  job,
  listDeadJobs,
  openJobs,
  queue,
  recurringJob,
  startWorkers,
} from './jobs.ts'
import { log } from './observability/log.ts'

useDatabase()

const retryPolicy = { retries: 5, firstPauseSeconds: 1, longestPauseSeconds: 2 }
const letters = queue<{ to: string }>('letters', retryPolicy)
const parcels = queue<{ to: string }>('parcels', { ...retryPolicy, retries: 0 })
const idle = async () => {}

/** The club's queues anew, with what is done with them. */
async function open(jobs: Parameters<typeof defineJobs>[0]): Promise<void> {
  defineJobs(jobs)
  await closeJobs()
  await openJobs()
}

const start = (processes: number) =>
  Promise.all(Array.from({ length: processes }, () => startWorkers({ pollSeconds: 0.5 })))
const stop = (workers: Awaited<ReturnType<typeof start>>) => Promise.all(workers.map((each) => each.stop()))

const jobsOf = async (name: string) =>
  (await pool.query<Record<string, unknown>>('select * from pgboss.job where name = $1', [name])).rows

test('workers whose database is away log one line for all of them, and no stack', async () => {
  await open([job(letters, idle), job(parcels, idle), recurringJob('rounds', { everySeconds: 1 }, idle)])
  const [errors, warnings] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'warn')].map((spy) =>
    spy.mockImplementation(() => {}),
  )
  const workers = await start(2)
  const query = vi.spyOn(pool, 'query').mockImplementation(async () => {
    throw Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  })
  await expect.poll(() => query.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(8)
  query.mockRestore()
  await stop(workers)
  expect(errors!.mock.calls).toEqual([])
  expect(warnings!.mock.calls).toEqual([[{ part: 'database' }, 'the database system is starting up']])
  vi.restoreAllMocks()
})

describe('job queue', () => {
  test('exists if and only if the transaction that caused it commits', async () => {
    await open([job(letters, idle)])
    const failing = transaction(async (trx) => {
      await letters.enqueue(trx, { to: 'Ann' }, { key: 'ann' })
      throw new Error('the write failed')
    })
    await expect(failing).rejects.toThrow('the write failed')
    expect(await jobsOf('letters')).toEqual([])
    for (let time = 0; time < 3; time += 1)
      await transaction((trx) => letters.enqueue(trx, { to: 'Ann' }, { key: 'ann' }))
    expect(await jobsOf('letters')).toMatchObject([{ data: { to: 'Ann' }, state: 'created' }])
    await sql`delete from pgboss.job`.execute(db)
  })

  test('cannot be queued where nobody would ever do it, and takes the write with it', async () => {
    const unheard = queue<{ to: string }>('unheard-of', retryPolicy)
    const write = transaction(async (trx) => {
      await trx.insertInto('subscribers').values({ name: 'Ann', email: 'ann@club.example' }).execute()
      await unheard.enqueue(trx, { to: 'Ann' })
    })
    await expect(write).rejects.toThrow('Queue unheard-of does not exist')
    expect(await db.selectFrom('subscribers').selectAll().execute()).toEqual([])
  })

  test('is tried as often and as long as the newest table of jobs says', async () => {
    await open([job(letters, idle), recurringJob('sweep', { everySeconds: 30 }, idle)])
    const settingsOf = async (name: string) =>
      (await pool.query('select * from pgboss.queue where name = $1', [name])).rows[0] as unknown
    const common = { retry_backoff: true, expire_seconds: 60, dead_letter: 'dead-jobs' }
    expect(await settingsOf('letters')).toMatchObject({ ...common, retry_limit: 5, retry_delay_max: 2 })
    expect(await settingsOf('sweep')).toMatchObject({
      retry_limit: 0,
      expire_seconds: 120,
      dead_letter: null,
    })
    await open([job(queue('letters', { ...retryPolicy, retries: 7 }), idle)])
    expect(await settingsOf('letters')).toMatchObject({ ...common, retry_limit: 7, retry_delay_max: 2 })
  })

  test('is done once by several workers, also after failures', { timeout: 60_000 }, async () => {
    const done: string[] = []
    let failures = 1
    await open([
      job(letters, async ({ to }) => {
        if (failures-- > 0) throw new Error('not yet')
        done.push(to)
      }),
    ])
    const workers = await start(3)
    const people = Array.from({ length: 10 }, () => randomUUID())
    for (const to of people) await letters.enqueue(db, { to }, { key: to })
    await vi.waitFor(() => expect(done).toHaveLength(10), { timeout: 40_000, interval: 200 })
    expect([...done].sort()).toEqual([...people].sort())
    await stop(workers)
  })

  test('that failed for good is listed with its reason', { timeout: 60_000 }, async () => {
    await open([job(parcels, () => Promise.reject(new Error('nobody is at home')))])
    await parcels.enqueue(db, { to: 'Ben' })
    const workers = await start(1)
    const listed = async () => expect(await listDeadJobs()).not.toEqual([])
    await vi.waitFor(listed, { timeout: 30_000, interval: 200 })
    await stop(workers)
    expect((await listDeadJobs())[0]).toMatchObject({
      queue: 'parcels',
      data: { to: 'Ben' },
      reason: 'nobody is at home',
    })
  })

  test('comes round regularly, once for all processes together', { timeout: 60_000 }, async () => {
    let rounds = 0
    await open([recurringJob('sweep', { everySeconds: 3 }, async () => void (rounds += 1))])
    const began = performance.now()
    const workers = await start(3)
    await vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(2), { timeout: 40_000, interval: 100 })
    await stop(workers)
    const seconds = (performance.now() - began) / 1000
    expect(rounds).toBeLessThanOrEqual(seconds / 3 + 2)
  })

  test(
    'of a club whose migrations once made the queues goes on where it was',
    { timeout: 60_000 },
    async () => {
      const done: string[] = []
      defineJobs([job(letters, async ({ to }) => void done.push(to))])
      await closeJobs()
      // as the migration left them
      await pool.query('drop schema pgboss cascade')
      await pool.query(`${getConstructionPlans('pgboss')};
      select pgboss.create_queue('dead-jobs', '{"policy": "standard", "retryLimit": 0}');
      select pgboss.create_queue('letters', '{"policy": "standard", "retryLimit": 3, "deadLetter": "dead-jobs"}');
      insert into pgboss.job (name, data, policy) values ('letters', '{"to": "Cid"}', 'standard')`)
      await openJobs()
      await letters.enqueue(db, { to: 'Dan' })
      const workers = await start(1)
      await vi.waitFor(() => expect(done.sort()).toEqual(['Cid', 'Dan']), { timeout: 30_000, interval: 200 })
      await stop(workers)
    },
  )

  test('finds its queues however many processes make them at the same time', async () => {
    defineJobs([job(letters, idle), job(parcels, idle)])
    await closeJobs()
    // as the migrations leave it
    await pool.query('drop schema pgboss cascade; create schema pgboss')
    await Promise.all(Array.from({ length: 4 }, () => openJobs()))
    await letters.enqueue(db, { to: 'Eve' })
    expect(await jobsOf('letters')).toMatchObject([{ data: { to: 'Eve' } }])
  })
})
