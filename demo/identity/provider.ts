import type { IncomingMessage, ServerResponse } from 'node:http'
// The package's front door writes a warning when it does not know the release of Node, so these come by the side.
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider, type ProviderContext } from 'oidc-provider/lib/provider.js'
import { choicePage, expiredPage, renderStyles } from './pages.ts'
import { identityPeople } from './people.ts'
import { createProviderStore, type ProviderStore } from './provider-store.ts'

type ProviderOptions = {
  /** The provider's own address: the club's, with the path it is mounted under. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Its own unless told. */
  store?: ProviderStore
  /** Where people come back to. On a loopback address, localhost and 127.0.0.1 both count. */
  redirectUri: string
  /** The addresses of the club's two faces. */
  faces: string[]
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A complete OpenID Connect provider with a few made-up people, for the demo club's 'Continue With Google'.
 * Keys and visits live in memory and end with the club's process. Handles every request below the issuer's path.
 */
export function createIdentityProvider(options: ProviderOptions): NodeHandler {
  const issuer = new URL(options.issuer)
  const mount = issuer.pathname.replace(/\/$/, '')
  const provider = makeProvider(options, mount)
  const answerProtocol = provider.callback()

  return (request, response) => {
    const path = (request.url ?? '/').slice(mount.length) || '/'
    // behind a proxy this process sees plain http; what it says of itself must name the real address
    request.headers['x-forwarded-proto'] =
      request.headers.host === issuer.host ? issuer.protocol.slice(0, -1) : 'http'
    delete request.headers['x-forwarded-host']
    const answer = async () => {
      if (path === '/identity.css') return sendStyles(response, renderStyles(options.faces))
      if (/^\/choose\/[\w-]+$/.test(path)) return await handleChoice(provider, mount, request, response)
      dropIdentityCookie(request)
      Object.assign(request, { originalUrl: request.url, url: path })
      return await answerProtocol(request, response)
    }
    answer().catch(() => {
      if (response.headersSent) response.destroy()
      else sendPage(response, 400, expiredPage(mount))
    })
  }
}

function makeProvider(options: ProviderOptions, mount: string): Provider {
  const {
    issuer,
    clientId,
    clientSecret,
    redirectUri,
    store: { adapter, keys } = createProviderStore(),
  } = options
  const cookie = { path: mount || '/', httpOnly: true, sameSite: 'lax', signed: true }
  const provider = new Provider(issuer, {
    adapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: loopbackVariants(redirectUri),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    jwks: { keys: [{ ...keys.signing, alg: 'ES256', use: 'sig', kid: 'demo' }] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'identity', interaction: 'identity_visit', resume: 'identity_resume' },
      long: cookie,
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    // the club reads who it is from the ID token itself
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    interactions: {
      policy: alwaysChoose(),
      url: (_context: unknown, visit: { uid: string }) => `${mount}/choose/${visit.uid}`,
    },
    findAccount: async (_context: unknown, subject: string) => findAccount(subject),
    loadExistingGrant,
    renderError: (context: ProviderContext) => {
      for (const [name, value] of Object.entries(pageHeaders)) context.set(name, value)
      context.body = expiredPage(mount)
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  })
  provider.proxy = true
  provider.silent = true
  return provider
}

function loopbackVariants(address: string): string[] {
  const { hostname } = new URL(address)
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return [address]
  return ['localhost', '127.0.0.1'].map((host) => address.replace(`//${hostname}`, `//${host}`))
}

// No session is stored: every visit selects a person again.
function alwaysChoose() {
  const policy = base()
  policy
    .get('login')
    .checks.add(
      new Check('always_choose', 'the visitor chooses who they are', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  policy.remove('consent')
  return policy
}

async function loadExistingGrant(this: unknown, context: ProviderContext & { oidc: { provider: Provider } }) {
  const { client, session, provider } = context.oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function findAccount(subject: string) {
  const person = identityPeople.find((each) => each.subject === subject)
  if (!person) return undefined
  const { name, email, emailVerified } = person
  return {
    accountId: subject,
    claims: () => ({ sub: subject, name, email, email_verified: emailVerified }),
  }
}

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** The choice of an earlier visit does not apply to this one. */
function dropIdentityCookie({ headers }: IncomingMessage): void {
  const others = headers.cookie?.split('; ').filter((cookie) => !/^identity(\.sig)?=/.test(cookie))
  if (others) headers.cookie = others.join('; ')
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders).end(html)
}

function sendStyles(response: ServerResponse, styles: string): void {
  response
    .writeHead(200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(styles)
}

async function handleChoice(
  provider: Provider,
  mount: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // first, because an unread body is discarded
  const form = new URLSearchParams(request.method === 'POST' ? await readForm(request) : '')
  const { uid } = await provider.interactionDetails(request, response)
  if (request.method === 'GET' || request.method === 'HEAD')
    return sendPage(response, 200, choicePage(mount, `${mount}/choose/${uid}`, identityPeople))
  if (request.method !== 'POST') return sendPage(response, 405, expiredPage(mount))
  const subject = form.get('person')
  const known = identityPeople.some((person) => person.subject === subject)
  const result = known
    ? { login: { accountId: subject, remember: false } }
    : { error: 'access_denied', error_description: 'The visitor went back.' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > 2_000) throw new Error('This form is too long.')
  }
  return text
}
