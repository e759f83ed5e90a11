import { CamelCasePlugin, Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from '#db/tables.ts'
import { clubClient, type OnStatement } from './club-client.ts'
import { ClubDialect } from './dialect.ts'
import { sharingPool } from './shared-connection.ts'

// What a query passes, outermost first:
// 1 Kysely, with literals in the text where a plan depends on them   dialect.ts
// 2 the connection that the statements of one page share             shared-connection.ts
// 3 pg.Pool, with the timeouts below                                 this file
// 4 statement hook, data version, prepared statements                club-client.ts
// 5 pg.Client, pipelining
// Libraries with tables of their own (sign-in, rate limits, jobs) use the pool, so they begin at 3.

// counts, sums and identities are far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// a calendar day is not an instant: it stays text, such as `2026-11-23`
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type DatabaseOptions = {
  /** Size of the pool, 10 by default. */
  connections?: number
  /** How long a query waits for a connection, in milliseconds. The default is `defaultConnectionTimeoutMs`. */
  connectionTimeoutMs?: number
  /** Whether statements, lock waits and idle transactions are bounded in time. True by default, false in tests. */
  enforceTimeouts?: boolean
  /** Whether statements are prepared once a connection. True by default, false behind a transaction pooler. */
  preparedStatements?: boolean
  /** Called with errors of connections, such as a restart of the server. The pool replaces the connection. */
  onConnectionError?: (error: Error) => void
  /** Called before each statement, in its caller's async context. */
  onStatement?: OnStatement
}

/** Longer than the first requests keep a process busy: it notices a connection only after that. */
export const defaultConnectionTimeoutMs = 4_000

const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  // the server ends a statement after 5 s, so this one is unreachable: the connection is destroyed
  query_timeout: 6_000,
}

export function openPool(url: string, options: DatabaseOptions): pg.Pool {
  const { preparedStatements = true, onStatement = () => {}, onConnectionError = () => {} } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? defaultConnectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.enforceTimeouts !== false && timeouts),
    application_name: 'palestra',
    pipeline: true,
    Client: clubClient({ preparedStatements, onStatement }),
  })
  // without listeners an error of a connection ends the process; the pool listens to idle ones only
  return pool.on('error', onConnectionError).on('connect', (client) => client.on('error', onConnectionError))
}

export const createKysely = (pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new ClubDialect({ pool: sharingPool(pool) }),
    plugins: [
      new CamelCasePlugin({ maintainNestedObjectKeys: true, underscoreBetweenUppercaseLetters: true }),
    ],
  })
