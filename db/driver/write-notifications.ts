import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { noteRemoteWrite, onWrite } from './data-version.ts'
import { noteRemovedPicture } from './removed-pictures.ts'

const channel = 'club_writes'
const pictureChannel = 'club_removed_pictures'
const notifyDelayMs = 5
const reconnectDelayMs = 1_000
const processId = randomUUID()

/**
 * Notifies the other processes of the club of writes, at most once in 5 ms, and listens for theirs. A notification that
 * is lost, as while the database is away, is not repeated. Also listens for deleted pictures. Returns a function that
 * ends both.
 */
export function shareWrites(url: string, pool: pg.Pool): () => Promise<void> {
  let isScheduled = false
  // outside of the transaction: PostgreSQL serialises commits of transactions that notify
  onWrite(() => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      pool.query('select pg_notify($1, $2)', [channel, processId]).catch(() => {})
    }, notifyDelayMs)
  })
  const ending = new AbortController()
  const listening = listenUntilAborted(url, ending.signal)
  return async () => {
    onWrite(() => {})
    ending.abort()
    await listening
  }
}

async function listenUntilAborted(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await listen(url, signal).catch(() => {})
    await wait(reconnectDelayMs, undefined, { signal }).catch(() => {})
  }
}

/** Listens until the connection is lost or `signal` aborts. */
async function listen(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'palestra writes',
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
  })
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve()).on('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ channel: from, payload = '' }) => {
    if (from === pictureChannel) return noteRemovedPicture(payload)
    if (payload !== processId) noteRemoteWrite()
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    await client.query(`listen ${pictureChannel}`)
    await ended
  } finally {
    // not awaited: a silent server would never answer
    void client.end().catch(() => {})
  }
}
