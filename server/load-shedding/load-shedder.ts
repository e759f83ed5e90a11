import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { paymentCalls } from '#api/v0/payments.ts'
import { withPriority } from '#db/client.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { prioritise } from '#platform/scheduling/render-scheduler.ts'
import { createFairQueue } from '#platform/scheduling/fair-queue.ts'

/** A process works on one core: more at once would only make each of them late, and every answer with them. */
const maxConcurrentReads = 4
/** What a process does in one to three seconds; whoever finds more before them is told to come again. */
const maxQueuedReads = 250
/** What is written costs less than a page, and an hour that hundreds want has one answer for each of them. */
const maxConcurrentWrites = 500
const queueTimeoutMs = 4_000
/** Who takes longer while this process has nothing to do waits for somebody else, such as a database far away. */
const maxIdleMs = 25

/** Money, and whether the club is well: never refused, and with connections of their own. */
const priorityPaths = [
  '/livez',
  '/readyz',
  '/metrics',
  '/payment',
  '/api/webhooks',
  ...paymentCalls.map(({ path }) => `/api${path}`),
]

/** An address with steps in it leads elsewhere than it seems to. */
const hasDotSegments = (url: string) => /\/\.|%2e|\\/i.test(url.split('?', 1)[0] ?? '')

const isPriority = (url: string) =>
  priorityPaths.some((address) => url.startsWith(address) && /^$|^[/?.]/.test(url.slice(address.length)))

/** They wait in a line of their own where they are made. */
const isPicture = (url: string) => url.startsWith('/images/')

export type LoadShedder = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void

/**
 * Lets in as many requests as this process can work on, has a few wait, and refuses the rest at once, which costs next
 * to nothing: so that whoever is let in is answered as fast as ever, however many come. Who writes does not
 * wait here, and is refused only while very many others are being answered.
 * Somebody keeps their place until this process had nothing to do for `longest` milliseconds.
 */
export function createLoadShedder(longest = maxIdleMs): LoadShedder {
  const line = createFairQueue({
    concurrency: maxConcurrentReads,
    maxQueued: maxQueuedReads,
    timeoutMs: queueTimeoutMs,
  })
  const writing = new Set<IncomingMessage>()
  /** Who still writes costs nothing yet, however long it takes. */
  const mayWrite = () => [...writing].filter(({ complete }) => complete).length < maxConcurrentWrites
  return (request, response, answer) => {
    const { url = '', method = '' } = request
    const isPlain = !hasDotSegments(url)
    if (isPlain && isPriority(url)) {
      prioritise(new Promise((resolve) => response.once('close', resolve)))
      return withPriority(answer)
    }
    if (isPlain && isPicture(url)) return answer()
    if (method !== 'GET' && method !== 'HEAD') {
      if (!mayWrite()) return rejectOverloaded(request, response)
      writing.add(request)
      response.once('close', () => writing.delete(request))
      return answer()
    }
    const work = async () => {
      // who has gone meanwhile needs no answer
      if (response.destroyed) return
      const done = bodyCompleteOrIdle(response, longest)
      answer()
      await done
    }
    line.run(1, work).catch(() => rejectOverloaded(request, response))
  }
}

/** Until all of an answer is made, be it sent or not, or somebody else is waited for. */
function bodyCompleteOrIdle(response: ServerResponse, longest: number): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.eventLoopUtilization()
    let late: NodeJS.Timeout
    // on a slow machine the work itself takes longer, and more of it at once would only pile up
    const look = () => {
      const left = longest - performance.eventLoopUtilization(began).idle
      if (left > 0) late = setTimeout(look, left)
      else resolve()
    }
    look()
    const end = () => {
      clearTimeout(late)
      resolve()
    }
    response.once('prefinish', end).once('close', end)
  })
}

const overloadMessage = 'The club is very busy. Try again in a moment.'

function rejectOverloaded({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return
  logTrouble('overload', new Error('More requests come than this process can answer.'))
  const isCall = url.startsWith('/api/')
  response
    .writeHead(503, {
      'Retry-After': '2',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': isCall ? 'application/problem+json' : 'text/plain; charset=utf-8',
    })
    .end(isCall ? JSON.stringify(overloadProblem) : `${overloadMessage}\n`)
}
const overloadProblem = {
  type: 'about:blank',
  title: 'Unavailable',
  status: 503,
  detail: overloadMessage,
  message: overloadMessage,
}
