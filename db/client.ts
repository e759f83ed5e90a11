import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, sql, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'
import { singleton, notInitialized } from '#core/singleton.ts'
import { trackStatements, type OnStatement } from './driver/invalidation.ts'
import { ClubDialect } from './driver/dialect.ts'
import { CommitInDoubt, isRetryable, isUnavailable } from './errors.ts'
import { PreparedStatementClient } from './driver/prepared-statements.ts'
import type { Tables } from './tables.ts'
import { batchingPool, outsideBatch } from './driver/statement-batching.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** Whoever is asked: the database itself, or a transaction under way. */
export type Queryable = Database | Transaction

// Counts, sums and identities are far below 2^53, so they are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A day of the club's calendar is no moment: it stays the text that it is, `2026-11-23`.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

const databaseSingleton = singleton<{ db: Database; pool: pg.Pool }>('database')

/** The club's database, once `openDatabase` was called in this process. */
export let db = databaseSingleton.get()?.db ?? notInitialized<Database>('openDatabase')
/** The connections behind `db`, shared with the libraries that keep tables of their own. */
export let pool = databaseSingleton.get()?.pool ?? notInitialized<pg.Pool>('openDatabase')

/** The server ends a statement after five seconds: one that is silent for longer is frozen or out of reach. */
const silenceTimeoutMs = 6_000
const closeTimeoutMs = 1_000

/**
 * How long a query waits for a connection: somebody waits for what it finds. Longer than a process is busy with
 * itself at its first requests: what it noticed only then would count as waiting.
 */
const defaultConnectionTimeoutMs = 4_000

const priorityContextSingleton = singleton<AsyncLocalStorage<boolean>>('urgent work')
const priorityContext =
  priorityContextSingleton.get() ?? priorityContextSingleton.set(new AsyncLocalStorage())
const priorityConnections = 2

/** Begins work that waits for no connection which other work holds: it has some of its own. */
export const withPriority = <Begun>(begin: () => Begun): Begun => priorityContext.run(true, begin)

type DatabaseOptions = {
  /** The most connections held at once. */
  connections?: number
  /** How long a query waits for a connection, in milliseconds; four seconds unless told. */
  connectionTimeoutMs?: number
  /** Whether what takes too long is ended: statements, waits for locks, idle transactions. True unless told: tests have time. */
  enforceTimeouts?: boolean
  /** Whether statements are planned once a connection; true unless told. */
  preparedStatements?: boolean
  /** Called with an error of an idle connection, such as a restart of the server; the pool replaces it. */
  onConnectionError?: (error: Error) => void
  /** Called before each statement, in the context of whoever asks. */
  onStatement?: OnStatement
}

const timeoutSettings = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/**
 * Opens the club's database for this process. Connections are made when needed, so the server may be away
 * now and then: a query then fails within seconds (see `isUnavailable`) and the process goes on.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const connections = openPool(url, options, options.connections ?? 10)
  reservePriorityPool(connections, () =>
    openPool(
      url,
      { ...options, connectionTimeoutMs: connections.options.connectionTimeoutMillis },
      priorityConnections,
    ),
  )
  pool = connections
  db = new Kysely<Tables>({
    dialect: new ClubDialect({ pool: batchingPool(pool) }),
    plugins: [
      new CamelCasePlugin({ maintainNestedObjectKeys: true, underscoreBetweenUppercaseLetters: true }),
    ],
  })
  databaseSingleton.set({ db, pool })
  return db
}

/** Lets queries wait for a connection as they do while people are served, where `openDatabase` was told another patience. */
export function useDefaultConnectionTimeout(): void {
  pool.options.connectionTimeoutMillis = defaultConnectionTimeoutMs
}

