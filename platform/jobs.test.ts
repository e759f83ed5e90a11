import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { enqueue, listDeadJobs, startJobs, type JobHandlers } from './jobs.ts'

useDatabase()

const idle: JobHandlers = {
  refund: async () => {},
  'sandbox-notice': async () => {},
  'expire-holds': async () => {},
  reconcile: async () => {},
  'end-paid': async () => {},
  tidy: async () => {},
}
const jobsOf = async (queue: string) =>
  (await pool.query<Record<string, unknown>>('select * from pgboss.job where name = $1', [queue])).rows

describe('background work', () => {
  it('exists if and only if the transaction that caused it commits', async () => {
    const refundId = randomUUID()
    const failing = transaction(async (trx) => {
      await enqueue(trx, 'refund', { refundId }, { key: refundId })
      throw new Error('the write failed')
    })
    await expect(failing).rejects.toThrow('the write failed')
    expect(await jobsOf('refund')).toEqual([])
    for (let time = 0; time < 3; time += 1)
      await transaction((trx) => enqueue(trx, 'refund', { refundId }, { key: refundId }))
    expect(await jobsOf('refund')).toMatchObject([{ data: { refundId }, state: 'created' }])
  })

  it('is queued exactly as the library itself would queue it', async () => {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await boss.send('sandbox-notice', { id: 'theirs' })
    await boss.stop({ close: false, graceful: false })
    const notice = { id: 'ours', type: 'payment_intent.succeeded', intentId: 'pi_1', created: 1 } as const
    await enqueue(db, 'sandbox-notice', notice)
    const rows = await jobsOf('sandbox-notice')
    const times = ['id', 'data', 'start_after', 'created_on', 'keep_until']
    const shapes = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !times.includes(name))),
    )
    expect(shapes[0]).toEqual(shapes[1])
    const kept = rows.map((row) => Math.round((Number(row['keep_until']) - Number(row['created_on'])) / 1000))
    expect(kept[0]).toBe(kept[1])
    await sql`delete from pgboss.job where name = 'sandbox-notice'`.execute(db)
  })

  it('is done once by several workers, also after failures', { timeout: 60_000 }, async () => {
    const done: string[] = []
    let failures = 1
    const handlers: JobHandlers = {
      ...idle,
      'sandbox-notice': async ({ id }) => {
        if (failures-- > 0) throw new Error('not yet')
        done.push(id)
      },
    }
    const processes = await Promise.all(
      [1, 2, 3].map(() => startJobs({ handlers, rhythm: {}, pollSeconds: 0.5 })),
    )
    const ids = Array.from({ length: 10 }, () => randomUUID())
    for (const id of ids) {
      const notice = { id, type: 'payment_intent.succeeded', intentId: 'pi_1', created: 1 } as const
      await enqueue(db, 'sandbox-notice', notice, { key: id })
    }
    await vi.waitFor(() => expect(done).toHaveLength(10), { timeout: 40_000, interval: 200 })
    expect([...done].sort()).toEqual([...ids].sort())
    await Promise.all(processes.map((jobs) => jobs.stop()))
  })

  it('that failed for good is listed with its reason', { timeout: 60_000 }, async () => {
    const refundId = randomUUID()
    await enqueue(db, 'refund', { refundId }, { key: refundId })
    await sql`update pgboss.job set retry_limit = 0 where name = 'refund' and data->>'refundId' = ${refundId}`.execute(
      db,
    )
    const jobs = await startJobs({
      handlers: { ...idle, refund: () => Promise.reject(new Error('the processor is gone')) },
      rhythm: {},
      pollSeconds: 0.5,
    })
    await vi.waitFor(async () => expect(await listDeadJobs()).not.toEqual([]), {
      timeout: 30_000,
      interval: 200,
    })
    await jobs.stop()
    expect((await listDeadJobs())[0]).toMatchObject({
      queue: 'refund',
      data: { refundId },
      reason: 'the processor is gone',
    })
  })

  it('comes round regularly, once for all processes together', { timeout: 60_000 }, async () => {
    let rounds = 0
    const handlers = { ...idle, reconcile: async () => void (rounds += 1) }
    const rhythm = { reconcile: 3 }
    const began = performance.now()
    const processes = await Promise.all(
      [1, 2, 3].map(() => startJobs({ handlers, rhythm, pollSeconds: 0.5 })),
    )
    await vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(2), { timeout: 40_000, interval: 100 })
    await Promise.all(processes.map((jobs) => jobs.stop()))
    const seconds = (performance.now() - began) / 1000
    expect(rounds).toBeLessThanOrEqual(seconds / rhythm.reconcile + 2)
  })
})
