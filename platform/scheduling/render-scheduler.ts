import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises'

// A process works on one core, and whoever makes a page keeps it for some milliseconds. What is urgent asks the database
// several times and needs the core for a moment after each answer: were pages made as they come, it would wait each time.

/** What is urgent takes about as long on a busy process; whoever takes longer waits for somebody else. */
const maxWaitMs = 20

const urgentWork = new Set<Promise<void>>()
let lastTurn: Promise<void> = Promise.resolve()
let lastYieldedAt = 0

/** Has those who take a turn wait until this is done, at most 20 milliseconds. Never throws. */
export function prioritise(work: Promise<void>): void {
  const end = () => {
    clearTimeout(late)
    urgentWork.delete(work)
  }
  const late = setTimeout(end, maxWaitMs).unref()
  urgentWork.add(work)
  work.then(end, end)
}

/**
 * Resolves when it is the caller's turn for work that keeps the core: one after the other, who has come in meanwhile
 * heard in between, and nobody while something urgent is done. However much is urgent, turns have half of the time.
 */
export function yieldToEventLoop(): Promise<void> {
  lastTurn = waitForPrevious(lastTurn)
  return lastTurn
}

async function waitForPrevious(previous: Promise<void>): Promise<void> {
  await previous
  await nextRound()
  if (urgentWork.size === 0) return
  const longest = Math.min(maxWaitMs, performance.now() - lastYieldedAt)
  await Promise.race([Promise.allSettled(urgentWork), wait(longest)])
  lastYieldedAt = performance.now()
}
