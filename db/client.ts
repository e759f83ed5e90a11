import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely, type Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import { singleton, notInitialized } from '#core/singleton.ts'
import { createKysely, defaultConnectionTimeoutMs, openPool, type DatabaseOptions } from './driver/pool.ts'
import { withOwnConnection } from './driver/shared-connection.ts'
import { CommitInDoubt, isRetryable, isUnavailable } from './errors.ts'
import type { Day, Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** The database, or a transaction in it. */
export type Queryable = Database | Transaction

const databaseSingleton = singleton<{ db: Database; pool: pg.Pool }>('database')

/** The club's database. Throws when used before `openDatabase`. */
export let db = databaseSingleton.get()?.db ?? notInitialized<Database>('openDatabase')
/** The connection pool behind `db`, shared with libraries that have tables of their own. */
export let pool = databaseSingleton.get()?.pool ?? notInitialized<pg.Pool>('openDatabase')

const closeTimeoutMs = 1_000

/**
 * Opens the club's database in this process. Connections are made when needed, so the server may be away: a query then
 * fails within seconds (see `isUnavailable`), and later ones work again.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  pool = openPool(url, options)
  db = createKysely(pool)
  databaseSingleton.set({ db, pool })
  return db
}

/** Replaces the connection timeout given to `openDatabase` by the default. */
export function useDefaultConnectionTimeout(): void {
  pool.options.connectionTimeoutMillis = defaultConnectionTimeoutMs
}

/** Closes all connections. Queries in flight have a second to finish. */
export async function closeDatabase(): Promise<void> {
  const closed = async () => {
    await db.destroy()
    // Kysely leaves a pool alone that only libraries have used
    if (!pool.ending) await pool.end()
  }
  await Promise.race([closed(), wait(closeTimeoutMs, undefined, { ref: false })])
}

const beforeCommitSteps = new WeakMap<Transaction, (() => Promise<void>)[]>()

/** Runs `step` as the last part of a transaction of `transaction`. If it throws, the transaction is rolled back. */
export function beforeCommit(trx: Transaction, step: () => Promise<void>): void {
  const steps = beforeCommitSteps.get(trx)
  if (!steps) throw new Error('beforeCommit needs a transaction of `transaction`.')
  steps.push(step)
}

/**
 * Runs `work` in one transaction. Runs it again, three times in all, after a deadlock, a serialization failure or a
 * stale plan. Never call the outside world from `work`. Throws CommitInDoubt when the connection is lost during commit;
 * after any other error nothing was written.
 */
export async function transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let isDone = false
    try {
      return await withOwnConnection(() =>
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

/** The database's clock. Rules of the club never use another one. */
export const clubNow = sql<Date>`club_now()`

/** Reads the database's clock. */
export async function readNow(from: Queryable): Promise<Date> {
  const { now } = await from.selectNoFrom(clubNow.as('now')).executeTakeFirstOrThrow()
  return now
}

/** Returns the club's current date. */
export async function readToday(from: Queryable = db): Promise<Day> {
  const day = from.selectNoFrom(sql<Day>`club_today()`.as('today'))
  return (await day.executeTakeFirstOrThrow()).today
}

/** Days of the club's calendar since `day`, such as `2026-11-23`. Negative for a day in the future. */
export async function readDaysAgo(from: Queryable, day: string): Promise<number> {
  const { ago } = await from
    .selectNoFrom(sql<number>`club_today() - ${day}::date`.as('ago'))
    .executeTakeFirstOrThrow()
  return ago
}

/** The club's time zone, as a subquery that runs once a statement. */
export const clubZone = sql<string>`(select club_zone())`

/** `any` with one array parameter: an `in` list would be another statement for each length. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`
