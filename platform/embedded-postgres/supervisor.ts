import { once } from 'node:events'
import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

const maxBackoffMs = 5_000
const heartbeatMs = 5_000
const logLimitBytes = 5 * 1024 * 1024

/**
 * Watches the server over one connection, and restarts it whenever the connection is lost or refused. Delays between
 * attempts grow to five seconds.
 */
export function supervise(watched: {
  connect: () => Promise<Client>
  /** Throws when the server accepts a connection and does not respond. */
  ask: () => Promise<void>
  bringBack: (signal: AbortSignal) => Promise<void>
  log: (line: string) => void
}): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await waitUntilLost(watched, signal)
      if (!signal.aborted) await recover(watched.bringBack, watched.log, signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

type SupervisedServer = Parameters<typeof supervise>[0]

async function waitUntilLost({ connect, ask }: SupervisedServer, signal: AbortSignal): Promise<void> {
  let client: Client
  try {
    client = await connect()
  } catch {
    return
  }
  const watching = new AbortController()
  const end = AbortSignal.any([signal, watching.signal])
  // not events.once, which would reject with the error before the end
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  await Promise.race([lost, waitUntilUnresponsive(ask, end)])
  watching.abort()
  // not awaited: a server that hangs would never respond
  void client.end().catch(() => {})
}

/**
 * Resolves when the server no longer responds, or when the signal is aborted. A frozen server keeps its connections
 * open.
 */
async function waitUntilUnresponsive(ask: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = once(signal, 'abort').then(() => false)
  const isSilent = () =>
    ask().then(
      () => false,
      () => true,
    )
  while (!signal.aborted) {
    await wait(heartbeatMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted && (await Promise.race([isSilent(), ended]))) return
  }
}

async function recover(
  bringBack: (signal: AbortSignal) => Promise<void>,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  log('PostgreSQL does not answer; bringing it back.')
  const since = Date.now()
  let lastReason = ''
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await bringBack(signal)
      log(`PostgreSQL is back after ${((Date.now() - since) / 1000).toFixed(1)} s.`)
      return
    } catch (error) {
      if (signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== lastReason) log(`PostgreSQL is not back yet, trying on: ${reason}`)
      lastReason = reason
    }
    await wait(Math.min(200 * 2 ** attempt, maxBackoffMs), undefined, { signal }).catch(() => {})
  }
}

/** Rotates PostgreSQL's log: the current file and one older, about five megabytes each. */
export function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size <= logLimitBytes) return
    copyFileSync(logFile, `${logFile}.old`)
    truncateSync(logFile)
  } catch {
    // a log that cannot be rotated now is rotated at the next attempt
  }
}
