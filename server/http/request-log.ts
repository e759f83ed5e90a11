import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from '#api/context.ts'
import { countFailure } from '#platform/observability/counters.ts'
import { log, redactPath } from '#platform/observability/log.ts'
import { runInRequestContext, type RequestContext } from '#platform/observability/request-context.ts'

/**
 * Logs each request. Refused sign-ins, missing permissions, rate limits and failures are always logged; the others
 * at the level `debug`.
 */
export const requestLog = createMiddleware<ClubEnv>(async (c, next) => {
  const began = performance.now()
  const told: RequestContext = { requestId: c.var.requestId }
  const { statements } = await runInRequestContext(told, next)
  const { status } = c.res
  const line = {
    ...told,
    method: c.req.method,
    path: redactPath(c.req.path),
    status,
    ms: Math.round(performance.now() - began),
    statements,
  }
  // React Router returns 500 for an aborted request; real failures are logged where they happen
  if (status >= 500 && c.req.raw.signal.aborted) return log.debug(line, 'Nobody waited for the answer')
  if (status >= 500) countFailure()
  if (status === 503) log.warn(line, 'A request could not be answered')
  else if (status >= 500) log.error(line, 'A request failed')
  else if (status === 403 || status === 429 || (status >= 400 && told.account))
    log.warn(line, 'A request was refused')
  else log.debug(line, 'A request was answered')
})
