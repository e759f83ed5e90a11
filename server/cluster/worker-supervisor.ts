import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#core/project-root.ts'
import { log } from '#platform/observability/log.ts'
import type { RuntimeConfig } from '#server/bootstrap/bootstrap.ts'
import { request, type ServingReply } from './messages.ts'
import type { WorkerSlot } from './worker-slot.ts'

const stopTimeoutMs = 9_000
const drainTimeoutMs = 20_000
const crashWindowMs = 60_000

type WorkerProcess = { worker: Worker; exited: Promise<string> }

function forkWorker(): WorkerProcess {
  // all workers accept from one socket, so no connection is lost with a worker that exits
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(projectRoot, 'server', 'main.ts') })
  const worker = cluster.fork()
  // a message that cannot be sent is followed by `exit`
  worker.on('error', () => {})
  const exited = new Promise<string>((resolve) =>
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  )
  return { worker, exited }
}

/** Ends a worker gracefully, and by force after a timeout. */
async function endWorker({ worker, exited }: WorkerProcess, type: 'drain' | 'stop'): Promise<void> {
  if (worker.isConnected()) worker.send({ type })
  const timeoutMs = type === 'drain' ? drainTimeoutMs : stopTimeoutMs
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs)
  await exited
  clearTimeout(timer)
}

export type SupervisedWorker = ReturnType<typeof superviseWorker>

/**
 * Keeps one worker in a slot. A worker that exits is replaced at once, and after growing delays when that repeats within
 * a minute. Calls `onFailure` when the replacement cannot serve either.
 */
export function superviseWorker(slot: WorkerSlot, onFailure: (error: Error) => Promise<void>) {
  const alive = new Set<WorkerProcess>()
  let serving: WorkerProcess | null = null
  let starting: Promise<ServingReply> | null = null
  let early: WorkerProcess | null = null
  let config: RuntimeConfig | null = null
  let isClosing = false
  let isReplacing = false
  let crashes: number[] = []

  function fork(): WorkerProcess {
    const child = forkWorker()
    alive.add(child)
    void child.exited.then(() => alive.delete(child))
    return child
  }

  /** Starts a worker in the slot, unless one is being started already. */
  const fill = (child?: WorkerProcess): Promise<ServingReply> =>
    (starting ??= startServing(child ?? fork()).finally(() => (starting = null)))

  async function startServing(child: WorkerProcess): Promise<ServingReply> {
    try {
      const reply = await request(child.worker, { type: 'serve', slot, ...config! })
      if (reply.type !== 'serving') throw new Error(`A worker replied ${reply.type}.`)
      serving = child
      void child.exited.then((how) => {
        if (serving !== child) return null
        serving = null
        isReplacing = true
        return refill(how)
      })
      return reply
    } catch (error) {
      await endWorker(child, 'stop')
      throw error
    }
  }

  /** Replaces a worker that ended or could not start, for this reason. */
  async function refill(how: string): Promise<void> {
    if (isClosing) return
    const now = performance.now()
    crashes = [...crashes.filter((at) => at > now - crashWindowMs), now]
    const pauseSeconds = crashes.length === 1 ? 0 : Math.min(30, 2 ** (crashes.length - 2))
    log.error({ part: 'processes', place: slot.number, how, pauseSeconds }, 'A process of the club ended')
    await wait(pauseSeconds * 1_000)
    isReplacing = false
    if (isClosing || serving) return
    await fill().catch((error: Error) => {
      if (isClosing) return
      void onFailure(error)
      return refill(error.message)
    })
  }

  return {
    refill,
    /** Whether the slot has a worker that serves or starts, or waits for the replacement of one that served. */
    hasWorker: () => serving !== null || starting !== null || isReplacing,
    /** Opens the port in the first worker before there is a club to serve. Throws a StartError when it is in use. */
    listen: async (): Promise<void> => {
      early = fork()
      await request(early.worker, { type: 'listen' })
    },
    serve: (runtimeConfig: RuntimeConfig): Promise<ServingReply> => {
      config = runtimeConfig
      return fill(early ?? undefined)
    },
    /** Starts a new worker, then drains the old one. */
    async replace(): Promise<void> {
      const before = serving
      await fill()
      if (before) await endWorker(before, 'drain')
    },
    async stop(): Promise<void> {
      isClosing = true
      await Promise.all([...alive].map((child) => endWorker(child, 'stop')))
    },
  }
}
