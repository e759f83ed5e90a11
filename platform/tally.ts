import { answerTo, askEverybody } from './processes.ts'
import { kept } from './running.ts'

// What this process answered, counted as it goes; the club's page on how it is doing and its metrics tell it.

const hourMs = 3_600_000
const hours = 24

type Hour = { number: number; answered: number; failed: number }
type Tally = {
  hours: Hour[]
  keptAnswers: { found: number; made: number; bytes: number }
}

const counted = kept<Tally>('tally')
const tally =
  counted.get() ??
  counted.set({
    hours: Array.from({ length: hours }, () => ({ number: 0, answered: 0, failed: 0 })),
    keptAnswers: { found: 0, made: 0, bytes: 0 },
  })

/** What visitors got from memory, what was made for them, and how many bytes lie ready. */
export const { keptAnswers } = tally

function thisHour(): Hour {
  const number = Math.floor(Date.now() / hourMs)
  const hour = tally.hours[number % hours]!
  if (hour.number !== number) Object.assign(hour, { number, answered: 0, failed: 0 })
  return hour
}

export const countAnswer = () => void (thisHour().answered += 1)
/** Counts one of the answers that told of a fault of the club's own. */
export const countFailure = () => void (thisHour().failed += 1)
type Day = { answered: number; failed: number }

function answersHere(): Day {
  const first = Math.floor(Date.now() / hourMs) - hours
  const sum = { answered: 0, failed: 0 }
  for (const { number, answered, failed } of tally.hours)
    if (number > first) {
      sum.answered += answered
      sum.failed += failed
    }
  return sum
}

answerTo('answers of a day', answersHere)

/** Of the last 24 hours, the running one and the 23 before it, of all processes that serve beside this one. */
export async function answersOfADay(): Promise<Day> {
  const sum = { answered: 0, failed: 0 }
  for (const { answered, failed } of await askEverybody<Day>('answers of a day')) {
    sum.answered += answered
    sum.failed += failed
  }
  return sum
}
