import { singleton } from '#core/singleton.ts'

const hourMs = 3_600_000
const hours = 24

type HourCounts = { number: number; answered: number; failed: number }
type Counters = {
  hours: HourCounts[]
  cacheCounters: { found: number; made: number; bytes: number }
}

const countersSingleton = singleton<Counters>('counters')
const counters =
  countersSingleton.get() ??
  countersSingleton.set({
    hours: Array.from({ length: hours }, () => ({ number: 0, answered: 0, failed: 0 })),
    cacheCounters: { found: 0, made: 0, bytes: 0 },
  })

/** Hits and renderings of the cache of visitors' responses, and its size in bytes. */
export const { cacheCounters } = counters

function currentHour(): HourCounts {
  const number = Math.floor(Date.now() / hourMs)
  const hour = counters.hours[number % hours]!
  if (hour.number !== number) Object.assign(hour, { number, answered: 0, failed: 0 })
  return hour
}

export const countResponse = () => void (currentHour().answered += 1)
/** Counts a response that reports an internal error. */
export const countFailure = () => void (currentHour().failed += 1)

/** Counts of this process in the running hour and the 23 before it. */
export function countLastDay(): { answered: number; failed: number } {
  const firstHour = Math.floor(Date.now() / hourMs) - hours
  const sum = { answered: 0, failed: 0 }
  for (const { number, answered, failed } of counters.hours)
    if (number > firstHour) {
      sum.answered += answered
      sum.failed += failed
    }
  return sum
}
