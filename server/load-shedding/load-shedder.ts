import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { statusTitles } from '#api/problem-details.ts'
import { offeredLanguages } from '#domain/club/club.server.ts'
import { inLanguage, t } from '#messages/t.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { tooSlowMessage } from '#platform/request-body/read-body.ts'
import { createFairQueue } from '#platform/scheduling/fair-queue.ts'
import { languageOfRefusal } from '#server/http/language-of-request.ts'
import type { RouteMatcher } from '#server/http/route-patterns.ts'
import { hasSignedCredentials } from '#sign-in/sessions/actor.server.ts'
import { announcesBody, awaitBody } from './await-body.ts'
import { machineRoutes, paymentRoutes } from './urgent-routes.ts'

const timeoutMs = 4_000

/**
 * Requests of each priority run and wait within bounds of their own. A process has one core: more reads at once would
 * only delay each other, and one at a time delays urgent requests least. Reads and writes together leave connections
 * of the pool to urgent requests.
 */
const bounds = {
  urgent: { concurrency: 8, maxQueued: 250, timeoutMs },
  write: { concurrency: 4, maxQueued: 500, timeoutMs },
  read: { concurrency: 4, maxQueued: 250, timeoutMs },
}
type Priority = keyof typeof bounds

/** After an urgent request more are expected, since a payment takes several. */
const urgentSeriesMs = 500

/** A request that leaves the process idle for longer waits on I/O, such as a slow sender or database. */
const defaultMaxIdleMs = 25

/** A URL with dot segments does not lead where it seems to. */
const hasDotSegments = (url: string) => /\/\.|%2e|\\/i.test(url.split('?', 1)[0] ?? '')

const isUrgentFor = {
  machines: new Set(machineRoutes),
  people: new Set(paymentRoutes),
}

export type LoadShedder = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Runs as many requests as this process can work on, queues some, and refuses the rest at once with 503. Urgent are
 * health checks, webhooks, and payments of people with a validly signed session or bearer token.
 * A request enters its queue once its body has arrived. It holds its slot until its response is complete, or the
 * process was idle for `maxIdleMs`.
 */
export function createLoadShedder(routeOf: RouteMatcher, maxIdleMs = defaultMaxIdleMs): LoadShedder {
  let lastUrgent = -Infinity
  const areUrgentExpected = () => performance.now() - lastUrgent < urgentSeriesMs
  const queues = {
    urgent: createFairQueue(bounds.urgent),
    write: createFairQueue(bounds.write),
    read: createFairQueue({
      ...bounds.read,
      concurrency: () => (areUrgentExpected() ? 1 : bounds.read.concurrency),
    }),
  }
  const run = (priority: Priority, ...[request, response, next]: Parameters<LoadShedder>) =>
    queues[priority]
      .run(1, async () => {
        // the client went away while the request was queued
        if (response.destroyed) return
        const done = bodyCompleteOrIdle(response, maxIdleMs)
        if (priority === 'urgent') lastUrgent = performance.now()
        next()
        await done
      })
      .catch(() => rejectOverloaded(request, response))

  const admit: LoadShedder = (request, response, next) => {
    const { url = '', method = '', headers } = request
    const route = hasDotSegments(url) ? 'other' : routeOf(url)
    // pictures are limited where they are rendered
    if (route === '/images/*') return next()
    const ordinary = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
    if (isUrgentFor.people.has(route))
      return void hasSignedCredentials(headers).then((isSignedIn) =>
        run(isSignedIn ? 'urgent' : ordinary, request, response, next),
      )
    void run(isUrgentFor.machines.has(route) ? 'urgent' : ordinary, request, response, next)
  }
  return (request, response, next) => {
    if (!announcesBody(request)) return admit(request, response, next)
    void awaitBody(request).then((hasArrived) =>
      hasArrived ? admit(request, response, next) : refuse(request, response, tooSlow),
    )
  }
}

/** Resolves when the body is complete, or when the process has been idle for `maxIdleMs`. */
function bodyCompleteOrIdle(response: ServerResponse, maxIdleMs: number): Promise<void> {
  return new Promise((resolve) => {
    const start = performance.eventLoopUtilization()
    let timer: NodeJS.Timeout
    // measured in idle time: on a slow machine the work itself takes longer
    const check = () => {
      const left = maxIdleMs - performance.eventLoopUtilization(start).idle
      if (left > 0) timer = setTimeout(check, left)
      else resolve()
    }
    check()
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    response.once('prefinish', end).once('close', end)
  })
}

type Refusal = { status: number; message: () => string; headers: Record<string, string> }

const overload: Refusal = {
  status: 503,
  message: () => t('refusal.veryBusy'),
  headers: { 'Retry-After': '2' },
}

/** The rest of the body is not waited for. */
const tooSlow: Refusal = { status: 408, message: tooSlowMessage, headers: { Connection: 'close' } }

function rejectOverloaded(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return
  logTrouble('overload', new Error('More requests come than this process can answer.'))
  // the next request of the connection comes behind this body
  request.resume()
  refuse(request, response, overload)
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { url = '', headers: sent } = request
  const { status, headers } = refusal
  const message = inLanguage(languageOfRefusal(url, sent, offeredLanguages()), refusal.message)
  const isCall = url.startsWith('/api/')
  const problem = { type: 'about:blank', title: statusTitles[status], status, detail: message, message }
  response
    .writeHead(status, {
      ...headers,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': isCall ? 'application/problem+json' : 'text/plain; charset=utf-8',
    })
    .end(isCall ? JSON.stringify(problem) : `${message}\n`)
}
