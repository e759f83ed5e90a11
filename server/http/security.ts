import { NONCE, secureHeaders } from 'hono/secure-headers'
import { cards } from '#platform/cards/cards.ts'
import { pictureOriginOf } from '#platform/settings/bucket-settings.ts'
import { settings } from '#platform/settings/env.ts'

const { google, secure } = settings
const pictureOrigin = pictureOriginOf(settings.bucket)
// a year, without subdomains, which may not support https
const transportSecurity = 'max-age=31536000'
/** Evaluated lazily: the card processor is known only once the club has started. */
const selfAnd = (kind: 'scripts' | 'calls' | 'frames') => () => ["'self'", ...cards.origins[kind]].join(' ')

/** Security headers of all responses, unless a handler set them. */
export const securityHeaders = secureHeaders({
  overwrite: false,
  // own files, inline scripts with this response's nonce, and the card processor's origins
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: [selfAnd('scripts'), NONCE],
    styleSrc: ["'self'"],
    imgSrc: [
      "'self'",
      'data:',
      'blob:',
      'https://lh3.googleusercontent.com',
      ...(pictureOrigin ? [pictureOrigin] : []),
    ],
    fontSrc: ["'self'"],
    connectSrc: [selfAnd('calls')],
    // the demo club's mailbox shows letters as documents of their own
    frameSrc: [selfAnd('frames')],
    // a redirect to the identity provider counts as a target of the form
    formAction: ["'self'", ...(google ? [new URL(google.discoveryUrl).origin] : [])],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    ...(secure ? { upgradeInsecureRequests: [] } : {}),
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], browsingTopics: [] },
  strictTransportSecurity: secure && transportSecurity,
  // for old browsers
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** Headers for files. Pictures have a policy of their own. */
export const fileHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(secure && { 'Strict-Transport-Security': transportSecurity }),
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether this is a mail program's one-click unsubscription: the key is in the URL, without cookies, and the origin
 * may be a webmail site (RFC 8058).
 */
export const isOneClickUnsubscribe = ({ url, headers }: Request) =>
  new URL(url).pathname === '/unsubscribe' && !headers.has('cookie')

/**
 * Whether a write may come from another site's page. Without cookies it has no one's rights, but could sign a browser
 * in to another account, so foreign origins are refused as well. Origins in `callers` may send requests with a token
 * and without cookies.
 */
export function isCrossSite(
  request: Request,
  { own, callers }: { own: readonly string[]; callers: readonly string[] },
): boolean {
  const { method, headers } = request
  if (safeMethods.has(method) || isOneClickUnsubscribe(request)) return false
  const [origin, hasCookies] = [headers.get('origin'), headers.has('cookie')]
  if (origin === null) return hasCookies && isCrossSiteFetch(headers.get('sec-fetch-site'))
  if (own.includes(origin)) return false
  return hasCookies || !callers.includes(origin) || !/^bearer /i.test(headers.get('authorization') ?? '')
}

/** Decides by the browser's Sec-Fetch-Site and Origin headers. */
const isCrossSiteFetch = (site: string | null) => site !== null && site !== 'same-origin' && site !== 'none'
