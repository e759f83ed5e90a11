import { NONCE, secureHeaders } from 'hono/secure-headers'
import { pictureOriginOf } from '#platform/settings/bucket-settings.ts'
import { cards } from '#platform/cards/cards.ts'
import { settings } from '#platform/settings/env.ts'

const { google, secure } = settings
const pictureOrigin = pictureOriginOf(settings.bucket)
// a month, for this host alone: other sites of the same domain may well be without https
const transportSecurity = 'max-age=2592000'
/** The card processor is known only once the club has started. */
const selfAnd = (kind: 'scripts' | 'calls' | 'frames') => () => ["'self'", ...cards.origins[kind]].join(' ')

/** Headers that every answer carries; a handler that set one itself keeps it. */
export const securityHeaders = secureHeaders({
  overwrite: false,
  // only the club's own files, the inline scripts of this very response, and what the card processor needs
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
    // letters of the demo club's mailbox are pages of their own
    frameSrc: [selfAnd('frames')],
    // a form that is answered with a redirect to the identity provider counts as sent there
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
  // for browsers of long ago
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** Of these, what a file needs that is no page; a picture of a stranger brings a policy of its own. */
export const fileHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(secure && { 'Strict-Transport-Security': transportSecurity }),
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a mail program unsubscribes its owner: with the key in the address alone, without cookies, and from a site of
 * its own where it is a page itself (RFC 8058).
 */
export const isOneClickUnsubscribe = ({ url, headers }: Request) =>
  new URL(url).pathname === '/unsubscribe' && !headers.has('cookie')

/**
 * Whether another site's page may have caused this write. Without cookies it has no person's rights, but it could
 * sign a browser in to another account, so a foreign origin is refused all the same. Pages of `callers` may send
 * requests with a token, which no stranger's page knows, and without cookies.
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

/** By what a browser tells of the page that sent a request. */
const isCrossSiteFetch = (site: string | null) => site !== null && site !== 'same-origin' && site !== 'none'