function openPool(url: string, options: DatabaseOptions, max: number): pg.Pool {
  const connections = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.enforceTimeouts === false ? {} : timeoutSettings),
    application_name: 'palestra',
    Client: options.preparedStatements === false ? pg.Client : PreparedStatementClient,
  })
  // without a listener, a restart of the server would end this process
  connections.on('error', (error) => options.onConnectionError?.(error))
  // the pool listens to idle connections only: one in use can be lost between two queries of a transaction
  connections.on('connect', (client) => client.on('error', (error) => options.onConnectionError?.(error)))
  connections.on('connect', (client) => trackStatements(client, options.onStatement))
  if (options.enforceTimeouts !== false) closeSilentConnections(connections)
  return connections
}

/** Urgent work gets its connections from a pool beside this one, opened when there is any and closed with it. */
function reservePriorityPool(connections: pg.Pool, open: () => pg.Pool): void {
  let spare: pg.Pool | null = null
  const connect = connections.connect.bind(connections)
  const end = connections.end.bind(connections)
  connections.connect = ((...words: []) =>
    priorityContext.getStore() ? (spare ??= open()).connect(...words) : connect(...words)) as typeof connect
  connections.end = async () => {
    await Promise.all([end(), spare?.end()])
  }
}

/**
 * A server that froze, or a network that swallows, never ends a connection. So one that is in use and brings
 * nothing ends here: its query fails (see `isUnavailable`), and the pool makes a new connection.
 */
function closeSilentConnections(connections: pg.Pool): void {
  const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket
  connections.on('connect', (client) => {
    const socket = socketOf(client)
    const silent = Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })
    socket.on('timeout', () => socket.destroy(silent))
  })
  connections.on('acquire', (client) => socketOf(client).setTimeout(silenceTimeoutMs))
  connections.on('release', (_, client) => socketOf(client).setTimeout(0))
}

/** Closes all connections; queries under way finish first, if they do so within a second. */
export async function closeDatabase(): Promise<void> {
  const closed = async () => {
    await db.destroy()
    // which leaves alone what only a library has used
    if (!pool.ending) await pool.end()
  }
  await Promise.race([closed(), wait(closeTimeoutMs, undefined, { ref: false })])
}

const beforeCommitSteps = new WeakMap<Transaction, (() => Promise<void>)[]>()

/** Runs `step` once everything else of this transaction is done; what it throws undoes all of it. */
export function beforeCommit(trx: Transaction, step: () => Promise<void>): void {
  const steps = beforeCommitSteps.get(trx)
  if (!steps) throw new Error('Only a transaction of `transaction` has last steps.')
  steps.push(step)
}

/**
 * Runs `work` in one transaction and tries again, up to three times in all, when the database ended it for a deadlock, a
 * serialization failure or a plan gone stale. Never call the outside world from within. Throws CommitInDoubt when the
 * database went away while it committed; after any other error nothing was written.
 */
export async function transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let isDone = false
    try {
      return await outsideBatch(() =>
        db.transaction().execute(async (trx) => {
          const steps: (() => Promise<void>)[] = []
          beforeCommitSteps.set(trx, steps)
          const result = await work(trx)
          for (const step of steps) await step()
          isDone = true
          return result
        }),
      )
    } catch (error) {
      if (isDone && isUnavailable(error)) throw new CommitInDoubt(error)
      if (attempt >= 3 || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 20 + Math.random() * 40))
    }
  }
}

/** The database's time, the only clock that rules of the club are judged by. */
export const clubNow = sql<Date>`club_now()`

/** The same, by a question of its own. */
export async function readNow(from: Queryable): Promise<Date> {
  const { now } = await from.selectNoFrom(clubNow.as('now')).executeTakeFirstOrThrow()
  return now
}

/** How many days of the club's calendar ago a day was, such as `2026-11-23`; below 0 when it is ahead. */
export async function readDaysAgo(from: Queryable, day: string): Promise<number> {
  const { ago } = await from
    .selectNoFrom(sql<number>`club_today() - ${day}::date`.as('ago'))
    .executeTakeFirstOrThrow()
  return ago
}

/** The time zone in which the club counts days and months, asked once in a query however many rows it reads. */
export const clubZone = sql<string>`(select club_zone())`

/** Any of these, in one text however many they are: each length of an `in` list would be planned by itself. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`
