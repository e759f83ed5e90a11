import { log } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { bootstrap, type RuntimeConfig } from '#server/bootstrap/bootstrap.ts'
import { shutDownOnSignal, shuttingDown } from '#server/bootstrap/shutdown.ts'
import { printBanner } from '#server/bootstrap/startup-banner.ts'
import type { ServingReply } from './messages.ts'
import { superviseWorker, type SupervisedWorker } from './worker-supervisor.ts'

/**
 * Prepares the database and serves the club with `count` workers at one port. Returns when each of them has started or
 * failed. A signal stops the club gracefully; SIGUSR2 replaces the workers one after the other.
 */
export async function runCluster(count: number): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const onFailure = async (reason: Error) => {
    if (isAnyLeft(workers)) return
    process.stderr.write(`No process of the club can serve any more: ${reason.message}\n`)
    await stop()
    process.exit(1)
  }
  const workers = Array.from({ length: count }, (_, index) =>
    superviseWorker({ number: index + 1, of: count }, onFailure),
  )
  const steps: (() => Promise<void>)[] = []
  const stop = shutDownOnSignal(async () => {
    shuttingDown.set(true)
    await Promise.all(workers.map((worker) => worker.stop()))
  }, steps)
  let isServing = false
  let restarting: Promise<void> | null = null
  process.on('SIGUSR2', () => {
    if (isServing && !shuttingDown.get())
      restarting ??= rollingRestart(workers).finally(() => (restarting = null))
  })
  try {
    // a port in use is reported before a database is made
    await workers[0]?.listen()
    const config = await bootstrap(settings, print, (step) => steps.unshift(step))
    const first = await serveWithAny(workers, config)
    isServing = true
    printBanner(print, { ...first, isDemo: config.isDemo })
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Whether a club goes on after a worker could not start: another one serves, or still starts. Workers that ended at the
 * same moment do not start equally fast.
 */
export const isAnyLeft = (workers: Pick<SupervisedWorker, 'hasWorker'>[]): boolean =>
  workers.some((worker) => worker.hasWorker())

/**
 * Starts all workers. Returns the reply of the first that serves; the slots of those that failed are refilled. Throws
 * the first failure when none serves.
 */
export async function serveWithAny(
  workers: Pick<SupervisedWorker, 'serve' | 'refill'>[],
  config: RuntimeConfig,
): Promise<ServingReply> {
  const starts = await Promise.allSettled(workers.map((worker) => worker.serve(config)))
  const serving = starts.find((start) => start.status === 'fulfilled')
  const failed = starts.flatMap((start, index) =>
    start.status === 'rejected' ? { worker: workers[index]!, reason: start.reason as Error } : [],
  )
  if (!serving) throw failed[0]?.reason ?? new Error('A club needs one process at least.')
  for (const { worker, reason } of failed) void worker.refill(reason.message)
  return serving.value
}

/** Replaces one worker after the other. When a new one cannot serve, the remaining old ones stay. */
async function rollingRestart(workers: SupervisedWorker[]): Promise<void> {
  try {
    for (const worker of workers) {
      await worker.replace()
      if (shuttingDown.get()) return
    }
    log.info({ part: 'processes' }, 'All processes of the club are new')
  } catch (error) {
    if (shuttingDown.get()) return
    log.error(
      { part: 'processes', reason: (error as Error).message },
      'A new process of the club cannot serve',
    )
  }
}
