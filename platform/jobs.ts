// Work that must follow from a write: queued in the transaction of that write, done by whichever process runs
// workers, tried again with growing pauses, and kept where admins see it when it fails for good. pg-boss keeps
// the queues, in tables of its own that it makes and brings up to date itself.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss, type ConstructorOptions, type Queue as PgBossQueue } from 'pg-boss'
import { db, pool, type Queryable, type Transaction } from '#db/client.ts'
import { logError, logTrouble } from './observability/log.ts'
import { singleton, notInitialized } from '#core/singleton.ts'
import { traced } from './observability/tracing.ts'

type QueueSettings = Omit<PgBossQueue, 'name'>

/** A queue, and how to put a job into it. */
export type Queue<Data> = {
  name: string
  settings: QueueSettings
  /**
   * Queues a job in the caller's transaction: it exists if and only if the transaction commits. Jobs with the
   * same key are one job; it is done `afterSeconds` at the soonest, at once unless told. Needs no worker in this
   * process; throws when the queue was not made.
   */
  enqueue: (trx: Queryable, data: Data, options?: { key?: string; afterSeconds?: number }) => Promise<void>
}
/** One kind of background work: its queue, what is done, and how often by itself. */
export type Job = {
  queue: { name: string; settings: QueueSettings }
  handle: (data: never) => Promise<unknown>
  everySeconds: number | null
}

/** Where work ends up that failed for good. */
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

/** A queue whose jobs are tried again, the pauses growing, and then kept for admins. A try has a minute. */
export function queue<Data extends object>(name: string, patience: RetryPolicy): Queue<Data> {
  const { retries, firstPauseSeconds, longestPauseSeconds } = patience
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

/** A name-based identifier, so that the primary key itself keeps a keyed job single. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What is done with the jobs of a queue; an error is a try that failed. */
export function job<Data>({ name, settings }: Queue<Data>, handle: (data: Data) => Promise<unknown>): Job {
  return { queue: { name, settings }, handle, everySeconds: null }
}

type RecurrenceOptions = { everySeconds: number; longestSeconds?: number }

/** What is done every so many seconds, once for the club; a round that fails is followed by the next. */
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

/** Goes on steadily: with a clock that is set back, pg-boss would wait until that time comes again. */
const monotonicClock: ConstructorOptions['clock'] = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

const createBoss = (options: ConstructorOptions): PgBoss =>
  new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // its rounds by cron are a minute apart at least
    schedule: false,
    clock: monotonicClock,
    ...options,
  }).on('error', (error) => logError(error, { part: 'jobs' }))

/**
 * Opens the queues for this process, after `openDatabase`: brings pg-boss's tables up to date and makes or
 * changes the queues of the jobs that are defined. From then on jobs can be queued.
 */
export async function openJobs(): Promise<void> {
  await makeQueues((jobsSingleton.get() ?? []).map((each) => each.queue))
  // knows all queues from its start, so that queueing needs no connection but that of the transaction
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

/** Closes the queues, before the database; harmless when they were never opened. */
export async function closeJobs(): Promise<void> {
  await bossSingleton.get()?.stop({ graceful: false, close: false })
}

type Workers = {
  /** Stops taking jobs, waits two seconds for those under way, and gives up the rest for a retry. */
  stop: () => Promise<void>
}

/** Starts this process's workers, one for each job that is defined, and the regular rounds; after `openJobs`. */
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
      // it is tried again, or ends with the admins
      await traced(`job ${name}`, {}, async () => known?.handle(found.data)).catch((error: unknown) => {
        logTrouble('jobs', error, { queue: name })
        throw error
      })
    })
  return {
    stop: async () => {
      stopRounds()
      const stopped = workers.stop({ graceful: true, timeout: stopTimeoutMs - 500, close: false })
      // giving up asks the database, which may be silent
      await Promise.race([stopped, wait(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** Every process asks for each round; the time slot in the job makes it one. */
function startRecurringJobs(): () => void {
  const timers = (jobsSingleton.get() ?? []).flatMap(({ queue: { name }, everySeconds }) => {
    if (everySeconds === null) return []
    const ask = () =>
      boss
        .send(name, {}, { singletonSeconds: everySeconds })
        .catch((error: unknown) => logError(error, { part: 'jobs', queue: name }))
    void ask()
    // twice as often as needed, so that a timer that drifts past a slot skips none
    return [setInterval(ask, everySeconds * 500).unref()]
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** Whether some process has done this round within the last so many seconds. */
export async function hasCompletedRecently(name: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and state = 'completed'
      and completed_on > now() - make_interval(secs => ${seconds}) limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes all jobs whose data contains this text, done or not, for an erasure. */
export async function deleteJobsContaining(trx: Transaction, text: string): Promise<void> {
  await sql`delete from pgboss.job where strpos(lower(data::text), ${text}) > 0`.execute(trx)
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
    from pgboss.job where name = ${deadJobsQueue} order by created_on desc limit 100`.execute(db)
  return rows
}
