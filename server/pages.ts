import type { Context } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { requestContext } from '#app/frame/request.ts'
import { clubFacts } from '#domain/club.ts'
import type { ClubEnv } from '#api/request.ts'

const handle = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE)

/** Answers with a page: React Router's screens, told who asks and for whom the scripts may run. */
export async function servePage(c: Context<ClubEnv>): Promise<Response> {
  const context = new RouterContextProvider()
  const { requestId: id, address, secureHeadersNonce: nonce = '', actor } = c.var
  const headers = new Headers()
  context.set(requestContext, { id, address, nonce, actor, club: clubFacts(), headers })
  const response = await handle(c.req.raw, context)
  headers.forEach((value, name) => response.headers.set(name, value))
  // what a page shows depends on who asks
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
  return response
}
