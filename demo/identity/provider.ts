import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { choicePage, invalidRequestPage, renderStyles } from './pages.ts'
import { identityPeople } from './people.ts'

type ProviderOptions = {
  /** The provider's address: the club's, with the path it is mounted under. */
  issuer: string
  clientId: string
  /** Also the seed of the signing key, so that each process of a club accepts the codes of the others. */
  clientSecret: string
  redirectUris: readonly string[]
  /** Addresses of the club's two fonts. */
  fonts: readonly string[]
}
type Claims = Record<string, unknown>

const codeSeconds = 60
const tokenSeconds = 600
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
}

/**
 * The demo club's stand-in for Google: OAuth's authorization code flow with PKCE, and an OpenID Connect ID
 * token of one of a few made-up people. Codes and tokens are signed, short-lived and stored nowhere.
 */
export function createIdentityProvider(options: ProviderOptions): Hono {
  const { issuer, clientId, clientSecret, redirectUris, fonts } = options
  const tokens = createTokenSigner(clientSecret)
  const mount = new URL(issuer).pathname
  const app = new Hono().basePath(mount)
  const invalidRequest = (c: Context, status: 400 | 404) => c.html(invalidRequestPage(), status, pageHeaders)

  app.use(bodyLimit({ maxSize: 4_096 }))
  app.notFound((c) => invalidRequest(c, 404))

  app.get('/.well-known/openid-configuration', (c) => {
    // the club's process reads this at its own address, and finds the other endpoints there as well
    const endpoint = (name: string) => new URL(`${mount}/${name}`, c.req.url).href
    return c.json({
      issuer,
      authorization_endpoint: endpoint('auth'),
      token_endpoint: endpoint('token'),
      jwks_uri: endpoint('jwks'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['EdDSA'],
      code_challenge_methods_supported: ['S256'],
    })
  })
  app.get('/jwks', (c) => c.json({ keys: [tokens.publicJwk] }))
  app.get('/identity.css', (c) =>
    c.body(renderStyles(fonts), 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    }),
  )

  const isAuthorizationRequest = (query: Record<string, string>) =>
    query.client_id === clientId &&
    redirectUris.includes(query.redirect_uri ?? '') &&
    query.response_type === 'code' &&
    query.code_challenge_method === 'S256'

  app.get('/auth', (c) =>
    isAuthorizationRequest(c.req.query())
      ? c.html(choicePage(identityPeople), 200, pageHeaders)
      : invalidRequest(c, 400),
  )
  app.post('/auth', async (c) => {
    const query = c.req.query()
    if (!isAuthorizationRequest(query)) return invalidRequest(c, 400)
    const { redirect_uri: redirectUri = '', state = '', nonce, code_challenge: challenge } = query
    const { person } = await c.req.parseBody()
    const result: Record<string, string> = identityPeople.some(({ subject }) => subject === person)
      ? { code: tokens.sign({ use: 'code', sub: person, redirectUri, challenge, nonce }, codeSeconds) }
      : { error: 'access_denied' }
    return c.redirect(`${redirectUri}?${new URLSearchParams({ ...result, state })}`, 303)
  })

  app.post('/token', async (c) => {
    const form = await c.req.parseBody()
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return c.json({ error: 'invalid_client' }, 401)
    const code = tokens.verify(String(form.code))
    const challenge = createHash('sha256').update(String(form.code_verifier)).digest('base64url')
    const person = identityPeople.find(({ subject }) => subject === code?.sub)
    if (
      code?.use !== 'code' ||
      code.redirectUri !== form.redirect_uri ||
      code.challenge !== challenge ||
      !person
    )
      return c.json({ error: 'invalid_grant' }, 400)
    const { subject: sub, name, email, emailVerified } = person
    const claims = {
      iss: issuer,
      aud: clientId,
      sub,
      name,
      email,
      email_verified: emailVerified,
      nonce: code.nonce,
    }
    return c.json(
      {
        token_type: 'Bearer',
        // no endpoint accepts it: the ID token has every claim
        access_token: randomUUID(),
        expires_in: tokenSeconds,
        id_token: tokens.sign(claims, tokenSeconds),
      },
      200,
      { 'Cache-Control': 'no-store' },
    )
  })
  return app
}

// PKCS #8 of an Ed25519 key, up to its 32 bytes
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs and verifies JSON Web Tokens with an Ed25519 key that is derived from a secret. */
function createTokenSigner(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'demo identity provider', 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1_000)
  return {
    publicJwk: { ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', kid: 'demo' },
    sign(claims: Claims, seconds: number): string {
      const content = `${encode({ alg: 'EdDSA', kid: 'demo' })}.${encode({ ...claims, iat: now(), exp: now() + seconds })}`
      return `${content}.${sign(null, Buffer.from(content), privateKey).toString('base64url')}`
    },
    /** Null for a token that was altered or has expired. */
    verify(token: string): Claims | null {
      const [header = '', payload = '', signature = ''] = token.split('.')
      const content = Buffer.from(`${header}.${payload}`)
      if (!verify(null, content, publicKey, Buffer.from(signature, 'base64url'))) return null
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
      return Number(claims.exp) > now() ? claims : null
    },
  }
}
