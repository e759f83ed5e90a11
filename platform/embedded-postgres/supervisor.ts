import { once } from 'node:events'
import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

const longestPauseMs = 5_000
const logLimitBytes = 5 * 1024 * 1024

/**
 * Watches the server over one connection of its own, and brings the server back whenever that is lost,
 * again and again with growing pauses of at most five seconds, until it is told to stop.
 */
export function supervise(watched: {
  connect: () => Promise<Client>
  bringBack: (signal: AbortSignal) => Promise<void>
  log: (line: string) => void
}): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await untilLost(watched.connect, signal)
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

async function untilLost(connect: () => Promise<Client>, signal: AbortSignal): Promise<void> {
  let client: Client
  try {
    client = await connect()
  } catch {
    return
  }
  // Not events.once, which would fail with the error that comes before the end.
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  const leave = () => void client.end().catch(() => {})
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  await Promise.race([lost, stillThereAfterLeaving(signal)])
  signal.removeEventListener('abort', leave)
}

/** A server that hangs never answers a goodbye, and stopping must not wait for it. */
async function stillThereAfterLeaving(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
  await wait(1_000, undefined, { ref: false })
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
    await wait(Math.min(200 * 2 ** attempt, longestPauseMs), undefined, { signal }).catch(() => {})
  }
}

/** Keeps PostgreSQL's own log and one older part of it, each at most about five megabytes. */
export function keepLogShort(logFile: string): void {
  try {
    if (statSync(logFile).size <= logLimitBytes) return
    copyFileSync(logFile, `${logFile}.old`)
    truncateSync(logFile)
  } catch {
    // A log that cannot be shortened now is shortened at the next try; it is no reason to stop a club.
  }
}
