// The club as a process to be killed: everything of server/main.ts (embedded PostgreSQL, migrations, sign-in, API,
// webhooks, jobs) except pages, so that it needs no build. Refunds have an endpoint here, since admins request them
// on a page.
import { flushCompileCache } from 'node:module'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { ClubEnv } from '#api/context.ts'
import { api } from '#api/index.ts'
import { paymentWebhooks } from '#api/payment-webhooks.ts'
import { toProblemResponse } from '#api/problem-details.ts'
import { closeDatabase, useDefaultConnectionTimeout, openDatabase, pool } from '#db/client.ts'
import { closeJobs, openClubJobs, startClubJobs } from '#domain/jobs.server.ts'
import type { RefundInput } from '#domain/payments/payments.input.ts'
import { refundPayment, type RefundRequested } from '#domain/payments/refunds.server.ts'
import { openCards } from '#platform/cards/cards.ts'
import { openMail } from '#platform/mail.ts'
import { log } from '#platform/observability/log.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { settings } from '#platform/settings/env.ts'
import { bootstrap } from '#server/bootstrap/bootstrap.ts'
import { shutDownOnSignal } from '#server/bootstrap/shutdown.ts'
import { health } from '#server/health/health.ts'
import { serveAuth } from '#server/http/auth-handler.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { identifyCaller, rejectCrossSite } from '#server/http/middleware.ts'
import { securityHeaders } from '#server/http/security.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { lightCost } from '#sign-in/passwords/hashing.server.ts'

const app = new Hono<ClubEnv>()
app.use(requestId())
app.use(securityHeaders)
app.route('/', health)
app.use(identifyCaller)
app.all('/api/webhooks/*', paymentWebhooks)
app.use(rejectCrossSite)
app.all('/api/auth/*', serveAuth)
app.route('/api', api)
app.post('/proof/refund', async (c) => {
  try {
    const input = await c.req.json<RefundInput>()
    return Response.json((await refundPayment(await c.get('actor')(), input)) satisfies RefundRequested)
  } catch (error) {
    return toProblemResponse(c, error)
  }
})

const httpServer = await startHttpServer()
const steps: (() => Promise<void>)[] = []
shutDownOnSignal(httpServer.close, steps)
const runtimeConfig = await bootstrap(
  settings,
  (line) => log.warn(line),
  (step) => steps.unshift(step),
)
openDatabase(runtimeConfig.databaseUrl, {
  connectionTimeoutMs: 30_000,
  preparedStatements: settings.preparedStatements,
  onConnectionError: (error) => log.debug({ reason: error.message }, 'A database connection ended'),
})
// for a control: no error listeners on connections
if (process.argv.includes('--without-listener')) pool.removeAllListeners()
startLimits({ pool, enabled: settings.rateLimits })
openMail({ demo: false })
openCards({ demo: false, authSecret: runtimeConfig.authSecret })
startAuth({ secret: runtimeConfig.authSecret, publicUrl: settings.publicUrl, passwordCost: lightCost })
await openClubJobs()
const workers = settings.workers ? await startClubJobs() : null
steps.unshift(async () => {
  await workers?.stop()
  await closeJobs()
  await closeDatabase()
})
useDefaultConnectionTimeout()
httpServer.handleRequests(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
// a killed process does not clean up
flushCompileCache()
