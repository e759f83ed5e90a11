import { NONCE, secureHeaders } from 'hono/secure-headers'
import { settings } from '#platform/env.ts'

const { stripe, google, secure } = settings
const whenStripe = (...hosts: string[]) => (stripe ? hosts : [])

/** Headers that every answer carries; a handler that set one itself keeps it. */
export const securityHeaders = secureHeaders({
  overwrite: false,
  // only the club's own files, the inline scripts of this very response, and what the card processor needs
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", NONCE, ...whenStripe('https://js.stripe.com')],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https://lh3.googleusercontent.com'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...whenStripe('https://api.stripe.com')],
    frameSrc: stripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : ["'none'"],
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
  strictTransportSecurity: secure && 'max-age=31536000; includeSubDomains',
  // for browsers of long ago
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
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
