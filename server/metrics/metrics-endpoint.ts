import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { ClubEnv } from '#api/context.ts'
import { settings } from '#platform/settings/env.ts'
import { currentMetrics } from './metrics.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** /metrics, with METRICS_TOKEN as the bearer token; without that setting the address is 404. */
export const metricsEndpoint = new Hono<ClubEnv>().get('/metrics', async (c, next) => {
  const metrics = currentMetrics()
  if (metrics === null || settings.metricsToken === null) return next()
  c.header('Cache-Control', 'no-store')
  const [, token = ''] = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  if (!timingSafeEqual(digest(token), digest(settings.metricsToken)))
    return c.text('Send METRICS_TOKEN of this club as a bearer token.\n', 401, {
      'WWW-Authenticate': 'Bearer',
    })
  return c.body(await metrics.read(), 200, { 'Content-Type': metrics.contentType })
})
