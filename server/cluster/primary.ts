import { setTimeout as wait } from 'node:timers/promises'
import { settings } from '#platform/settings/env.ts'
import { lendReads } from '#platform/rate-limits/rate-limits.ts'
import { log } from '#platform/observability/log.ts'
import { handleMessage } from '#platform/worker-ipc.ts'
import { printBanner, printFirstAdminLink } from '#server/bootstrap/startup-banner.ts'
import { bootstrap } from '#server/bootstrap/bootstrap.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { shutDownOnSignal, shuttingDown } from '#server/bootstrap/shutdown.ts'
import { superviseWorker, type SupervisedWorker } from './worker-supervisor.ts'

const replyTimeoutMs = 1_000

/**
 * Starts the club as so many processes that share its port, and minds them; returns once all of them serve. This one
 * prepares the database, counts what they count together, and tells each what the others know. A signal stops them in
 * good order; SIGUSR2 puts new ones in their places, one after the other, while the club goes on.
 */
export async function runCluster(count: number): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const fail = async (reason: Error) => {
    if (places.some((place) => place.isServing())) return
    process.stderr.write(`No process of the club can serve any more: ${reason.message}\n`)
    await stop()
    process.exit(1)
  }
  const places = Array.from({ length: count }, (_, index) =>
    superviseWorker({ number: index + 1, of: count }, fail),
  )
  const steps: (() => Promise<void>)[] = []
  const stop = shutDownOnSignal(async () => {
    shuttingDown.set(true)
    await Promise.all(places.map((place) => place.close()))
  }, steps)
  let isOpen = false
  let renewing: Promise<void> | null = null
  process.on('SIGUSR2', () => {
    if (isOpen && !shuttingDown.get()) renewing ??= rollingRestart(places).finally(() => (renewing = null))
  })
  lendReads(count)
  handleMessage('everybody', (question: string) => requestAllWorkers(places, question))
  try {
    await places[0]?.startHttpServer()
    const ground = await bootstrap(settings, say, (step) => steps.unshift(step))
    const [first] = await Promise.all(places.map((place) => place.serve(ground)))
    if (!first) throw new StartError('A club needs one process at least.')
    isOpen = true
    printBanner(say, { isDemo: ground.isDemo, port: first.port, clubName: first.clubName })
    if (!ground.isDemo)
      await printFirstAdminLink(say, async () => places[0]?.request<string | null>('first admin link'))
  } catch (error) {
    await stop()
    throw error
  }
}

/** One after the other, so that all others serve meanwhile; where a new one cannot serve, the old ones stay. */
async function rollingRestart(places: SupervisedWorker[]): Promise<void> {
  try {
    for (const place of places) {
      await place.replaceWorker()
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

/** The replies of all workers; one without a reply in time is left out. */
async function requestAllWorkers(places: SupervisedWorker[], question: string): Promise<unknown[]> {
  const late = wait(replyTimeoutMs, null, { ref: false })
  const told = places.map((place) => Promise.race([late, place.request(question).catch(() => null)]))
  return (await Promise.all(told)).filter((each) => each !== null)
}
