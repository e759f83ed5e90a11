import type { RequestListener } from 'node:http'
import { currentTracing } from '#platform/observability/tracing.ts'

// frequent and uninteresting
const untracedRoutes = new Set(['/assets/*', '/images/*', '/livez', '/readyz', '/metrics'])

/** Starts a span for each request, named by its route pattern. */
export function traceRequests(nameOf: (url: string) => string) {
  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const tracing = currentTracing()
      const { method = '', url = '' } = request
      const route = nameOf(url)
      if (tracing === null || untracedRoutes.has(route)) return listener(request, response)
      const facts = { 'http.request.method': method, 'http.route': route }
      tracing.request(`${method} ${route}`, facts, (answered) => {
        response.once('close', () => answered(response.statusCode))
        listener(request, response)
      })
    }
}
