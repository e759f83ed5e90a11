import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises'

// A process works on one core, and whoever makes a page keeps it for some milliseconds. What is urgent asks the database
// several times and needs the core for a moment after each answer: were pages made as they come, it would wait each time.

/** What is urgent takes about as long on a busy process; whoever takes longer waits for somebody else. */
const longestMs = 20

const urgent = new Set<Promise<void>>()
let before: Promise<void> = Promise.resolve()
let workedSince = 0

/** Has those who take a turn wait until this is done, at most 20 milliseconds. Never throws. */
export function goFirst(work: Promise<void>): void {
  const end = () => {
    clearTimeout(late)
    urgent.delete(work)
  }
  const late = setTimeout(end, longestMs).unref()
  urgent.add(work)
  work.then(end, end)
}

/**
 * Resolves when it is the caller's turn for work that keeps the core: one after the other, who has come in meanwhile
 * heard in between, and nobody while something urgent is done. However much is urgent, turns have half of the time.
 */
export function takeTurn(): Promise<void> {
  before = follow(before)
  return before
}

async function follow(previous: Promise<void>): Promise<void> {
  await previous
  await nextRound()
  if (urgent.size === 0) return
  const longest = Math.min(longestMs, performance.now() - workedSince)
  await Promise.race([Promise.allSettled(urgent), wait(longest)])
  workedSince = performance.now()
}
