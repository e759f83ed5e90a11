import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorMessage } from '#core/error-message.ts'
import { isUnavailable } from '#db/errors.ts'
import { StartError } from './start-error.ts'

/**
 * Waits until the database responds, a minute by default, and prints the reason: both may be started by the same
 * boot. Throws a StartError after that, or at once when waiting is of no use.
 */
export async function waitForDatabase(url: string, say: (line: string) => void, patienceMs = 60_000) {
  const end = Date.now() + patienceMs
  let told = ''
  for (;;) {
    const error = await findConnectionError(url)
    if (error === null) return
    const reason = errorMessage(error)
    if (!isUnavailable(error) || Date.now() > end)
      throw new StartError(`The database at DATABASE_URL cannot be reached: ${reason}.`)
    if (reason !== told) say(`Waiting for the database at DATABASE_URL: ${reason}.`)
    told = reason
    await wait(Math.min(1_000, patienceMs / 4))
  }
}

async function findConnectionError(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error
  } finally {
    // not awaited: a server that hangs would never respond
    void client.end().catch(() => {})
  }
}
