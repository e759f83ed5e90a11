import { isIP } from 'node:net'
import { createMiddleware } from 'hono/factory'
import type { ApiContext, ClubEnv } from '#api/context.ts'
import { problemResponse, toProblemResponse } from '#api/problem-details.ts'
import { unexpectedMessage } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { toDomainError } from '#domain/error-mapping.server.ts'
import { pseudonymOf } from '#platform/observability/log.ts'
import { addToRequestContext } from '#platform/observability/request-context.ts'
import { limitRead } from '#platform/rate-limits/rate-limits.ts'
import { loopbackHosts, settings } from '#platform/settings/env.ts'
import { ownOrigins } from '#sign-in/better-auth/instance.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { clientAddress } from './client-address.ts'
import { isCrossSite } from './security.ts'

/** Header of a call with the id of the member for whom the session acts. */
const actingForHeader = 'Acting-For'

const isApi = (c: ApiContext) => c.req.path.startsWith('/api/')

/** Maps an error outside of pages and API calls to a response: problem JSON under /api, plain text elsewhere. */
export function refuseRequest(c: ApiContext, error: unknown): Response {
  const refusal = toDomainError(error)
  const answer = toProblemResponse(c, refusal ?? error)
  if (isApi(c)) return answer
  const headers = new Headers(answer.headers)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response(`${refusal?.message ?? unexpectedMessage()}\n`, { status: answer.status, headers })
}

const isLoopbackClub = loopbackHosts.has(new URL(settings.publicUrl).hostname)

/**
 * A club on a loopback address refuses other host names, against DNS rebinding: a foreign page could point its own
 * name here. IP addresses cannot be rebound.
 */
export const requireOwnHost = createMiddleware<ClubEnv>(async (c, next) => {
  const { hostname } = new URL(c.req.url)
  if (!isLoopbackClub || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return next()
  return c.text(`This club is at ${settings.publicUrl}; another name is set with PUBLIC_URL.\n`, 421)
})

const maxUrlLength = 4_096
/** React Router names the links of a page in one URL, and none longer than 7,680 characters. */
const maxManifestUrlLength = 8_192

/** Refuses a URL that is longer than any link: parts of it would be repeated in the response. */
export const requireShortUrl = createMiddleware<ClubEnv>(async (c, next) => {
  const limit = c.req.path.endsWith('/__manifest') ? maxManifestUrlLength : maxUrlLength
  if (c.req.url.length <= limit) return next()
  return c.text('This address is too long.\n', 414)
})

/** Refuses an invalid host, such as 999.1.1.1: no handler could parse the URL. */
export const requireValidHost = createMiddleware<ClubEnv>(async (c, next) => {
  if (URL.canParse(c.req.url)) return next()
  return c.text('This host is no name and no address.\n', 400)
})

/** Sets the client's address and the actor, which is resolved on first use, and counts the read. */
export const identifyCaller = createMiddleware<ClubEnv>(async (c, next) => {
  const remoteAddress = c.env.incoming.socket.remoteAddress
  const address = clientAddress({ remoteAddress, headers: c.req.raw.headers }, settings.trustProxy)
  let found: Promise<Actor> | null = null
  c.set('address', address)
  c.set(
    'actor',
    () =>
      (found ??= resolveAndLogActor(
        c.req.raw.headers,
        !isApi(c) || (c.req.header(actingForHeader) ?? false),
      )),
  )
  addToRequestContext({ network: address })
  try {
    await limitRead(address)
  } catch (error) {
    return refuseRequest(c, error)
  }
  return next()
})

/**
 * A guardian acts for a member on pages, and in calls of the API that name the member: otherwise these are of the account
 * of the sign-in.
 */
async function resolveAndLogActor(headers: Headers, acting: boolean | string): Promise<Actor> {
  const actor = await resolveActor(headers, { acting })
  if (actor.kind === 'person') addToRequestContext({ person: pseudonymOf(actor.id) })
  return actor
}

/** Adds the request's id to the headers of all responses, those of libraries included. */
export const setRequestIdHeader = createMiddleware<ClubEnv>(async (c, next) => {
  await next()
  c.res.headers.set('X-Request-Id', c.var.requestId)
})

/** Refuses cross-site writes. */
export const rejectCrossSite = createMiddleware<ClubEnv>(async (c, next) => {
  if (!isCrossSite(c.req.raw, { own: ownOrigins(), callers: settings.corsOrigins })) return next()
  const message = 'This request comes from another site.'
  return isApi(c) ? problemResponse(c, 403, message) : c.text(`${message}\n`, 403)
})
