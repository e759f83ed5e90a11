import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { markChanged, setChangeListener } from './invalidation.ts'

const channel = 'club_changes'
const broadcastDelayMs = 5
const reconnectDelayMs = 1_000
const instanceId = randomUUID()

/**
 * Tells the other processes of this club which tables change here, within milliseconds, and hears it from them.
 * What is not heard, as while the database is away, is not said again. Answers how to end it.
 */
export function broadcastChanges(url: string, pool: pg.Pool): () => Promise<void> {
  let untold: Set<string> | null = null
  const tell = async () => {
    const tables = [...(untold ?? [])].join(' ')
    untold = null
    await pool.query('select pg_notify($1, $2)', [channel, `${instanceId} ${tables}`]).catch(() => {})
  }
  // never within the transaction: the database lets those who notify commit only one after the other
  setChangeListener((tables) => {
    if (untold === null) setTimeout(() => void tell(), broadcastDelayMs)
    untold = (untold ?? new Set()).union(tables)
  })
  const ending = new AbortController()
  const listening = listenUntilAborted(url, ending.signal)
  return async () => {
    setChangeListener(() => {})
    ending.abort()
    await listening
  }
}

async function listenUntilAborted(url: string, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await listen(url, ending).catch(() => {})
    await wait(reconnectDelayMs, undefined, { signal: ending }).catch(() => {})
  }
}

/** Hears the other processes until the connection is lost or nobody needs it any more. */
async function listen(url: string, ending: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'palestra changes',
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
  })
  const over = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).on('end', () => resolve())
    ending.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ payload = '' }) => {
    const [from, ...tables] = payload.split(' ')
    if (from !== instanceId) markChanged(tables)
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    await over
  } finally {
    // a server that is silent would keep it from ending
    void client.end().catch(() => {})
  }
}
