import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { KillableClub } from './killable-club.ts'
import { timeoutFor } from './test-scale.ts'

type TimedResponse = { status: number; ms: number; asked: number; when: number; hasRetryAfter: boolean }

/** Sends requests that need the database, eight at a time, and to /readyz, until stopped. */
function pollContinuously({ url }: KillableClub) {
  const [answers, looks]: [TimedResponse[], TimedResponse[]] = [[], []]
  let isOver = false
  const ask = async (path: string, into: TimedResponse[], pauseMs: number) => {
    while (!isOver) {
      const began = performance.now()
      const { status, headers } = await fetch(url + path, { signal: AbortSignal.timeout(60_000) })
      const when = performance.now()
      const ms = Math.round(when - began)
      into.push({ status, asked: began, when, ms, hasRetryAfter: headers.has('Retry-After') })
      await wait(pauseMs)
    }
  }
  const running = [
    // nothing cached
    ...Array.from({ length: 8 }, () => ask('/api/trainers?anew', answers, 50)),
    ask('/readyz', looks, 100),
  ]
  return {
    async end() {
      isOver = true
      await Promise.all(running)
      return { answers, looks }
    },
  }
}

const slowestMs = (answers: TimedResponse[]) => Math.max(...answers.map(({ ms }) => ms))

/**
 * Measures a club whose database does not respond for some seconds: response times, readiness and the time to
 * recover, in milliseconds.
 */
export async function measureDatabaseOutage(
  club: KillableClub,
  seconds: number,
  be: (silent: boolean) => void,
) {
  const asking = pollContinuously(club)
  await wait(500)
  const began = performance.now()
  be(true)
  await wait(seconds * 1_000)
  be(false)
  const ended = performance.now()
  const isWell = async () =>
    (await fetch(`${club.url}/readyz`)).ok && (await fetch(`${club.url}/api/trainers?anew`)).ok
  await expect.poll(isWell, { timeout: 30_000, interval: 50 }).toBe(true)
  const back = Math.round(performance.now() - ended)
  const { answers, looks } = await asking.end()
  const all = [...answers, ...looks]
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(all.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter)).toEqual([])
  const isLate = ({ asked, when }: TimedResponse) => asked > began + 2_000 && when < ended
  const untrue = looks.filter((look) => look.status === 200 && isLate(look))
  // a frozen server is restarted meanwhile, so it may be ready early
  expect(untrue.length === 0 || seconds > 20, '/readyz said ok in the silence').toBe(true)
  expect(slowestMs(looks)).toBeLessThan(timeoutFor(20_000, 4_000))
  expect(slowestMs(answers)).toBeLessThan(timeoutFor(30_000, 12_000))
  return {
    silent: `${seconds} s`,
    answers: answers.length,
    unanswered: 0,
    'slowest ms': slowestMs(answers),
    '/readyz slowest ms': slowestMs(looks),
    'well after ms': back,
  }
}
