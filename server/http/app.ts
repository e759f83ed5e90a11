import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Handler } from 'hono'
import { compress } from 'hono/compress'
import { requestId } from 'hono/request-id'
import { calendarFeeds } from '#api/calendar-feed.ts'
import type { ClubEnv } from '#api/context.ts'
import { api } from '#api/index.ts'
import { paymentWebhooks } from '#api/payment-webhooks.ts'
import { renditionRoutes } from '#api/pictures.ts'
import { routeNotFound } from '#api/problem-details.ts'
import { health } from '#server/health/health.ts'
import { metricsEndpoint } from '#server/metrics/metrics-endpoint.ts'
import { serveAuth } from './auth-handler.ts'
import { compressBuffered } from './compression.ts'
import { drainRequestBody } from './drain-body.ts'
import { serveIdentityProvider } from './identity-provider.ts'
import {
  identifyCaller,
  refuseRequest,
  rejectCrossSite,
  requireOwnHost,
  requireShortUrl,
  requireValidHost,
  setRequestIdHeader,
} from './middleware.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security.ts'
import { staleScripts } from './stale-scripts.ts'

type AppOptions = {
  /** Handles all remaining requests. */
  servePage: Handler<ClubEnv>
  /** Folder of static files. */
  clientFolder: string
}

/** Creates the HTTP application. Handlers run in this order. */
export function createApp({ servePage, clientFolder }: AppOptions): Hono<ClubEnv> {
  const app = new Hono<ClubEnv>()

  app.use(requireValidHost)
  app.use(drainRequestBody)
  app.use(requestId(), setRequestIdHeader)
  app.use(securityHeaders)
  app.route('/', health)
  app.route('/', metricsEndpoint)
  app.use(requestLog)
  app.use(compress({ contentTypeFilter: /^text\/csv/ }), compressBuffered)
  app.route('/images', renditionRoutes)

  app.use(requireOwnHost)
  app.use(requireShortUrl)
  app.use(identifyCaller)
  // authenticated by signature instead of cookies, over the raw body
  app.all('/api/webhooks/*', paymentWebhooks)
  app.use(rejectCrossSite)
  app.all('/api/auth/*', serveAuth)
  app.route('/api', api)
  app.route('/calendar', calendarFeeds)
  app.all('/api', routeNotFound)
  app.all('/demo/identity/*', serveIdentityProvider)
  for (const path of ['/assets/*', '/api-reference.css', '/desk-worker.js'])
    app.use(path, serveStatic({ root: clientFolder }))
  app.use(staleScripts)
  app.all('*', servePage)
  app.onError((error, c) => refuseRequest(c, error))

  return app
}
