import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#platform/log.ts'
import { talkWith, type Ask } from '#platform/processes.ts'
import { project } from '#platform/project.ts'
import type { Ground } from '../prepare.ts'
import { handOverAgain } from './handed-over.ts'
import type { Served } from './messages.ts'
import type { Place } from './place.ts'

const stoppingMs = 9_000
const leavingMs = 20_000
const recentMs = 60_000

type Child = {
  ask: Ask
  /** Tells how it ended. */
  ended: Promise<string>
  /** Has it end in good order, or by force after so many milliseconds. */
  end: (how: 'leave' | 'stop', patienceMs: number) => Promise<unknown>
}

function startChild(): Child {
  cluster.setupPrimary({ exec: join(project, 'server', 'main.ts') })
  const worker = cluster.fork()
  // what it can no longer be told is told by its end
  worker.on('error', () => {})
  handOverAgain(worker)
  const ask = talkWith({
    send: (message) => worker.isConnected() && worker.send(message),
    on: worker.on.bind(worker) as Parameters<typeof talkWith>[0]['on'],
  })
  const ended = new Promise<string>((resolve) =>
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  )
  return {
    ask,
    ended,
    end: async (how, patienceMs) => {
      ask(how).catch(() => {})
      const late = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(late)
    },
  }
}

export type KeptPlace = ReturnType<typeof keepPlace>

/**
 * Keeps one place filled with a process that serves: another takes it when one ends by itself, at once, and after
 * pauses that grow where that happens again and again. `onFailure` hears when that other cannot serve either.
 */
export function keepPlace(place: Place, onFailure: (error: Error) => Promise<void>) {
  const alive = new Set<Child>()
  let serving: Child | null = null
  let filling: Promise<Served> | null = null
  let first: Child | null = null
  let given: Ground | null = null
  let isClosing = false
  let deaths: number[] = []

  function start(): Child {
    const child = startChild()
    alive.add(child)
    void child.ended.then(() => alive.delete(child))
    return child
  }

  /** Whoever wants the place filled while it is being filled gets the process that comes. */
  const fill = (child?: Child): Promise<Served> =>
    (filling ??= serveWith(child ?? start()).finally(() => (filling = null)))

  async function serveWith(child: Child): Promise<Served> {
    try {
      const served = await child.ask<Served>('serve', { ...given, place })
      serving = child
      void child.ended.then((how) => {
        if (serving !== child) return null
        serving = null
        return refill(how)
      })
      return served
    } catch (error) {
      // it would wait to be asked for as long as its parent lives
      await child.end('stop', stoppingMs)
      throw error
    }
  }

  async function refill(how: string): Promise<void> {
    if (isClosing) return
    deaths = [...deaths.filter((at) => at > performance.now() - recentMs), performance.now()]
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
    ask: <Told>(question: string) =>
      serving?.ask<Told>(question) ?? Promise.reject<Told>(new Error('Nobody serves here just now.')),
    /** Has its first process listen before it can serve, so that a port in use is known before anything is made. */
    openDoor: async () => {
      first = start()
      await first.ask('open door')
    },
    serve: (ground: Ground) => {
      given = ground
      return fill(first ?? undefined)
    },
    /** Puts a new process in the place of the one that serves, which goes once everybody whom it serves has gone. */
    async renew(): Promise<void> {
      const before = serving
      await fill()
      await before?.end('leave', leavingMs)
    },
    async close(): Promise<void> {
      isClosing = true
      await Promise.all([...alive].map((child) => child.end('stop', stoppingMs)))
    },
  }
}
