// Background jobs: queued in the transaction of their cause, run by any process with workers, retried with growing
// delays, and shown to admins when they fail for good. pg-boss manages the queues, in tables of its own.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type ConstructorOptions, type Queue as PgBossQueue } from 'pg-boss'
import { singleton, notInitialized } from '#core/singleton.ts'
import { db, pool, type Queryable, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { asError, logError, logTrouble } from './observability/log.ts'
import { traced } from './observability/tracing.ts'

type QueueSettings = Omit<PgBossQueue, 'name'>

/** A queue. */
export type Queue<Data> = {
  name: string
  settings: QueueSettings
  /**
   * Queues a job in the caller's transaction: it exists if and only if the transaction commits. Jobs with the same
   * key are one job, run `afterSeconds` from now at the earliest. Needs no worker in this process. Throws if the
   * queue does not exist.
   */
  enqueue: (trx: Queryable, data: Data, options?: { key?: string; afterSeconds?: number }) => Promise<void>
}
/** A kind of background job: its queue, its handler, and its interval if it recurs. */
export type Job = {
  queue: { name: string; settings: QueueSettings }
  handle: (data: never) => Promise<unknown>
  everySeconds: number | null
}

/** Queue of jobs that failed for good. */
export const deadJobsQueue = 'dead-jobs'
const stopTimeoutMs = 2_000
const day = 86_400
const deadJobSettings: QueueSettings = {
  retryLimit: 0,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 30 * day,
}

const bossSingleton = singleton<PgBoss>('queues')
let boss = bossSingleton.get() ?? notInitialized<PgBoss>('openJobs')
const jobsSingleton = singleton<Job[]>('jobs')

type RetryPolicy = { retries: number; firstPauseSeconds: number; longestPauseSeconds: number }

/**
 * Defines a queue whose jobs are retried with growing delays, and then moved to the dead jobs. An attempt has a
 * minute.
 */
export function queue<Data extends object>(name: string, retryPolicy: RetryPolicy): Queue<Data> {
  const { retries, firstPauseSeconds, longestPauseSeconds } = retryPolicy
  return {
    name,
    settings: {
      retryLimit: retries,
      retryDelay: firstPauseSeconds,
      retryBackoff: true,
      retryDelayMax: longestPauseSeconds,
      expireInSeconds: 60,
      deadLetter: deadJobsQueue,
    },
    enqueue: async (trx, data, { key, afterSeconds = 0 } = {}) => {
      const id = key === undefined ? {} : { id: uuidOf(`${name}:${key}`) }
      await boss.send(name, data, { ...id, startAfter: afterSeconds, db: fromKysely(trx) })
    },
  }
}

/** Returns a name-based UUID, so that the primary key makes a keyed job unique. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Defines the handler of a queue. An error is a failed attempt. */
export function job<Data>({ name, settings }: Queue<Data>, handle: (data: Data) => Promise<unknown>): Job {
  return { queue: { name, settings }, handle, everySeconds: null }
}

type RecurrenceOptions = { everySeconds: number; longestSeconds?: number }

/** Defines a job that runs at an interval, once for the club. A failed run is followed by the next. */
export function recurringJob(name: string, rhythm: RecurrenceOptions, handle: () => Promise<unknown>): Job {
  const { everySeconds, longestSeconds = 120 } = rhythm
  const settings = {
    retryLimit: 0,
    expireInSeconds: longestSeconds,
    deleteAfterSeconds: Math.max(3_600, 24 * everySeconds),
  }
  return { queue: { name, settings }, handle, everySeconds }
}

/** Registers the background jobs; newer code replaces older, also for running workers. */
export function defineJobs(jobs: Job[]): void {
  jobsSingleton.set(jobs)
}

/** A monotonic clock: with a wall clock that is set back, pg-boss would pause until that time is reached again. */
const monotonicClock: ConstructorOptions['clock'] = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

/**
 * Logs an error of pg-boss. While the database is unavailable, every worker fails at every poll: these errors are
 * merged, without the queue and worker that pg-boss adds to their messages.
 */
function logQueueError(emitted: unknown, facts: Record<string, unknown> = {}): void {
  const error = asError(emitted)
  if (!isUnavailable(error)) return logError(error, { part: 'jobs', ...facts })
  logTrouble('database', new Error(error.message.replace(/ \(Queue: [^)]*\)$/, '')))
}

