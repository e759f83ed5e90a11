// Work that must follow from a write: queued in the transaction of that write, done by whichever process runs
// workers, tried again with growing pauses, and kept where admins see it when it fails for good. The queues
// themselves (tries, pauses, time limits) stand in the migration of the job tables.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { db, pool, type Database, type Transaction } from '#db/client.ts'
import type { SandboxNotice } from './cards/notices.ts'
import { logError } from './log.ts'

/** Every queue and what a job of it carries. */
export type JobData = {
  refund: { refundId: string }
  'sandbox-notice': SandboxNotice
  'expire-holds': Record<string, never>
  reconcile: Record<string, never>
  'end-paid': Record<string, never>
  tidy: Record<string, never>
}
export type QueueName = keyof JobData
/** Queues that get a job every so many seconds, however many processes there are. */
export type Rhythm = Partial<Record<QueueName, number>>
export type JobHandlers = { [Name in QueueName]: (data: JobData[Name]) => Promise<unknown> }

/**
 * Queues a job in the caller's transaction: it exists if and only if the transaction commits. Jobs with the
 * same key are one job. Needs no worker in this process.
 */
export async function enqueue<Name extends QueueName>(
  trx: Transaction | Database,
  queue: Name,
  data: JobData[Name],
  { key, everySeconds }: { key?: string; everySeconds?: number } = {},
): Promise<void> {
  const id = key === undefined ? sql`gen_random_uuid()` : sql`${uuidOf(`${queue}:${key}`)}::uuid`
  const slot =
    everySeconds === undefined
      ? sql`null::timestamp`
      : sql`'epoch'::timestamp + floor(extract(epoch from now()) / ${everySeconds}) * make_interval(secs => ${everySeconds})`
  // the same columns that pg-boss fills itself, from the queue's settings
  await sql`
    insert into pgboss.job (id, name, data, singleton_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select ${id}, name, ${JSON.stringify(data)}::jsonb, ${slot}, expire_seconds, deletion_seconds,
      now() + make_interval(secs => retention_seconds), retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue where name = ${queue}
    on conflict do nothing`.execute(trx)
}

/** A name-based identifier, so that the primary key itself keeps a keyed job single. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Jobs = {
  /** Stops taking jobs, waits at most ten seconds for those under way, and gives up the rest for a retry. */
  stop: () => Promise<void>
}

/** Starts this process's workers, one for each handler, and the rhythm of the regular rounds. */
export async function startJobs(options: {
  handlers: JobHandlers
  rhythm: Rhythm
  /** How often each worker looks for work; at least half a second. */
  pollSeconds?: number
}): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => logError(error, { part: 'jobs' }))
  await boss.start()
  const stopRounds = startRounds(options.rhythm)
  for (const [queue, handle] of Object.entries(options.handlers))
    await boss.work<never>(queue, { pollingIntervalSeconds: options.pollSeconds ?? 1 }, async ([job]) => {
      if (job) await handle(job.data)
    })
  return {
    stop: async () => {
      stopRounds()
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
    },
  }
}

/** Every process asks for each round; the time slot in the job makes it one. */
function startRounds(rhythm: Rhythm): () => void {
  const timers = (Object.entries(rhythm) as [QueueName, number][]).map(([queue, seconds]) => {
    const ask = () =>
      enqueue(db, queue, {}, { everySeconds: seconds }).catch((error: unknown) =>
        logError(error, { part: 'jobs', queue }),
      )
    void ask()
    // twice as often as needed, so that a timer that drifts past a slot skips none
    return setInterval(ask, seconds * 500).unref()
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

export type DeadJob = {
  id: string
  queue: string
  data: unknown
  /** What the last try threw. */
  reason: string
  failedAt: Date
}

/** Jobs that failed for good, newest first, at most 100. */
export async function listDeadJobs(): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, coalesce(source_name, name) as queue, data,
      left(coalesce(source_output->>'message', output->>'message', ''), 500) as reason, created_on as failed_at
    from pgboss.job where name = 'dead-jobs' order by created_on desc limit 100`.execute(db)
  return rows
}
