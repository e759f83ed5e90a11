import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { settings } from '#platform/env.ts'
import type { ClubEnv } from '#api/request.ts'

const stripe = settings.stripe
  ? {
      script: ' https://js.stripe.com',
      frame: 'https://js.stripe.com https://hooks.stripe.com',
      connect: ' https://api.stripe.com',
    }
  : null
const google = settings.google ? ` ${new URL(settings.google.discoveryUrl).origin}` : ''

/** Only the club's own files, the inline scripts of this very response, and what the card processor needs. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${stripe?.script ?? ''}`,
    "style-src 'self'",
    "img-src 'self' data: blob: https://lh3.googleusercontent.com",
    "font-src 'self'",
    `connect-src 'self'${stripe?.connect ?? ''}`,
    `frame-src ${stripe?.frame ?? "'none'"}`,
    // a form that is answered with a redirect to the identity provider counts as sent there
    `form-action 'self'${google}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(settings.secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Headers that every answer carries; a handler that set one itself keeps it. */
export const securityHeaders: MiddlewareHandler<ClubEnv> = createMiddleware<ClubEnv>(async (c, next) => {
  const nonce = randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  await next()
  const headers = c.res.headers
  const setDefault = (name: string, value: string) => headers.has(name) || headers.set(name, value)
  setDefault('Content-Security-Policy', contentSecurityPolicy(nonce))
  setDefault('X-Content-Type-Options', 'nosniff')
  setDefault('X-Frame-Options', 'DENY')
  setDefault('Referrer-Policy', 'strict-origin-when-cross-origin')
  setDefault('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()')
  setDefault('Cross-Origin-Opener-Policy', 'same-origin')
  setDefault('Cross-Origin-Resource-Policy', 'same-origin')
  setDefault('X-Request-Id', c.get('requestId'))
  if (settings.secure) setDefault('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
})

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something may have been caused by another site: it carries the club's
 * cookies but comes from another origin. Requests without cookies cannot act in anybody's name.
 */
export function isForeign(request: Request, trustedOrigins: ReadonlySet<string>): boolean {
  if (safeMethods.has(request.method) || !request.headers.has('cookie')) return false
  const origin = request.headers.get('origin')
  if (origin !== null) return !trustedOrigins.has(origin)
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}
