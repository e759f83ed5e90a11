import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#platform/observability/log.ts'
import { connectPeer, type SendRequest } from '#platform/worker-ipc.ts'
import { projectRoot } from '#core/project-root.ts'
import type { RuntimeConfig } from '#server/bootstrap/bootstrap.ts'
import { redistributePendingConnections } from './connection-handover.ts'
import type { ServingInfo } from './messages.ts'
import type { WorkerSlot } from './worker-slot.ts'

const stopTimeoutMs = 9_000
const drainTimeoutMs = 20_000
const crashWindowMs = 60_000

type WorkerProcess = {
  request: SendRequest
  /** Resolves with the exit code or signal. */
  exited: Promise<string>
  /** Has it end in good order, or by force after so many milliseconds. */
  stop: (how: 'leave' | 'stop', patienceMs: number) => Promise<unknown>
}

function startWorkerProcess(): WorkerProcess {
  cluster.setupPrimary({ exec: join(projectRoot, 'server', 'main.ts') })
  const worker = cluster.fork()
  // what it can no longer be told is told by its end
  worker.on('error', () => {})
  redistributePendingConnections(worker)
  const request = connectPeer({
    send: (message) => worker.isConnected() && worker.send(message),
    on: worker.on.bind(worker) as Parameters<typeof connectPeer>[0]['on'],
  })
  const exited = new Promise<string>((resolve) =>
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  )
  return {
    request,
    exited,
    stop: async (how, patienceMs) => {
      request(how).catch(() => {})
      const late = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs)
      await exited
      clearTimeout(late)
    },
  }
}

export type SupervisedWorker = ReturnType<typeof superviseWorker>

/**
 * Keeps one worker slot filled: an exited worker is replaced at once, and after growing delays if that repeats.
 * Calls `onFailure` when the replacement cannot serve either.
 */
export function superviseWorker(place: WorkerSlot, onFailure: (error: Error) => Promise<void>) {
  const alive = new Set<WorkerProcess>()
  let serving: WorkerProcess | null = null
  let filling: Promise<ServingInfo> | null = null
  let first: WorkerProcess | null = null
  let given: RuntimeConfig | null = null
  let isClosing = false
  let deaths: number[] = []

  function start(): WorkerProcess {
    const child = startWorkerProcess()
    alive.add(child)
    void child.exited.then(() => alive.delete(child))
    return child
  }

  /** Concurrent calls get the same new worker. */
  const fill = (child?: WorkerProcess): Promise<ServingInfo> =>
    (filling ??= serveWith(child ?? start()).finally(() => (filling = null)))

  async function serveWith(child: WorkerProcess): Promise<ServingInfo> {
    try {
      const served = await child.request<ServingInfo>('serve', { ...given, place })
      serving = child
      void child.exited.then((how) => {
        if (serving !== child) return null
        serving = null
        return refill(how)
      })
      return served
    } catch (error) {
      // it would wait to be asked for as long as its parent lives
      await child.stop('stop', stopTimeoutMs)
      throw error
    }
  }

  async function refill(how: string): Promise<void> {
    if (isClosing) return
    deaths = [...deaths.filter((at) => at > performance.now() - crashWindowMs), performance.now()]
    const pauseSeconds = deaths.length === 1 ? 0 : Math.min(30, 2 ** (deaths.length - 2))
    log.error({ part: 'processes', place: place.number, how, pauseSeconds }, 'A process of the club ended')
    await wait(pauseSeconds * 1_000)
    if (isClosing || serving) return
    await fill().catch((error: Error) => {
      if (isClosing) return
      void onFailure(error)
      return refill(error.message)
    })
  }

  return {
    number: place.number,
    isServing: () => serving !== null,
    request: <Told>(question: string) =>
      serving?.request<Told>(question) ?? Promise.reject<Told>(new Error('Nobody serves here just now.')),
    /** Has its first process listen before it can serve, so that a port in use is known before anything is made. */
    startHttpServer: async () => {
      first = start()
      await first.request('open door')
    },
    serve: (ground: RuntimeConfig) => {
      given = ground
      return fill(first ?? undefined)
    },
    /** Puts a new process in the place of the one that serves, which goes once everybody whom it serves has gone. */
    async replaceWorker(): Promise<void> {
      const before = serving
      await fill()
      await before?.stop('leave', drainTimeoutMs)
    },
    async close(): Promise<void> {
      isClosing = true
      await Promise.all([...alive].map((child) => child.stop('stop', stopTimeoutMs)))
    },
  }
}
