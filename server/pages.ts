import type { Context } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { requestContext } from '#app/frame/request.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { ownOriginAt } from '#sign-in/auth.server.ts'
import type { ClubEnv } from '#api/request.ts'
import { unsubscribes } from './security.ts'

const build = () => import('virtual:react-router/server-build')
// pages that never change are told once: given a function, the router ranks all routes anew for each request
const handle = createRequestHandler(import.meta.env.PROD ? await build() : build, import.meta.env.MODE)

const methods = ['GET', 'HEAD', 'POST']
const allow = methods.join(', ')

/** Answers with a page: React Router's screens, told who asks and for whom the scripts may run. */
export async function servePage(c: Context<ClubEnv>): Promise<Response> {
  if (!methods.includes(c.req.method))
    return c.text('This page is read or sent a form.\n', 405, { Allow: allow })
  const context = new RouterContextProvider()
  const { requestId: id, address, secureHeadersNonce: nonce = '', actor } = c.var
  const headers = new Headers()
  context.set(requestContext, { id, address, nonce, actor, club: await clubFacts(), headers })
  const response = await handle(asAddressed(c.req.raw), context)
  headers.forEach((value, name) => response.headers.set(name, value))
  if (response.status === 405) response.headers.set('Allow', 'GET, HEAD')
  // what a page shows depends on who asks
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/**
 * The request as its sender addressed it. A proxy that ends TLS speaks plain http to this process, and perhaps to
 * another host, while React Router takes a form only from the very address that the request names.
 */
function asAddressed(request: Request): Request {
  const { pathname, search } = new URL(request.url)
  const { method, body, signal } = request
  const headers = new Headers(request.headers)
  // React Router knows of no site that may post here
  if (unsubscribes(request)) headers.delete('origin')
  const url = ownOriginAt(headers.get('host')) + pathname + search
  const sent: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, sent)
}