const createBoss = (options: ConstructorOptions): PgBoss =>
  new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // its cron has a resolution of one minute
    schedule: false,
    clock: monotonicClock,
    ...options,
  }).on('error', (error) => logQueueError(error))

/**
 * Opens the queues of this process, after `openDatabase`: migrates pg-boss's tables and creates or updates the
 * queues. From then on jobs can be queued.
 */
export async function openJobs(): Promise<void> {
  await makeQueues((jobsSingleton.get() ?? []).map((each) => each.queue))
  // caches all queues at the start, so that queueing needs only the transaction's connection
  boss = bossSingleton.set(createBoss({ migrate: false, supervise: false, queueCacheIntervalSeconds: 3_600 }))
  await boss.start()
}

async function makeQueues(queues: Job['queue'][]): Promise<void> {
  if (queues.length === 0) return
  const maker = createBoss({ supervise: false })
  await maker.start()
  for (const { name, settings } of [{ name: deadJobsQueue, settings: deadJobSettings }, ...queues]) {
    await maker.createQueue(name, settings)
    await maker.updateQueue(name, settings)
  }
  await maker.stop({ graceful: false, close: false })
}

/** Closes the queues, before the database. Does nothing if they were never opened. */
export async function closeJobs(): Promise<void> {
  await bossSingleton.get()?.stop({ graceful: false, close: false })
}

type Workers = {
  /** Stops the workers, waits two seconds for running jobs, and leaves the rest for a retry. */
  stop: () => Promise<void>
}

/** Starts the workers of this process, one for each job, and the recurring jobs; after `openJobs`. */
export async function startWorkers({ pollSeconds = 1 }: { pollSeconds?: number } = {}): Promise<Workers> {
  const workers = createBoss({ superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 })
  await workers.start()
  const stopRounds = startRecurringJobs()
  for (const {
    queue: { name },
  } of jobsSingleton.get() ?? [])
    await workers.work<never>(name, { pollingIntervalSeconds: pollSeconds }, async ([found]) => {
      const known = jobsSingleton.get()?.find((each) => each.queue.name === name)
      if (!found) return
      // it is retried, or becomes a dead job
      await traced(`job ${name}`, {}, async () => known?.handle(found.data)).catch((error: unknown) => {
        logTrouble('jobs', error, { queue: name })
        throw error
      })
    })
  return {
    stop: async () => {
      stopRounds()
      const stopped = workers.stop({ graceful: true, timeout: stopTimeoutMs - 500, close: false })
      // giving up queries the database, which may not respond
      await Promise.race([stopped, wait(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** Every process queues each run; the time slot in the job's key makes it one. */
function startRecurringJobs(): () => void {
  const timers = (jobsSingleton.get() ?? []).flatMap(({ queue: { name }, everySeconds }) => {
    if (everySeconds === null) return []
    const ask = () =>
      boss
        .send(name, {}, { singletonSeconds: everySeconds })
        .catch((error: unknown) => logQueueError(error, { queue: name }))
    void ask()
    // twice as often as necessary, so that timer drift skips no slot
    return [setInterval(ask, everySeconds * 500).unref()]
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** Whether any process completed this recurring job within these seconds. */
export async function hasCompletedRecently(name: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and state = 'completed'
      and completed_on > now() - make_interval(secs => ${seconds}) limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes all jobs whose data contains this text, completed ones included, for an erasure. */
export async function deleteJobsContaining(trx: Transaction, text: string): Promise<void> {
  await sql`delete from pgboss.job where strpos(lower(data::text), ${text}) > 0`.execute(trx)
}

export type DeadJob = {
  id: string
  queue: string
  data: unknown
  /** Error of the last attempt. */
  reason: string
  failedAt: Date
}

/** Lists jobs that failed for good, newest first, at most 100. */
export async function listDeadJobs(): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, coalesce(source_name, name) as queue, data,
      left(coalesce(source_output->>'message', output->>'message', ''), 500) as reason, created_on as failed_at
    from pgboss.job where name = ${deadJobsQueue} order by created_on desc limit 100`.execute(db)
  return rows
}
