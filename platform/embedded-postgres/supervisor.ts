import { once } from 'node:events'
import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

const maxBackoffMs = 5_000
const heartbeatMs = 5_000
const logLimitBytes = 5 * 1024 * 1024

/**
 * Watches the server over one connection of its own, and brings the server back whenever that is lost or a
 * new one gets no answer, again and again with growing pauses of at most five seconds, until it is told to stop.
 */
export function supervise(watched: {
  connect: () => Promise<Client>
  /** Fails when the server takes a connection and then says nothing. */
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
  // Not events.once, which would fail with the error that comes before the end.
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  await Promise.race([lost, waitUntilUnresponsive(ask, end)])
  watching.abort()
  // not waited for: a server that hangs never answers a goodbye
  void client.end().catch(() => {})
}

/** Until the server says nothing to a question, or the signal is given. A frozen one keeps its connections. */
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

/** Keeps PostgreSQL's own log and one older part of it, each at most about five megabytes. */
export function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size <= logLimitBytes) return
    copyFileSync(logFile, `${logFile}.old`)
    truncateSync(logFile)
  } catch {
    // A log that cannot be shortened now is shortened at the next try; it is no reason to stop a club.
  }
}
