import type { RequestListener } from 'node:http'
import { settings } from '#platform/settings/env.ts'
import { singleWorker } from '#server/cluster/worker-slot.ts'
import { addClubGauges } from './club-gauges.ts'
import { addProcessGauges } from './process-gauges.ts'

type Metrics = {
  /** Returns this process's metrics and the club's, in Prometheus' text format. */
  read: () => Promise<string>
  contentType: string
  countRequests: (listener: RequestListener) => RequestListener
}

/** Opened once in a process, and only with METRICS_TOKEN. */
let opened: Metrics | null = null

/** Returns the metrics; null without METRICS_TOKEN. */
export const currentMetrics = () => opened

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Starts counting if METRICS_TOKEN is set; otherwise it costs nothing, not even loading the library. Labels contain
 * no personal data.
 */
export async function openMetrics(
  nameOf: (url: string) => string,
  { number, of } = singleWorker,
): Promise<Metrics | null> {
  if (settings.metricsToken === null) return null
  const prom = await import('prom-client')
  const registry = new prom.Registry()
  // without the label `process`: the same in every process
  const ofClub = new prom.Registry()
  if (of > 1) registry.setDefaultLabels({ process: String(number) })
  prom.collectDefaultMetrics({ register: registry })
  addProcessGauges(prom, registry)
  addClubGauges(prom, ofClub)
  const requests = new prom.Counter({
    name: 'palestra_requests_total',
    help: 'Responses by route, method and class of status; aborted if the client disconnected first.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new prom.Histogram({
    name: 'palestra_request_seconds',
    help: 'Seconds from the request headers to the end of the response.',
    labelNames: ['route', 'method'],
    buckets: durationBuckets,
    registers: [registry],
  })
  const countRequests = (listener: RequestListener): RequestListener => {
    return (request, response) => {
      const began = performance.now()
      response.once('close', () => {
        const route = nameOf(request.url ?? '')
        const method = methods.has(request.method ?? '') ? request.method! : 'other'
        const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'
        requests.inc({ route, method, status })
        durations.observe({ route, method }, (performance.now() - began) / 1_000)
      })
      listener(request, response)
    }
  }
  const read = async () => (await Promise.all([registry.metrics(), ofClub.metrics()])).join('\n')
  opened = { read, contentType: registry.contentType, countRequests }
  return opened
}
