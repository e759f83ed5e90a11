import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'

type SharedConnection = { client: Promise<pg.PoolClient> | null; users: number }

const storage = new AsyncLocalStorage<SharedConnection | null>()

/**
 * Runs `work`, whose concurrent statements share one connection and are sent without waiting for each other (pg's
 * pipelining). So a page takes one connection at a time, however many statements its operations run at once.
 */
export const withSharedConnection = <Result>(work: () => Promise<Result>): Promise<Result> =>
  storage.run({ client: null, users: 0 }, work)

/** Runs `work`, such as a transaction, with connections of its own. */
export const withOwnConnection = <Result>(work: () => Promise<Result>): Promise<Result> =>
  storage.run(null, work)

/** The pool as Kysely sees it: within `withSharedConnection` every statement gets the same connection. */
export function sharingPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const shared = storage.getStore()
      return (shared ? borrow(shared, pool) : pool.connect()) as ReturnType<PostgresPool['connect']>
    },
    end: () => pool.end(),
  } as PostgresPool
}

async function borrow(shared: SharedConnection, pool: pg.Pool) {
  shared.users += 1
  const connecting = (shared.client ??= pool.connect())
  const giveBack = () => {
    shared.users -= 1
    if (shared.users > 0) return
    shared.client = null
    connecting.then(
      (client) => client.release(),
      () => {},
    )
  }
  try {
    const client = await connecting
    return { query: (text: string, values: unknown[]) => client.query(text, values), release: giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}
