import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from './context.ts'

const exposedHeaders = 'ETag, Retry-After, X-Request-Id, X-Total-Count'

/**
 * CORS for these origins. Cross-origin callers need a bearer token, because credentials are not allowed.
 * Other origins get no headers.
 */
export function cors(origins: readonly string[]): MiddlewareHandler<ClubEnv> {
  const allowed = new Set(origins)
  return createMiddleware<ClubEnv>(async (c, next) => {
    await next()
    if (allowed.size === 0) return
    const { headers } = c.res
    headers.append('Vary', 'Origin')
    const origin = c.req.header('origin')
    if (origin === undefined || !allowed.has(origin)) return
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', exposedHeaders)
    if (c.req.method !== 'OPTIONS' || !c.req.header('access-control-request-method')) return
    headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? '')
    headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match')
    headers.set('Access-Control-Max-Age', '600')
  })
}

/** Content security policy of data: opened in a browser, it loads and runs nothing. */
export const dataOnlyPolicy: MiddlewareHandler<ClubEnv> = createMiddleware<ClubEnv>(async (c, next) => {
  await next()
  const { headers } = c.res
  if (!headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
})
