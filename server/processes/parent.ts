import { setTimeout as wait } from 'node:timers/promises'
import { settings } from '#platform/env.ts'
import { lendReads } from '#platform/limits.ts'
import { log } from '#platform/log.ts'
import { answerTo } from '#platform/processes.ts'
import { greet, showFirstAdminLink } from '../greeting.ts'
import { prepare } from '../prepare.ts'
import { StartError } from '../start-error.ts'
import { stopOnSignal, stopping } from '../stopping.ts'
import { keepPlace, type KeptPlace } from './children.ts'

const patienceMs = 1_000

/**
 * Starts the club as so many processes that share its port, and minds them; returns once all of them serve. This one
 * prepares the database, counts what they count together, and tells each what the others know. A signal stops them in
 * good order; SIGUSR2 puts new ones in their places, one after the other, while the club goes on.
 */
export async function runMany(count: number): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const fail = async (reason: Error) => {
    if (places.some((place) => place.isServing())) return
    process.stderr.write(`No process of the club can serve any more: ${reason.message}\n`)
    await stop()
    process.exit(1)
  }
  const places = Array.from({ length: count }, (_, index) =>
    keepPlace({ number: index + 1, of: count }, fail),
  )
  const steps: (() => Promise<void>)[] = []
  const stop = stopOnSignal(async () => {
    stopping.set(true)
    await Promise.all(places.map((place) => place.close()))
  }, steps)
  let isOpen = false
  let renewing: Promise<void> | null = null
  process.on('SIGUSR2', () => {
    if (isOpen && !stopping.get()) renewing ??= renew(places).finally(() => (renewing = null))
  })
  lendReads(count)
  answerTo('everybody', (question: string) => everybody(places, question))
  try {
    await places[0]?.openDoor()
    const ground = await prepare(settings, say, (step) => steps.unshift(step))
    if (ground.isDemo) (await import('#demo/identity/memory.ts')).shareMemory()
    const [first] = await Promise.all(places.map((place) => place.serve(ground)))
    if (!first) throw new StartError('A club needs one process at least.')
    isOpen = true
    greet(say, { isDemo: ground.isDemo, port: first.port, clubName: first.clubName })
    if (!ground.isDemo)
      await showFirstAdminLink(say, async () => places[0]?.ask<string | null>('first admin link'))
  } catch (error) {
    await stop()
    throw error
  }
}

/** One after the other, so that all others serve meanwhile; where a new one cannot serve, the old ones stay. */
async function renew(places: KeptPlace[]): Promise<void> {
  try {
    for (const place of places) {
      await place.renew()
      if (stopping.get()) return
    }
    log.info({ part: 'processes' }, 'All processes of the club are new')
  } catch (error) {
    if (stopping.get()) return
    log.error(
      { part: 'processes', reason: (error as Error).message },
      'A new process of the club cannot serve',
    )
  }
}

/** What all that serve answer; whoever is silent is left out. */
async function everybody(places: KeptPlace[], question: string): Promise<unknown[]> {
  const late = wait(patienceMs, null, { ref: false })
  const told = places.map((place) => Promise.race([late, place.ask(question).catch(() => null)]))
  return (await Promise.all(told)).filter((each) => each !== null)
}
