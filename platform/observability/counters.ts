import { handleMessage, requestAllProcesses } from '#platform/worker-ipc.ts'
import { singleton } from '#core/singleton.ts'

// What this process answered, counted as it goes; the club's page on how it is doing and its metrics tell it.

const hourMs = 3_600_000
const hours = 24

type HourCounts = { number: number; answered: number; failed: number }
type Counters = {
  hours: HourCounts[]
  cacheCounters: { found: number; made: number; bytes: number }
}

const countersSingleton = singleton<Counters>('tally')
const counters =
  countersSingleton.get() ??
  countersSingleton.set({
    hours: Array.from({ length: hours }, () => ({ number: 0, answered: 0, failed: 0 })),
    cacheCounters: { found: 0, made: 0, bytes: 0 },
  })

/** What visitors got from memory, what was made for them, and how many bytes lie ready. */
export const { cacheCounters } = counters

function currentHour(): HourCounts {
  const number = Math.floor(Date.now() / hourMs)
  const hour = counters.hours[number % hours]!
  if (hour.number !== number) Object.assign(hour, { number, answered: 0, failed: 0 })
  return hour
}

export const countResponse = () => void (currentHour().answered += 1)
/** Counts one of the answers that told of a fault of the club's own. */
export const countFailure = () => void (currentHour().failed += 1)
type DayCounts = { answered: number; failed: number }

function localDayCounts(): DayCounts {
  const first = Math.floor(Date.now() / hourMs) - hours
  const sum = { answered: 0, failed: 0 }
  for (const { number, answered, failed } of counters.hours)
    if (number > first) {
      sum.answered += answered
      sum.failed += failed
    }
  return sum
}

handleMessage('answers of a day', localDayCounts)

/** Of the last 24 hours, the running one and the 23 before it, of all processes that serve beside this one. */
export async function countLastDay(): Promise<DayCounts> {
  const sum = { answered: 0, failed: 0 }
  for (const { answered, failed } of await requestAllProcesses<DayCounts>('answers of a day')) {
    sum.answered += answered
    sum.failed += failed
  }
  return sum
}
