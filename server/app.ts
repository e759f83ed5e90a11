import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Handler } from 'hono'
import { compress } from 'hono/compress'
import { requestId } from 'hono/request-id'
import { calendars } from '#api/calendar.ts'
import { renditions } from '#api/pictures.ts'
import { api } from '#api/index.ts'
import { noSuchAddress } from '#api/problem.ts'
import type { ClubEnv } from '#api/request.ts'
import { notices } from '#api/notice.ts'
import { serveAuth } from './auth.ts'
import { compressAtOnce } from './compression.ts'
import { goneScripts } from './gone-scripts.ts'
import { health } from './health.ts'
import { caller, foreignSites, ownName, readableHost, tellRequestId } from './middleware.ts'
import { serveIdentityProvider } from './identity-provider.ts'
import { metricsPage } from './metrics/page.ts'
import { requestLog } from './request-log.ts'
import { takeRestOfBody } from './rest-of-body.ts'
import { securityHeaders } from './security.ts'

type Given = {
  /** Answers what nothing else does. */
  servePage: Handler<ClubEnv>
  /** The folder with the browser's files. */
  files: string
}

/** Everything the club answers, in the order it is asked. */
export function createApp({ servePage, files }: Given): Hono<ClubEnv> {
  const app = new Hono<ClubEnv>()

  app.use(readableHost)
  app.use(takeRestOfBody)
  app.use(requestId(), tellRequestId)
  app.use(securityHeaders)
  app.route('/', health)
  app.route('/', metricsPage)
  app.use(requestLog)
  app.use(compress({ contentTypeFilter: /^text\/csv/ }), compressAtOnce)
  app.route('/images', renditions)

  app.use(ownName)
  app.use(caller)
  // signed by the card processor, sent without cookies, read as raw bytes
  app.use(notices)
  app.use(foreignSites)
  app.all('/api/auth/*', serveAuth)
  app.route('/api', api)
  app.route('/calendar', calendars)
  app.all('/api', noSuchAddress)
  app.all('/demo/identity/*', serveIdentityProvider)
  app.use(serveStatic({ root: files }))
  app.use(goneScripts)
  app.all('*', servePage)

  return app
}
