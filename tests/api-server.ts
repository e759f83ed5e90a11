import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { afterAll, beforeAll } from 'vitest'
import { api } from '../api/index.ts'
import { problem } from '../api/problem.ts'
import type { ClubEnv } from '../api/request.ts'
import { receiveWebhook } from '../api/webhook.ts'
import { startAuth } from '../domain/accounts/auth.server.ts'
import { setDemoClub } from '../domain/club.ts'
import { openCards } from '../platform/cards/cards.ts'
import { serveAuth } from '../server/auth.ts'
import { caller, foreignSites } from '../server/middleware.ts'
import { securityHeaders } from '../server/security.ts'
import { testSecret } from './accounts.ts'

/** The club's answers under /api, in the order of server/app.ts but without its pages. */
function createApp(): Hono<ClubEnv> {
  const app = new Hono<ClubEnv>()
  app.use(requestId())
  app.use(securityHeaders)
  app.use(caller)
  app.post('/api/webhooks/stripe', receiveWebhook)
  app.use(foreignSites)
  app.all('/api/auth/*', serveAuth)
  app.route('/api', api)
  app.all('/api', (c) => problem(c, 404, 'There is no such address in this API.'))
  return app
}

/** Serves the contract of a demo club on a free port during a test file; call it after `useDatabase`. */
export function useApi(): { readonly url: string } {
  const state = { url: '' }
  let server: ServerType
  beforeAll(async () => {
    setDemoClub(true)
    openCards({ demo: true, authSecret: testSecret })
    server = serve({ fetch: createApp().fetch, port: 0, hostname: '127.0.0.1' })
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    startAuth({ secret: testSecret, publicUrl: 'http://localhost:3000', otherOrigins: [state.url] })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return state
}
