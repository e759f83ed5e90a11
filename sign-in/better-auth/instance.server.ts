import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import { Kysely, PostgresDialect } from 'kysely'
import { conflict, DomainError } from '#core/errors.ts'
import { singleton } from '#core/singleton.ts'
import { pool } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'
import {
  validateIdentity,
  mapGoogleProfile,
  dropProviderTokens,
  afterAccountLinked,
} from '#sign-in/google/identity.server.ts'
import {
  hashPassword,
  passwordMatches,
  preparedHash,
  type PasswordCost,
} from '#sign-in/passwords/hashing.server.ts'
import { secondFactorPlugin } from '#sign-in/second-factor/plugin.server.ts'
import { afterHook, beforeHook } from './hooks.server.ts'

const sessionDays = 30

export type GoogleProvider = {
  clientId: string
  clientSecret: string
  /** URL of the provider's discovery document, as reached by this process. */
  discoveryUrl: string
  /** URL for browsers; defaults to the one in the discovery document. */
  authorizationUrl?: string
}

export type AuthOptions = {
  /** At least 32 characters. Signs session cookies and bearer tokens. */
  secret: string
  /** The club's URL, without a trailing slash. */
  publicUrl: string
  /** Other URLs of the club, such as 127.0.0.1 in the demo club. */
  otherOrigins?: string[]
  google?: GoogleProvider | null
  /** Defaults to the recommended cost. `lightCost` is for passwords that are no secret. */
  passwordCost?: PasswordCost
  log?: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

export type Auth = ReturnType<typeof createAuth>

type AuthState = { options: AuthOptions; auth: Auth; withGoogle: Promise<Auth> | null }
const storedOptions = singleton<AuthOptions>('sign-in')
let authState: AuthState | null = null

/** Initialises sign-in for this process, after `openDatabase`. Makes no network request. */
export function startAuth(options: AuthOptions): void {
  authState = createAuthState(storedOptions.set(options))
}

function createAuthState(options: AuthOptions): AuthState {
  return { options, auth: createAuth(options, null), withGoogle: null }
}

function currentAuthState(): AuthState {
  const options = storedOptions.get()
  if (options === null) throw new Error('startAuth was not called in this process')
  return (authState ??= createAuthState(options))
}

/** The Better Auth instance of this process. Throws before `startAuth`. */
export const getAuth = (): Auth => currentAuthState().auth

/** The options given to `startAuth`. */
export const authOptions = (): AuthOptions => currentAuthState().options

/** Whether the club is reached over https only, which makes its cookies secure. */
export const usesHttps = (): boolean => isHttps(authOptions())

const isHttps = ({ publicUrl }: AuthOptions) => publicUrl.startsWith('https:')

/** Whether 'Continue With Google' is available. */
export const isGoogleConfigured = (): boolean => Boolean(currentAuthState().options.google)

/** Origins of this club, the main one first. */
export const ownOrigins = (): string[] => originsOf(authOptions())

/**
 * Returns the club's origin for a `Host` header, or the main one if unknown, for example behind a proxy
 * that changes `Host`.
 */
export function originForHost(host: string | null): string {
  const origins = ownOrigins()
  return origins.find((each) => new URL(each).host === host) ?? authOptions().publicUrl
}

const originsOf = ({ publicUrl, otherOrigins }: AuthOptions) => [
  ...new Set([publicUrl, ...(otherOrigins ?? [])]),
]

const googleUnreachable = () =>
  new DomainError('unavailable', t('refusal.googleCantBeReached'), {
    retryAfter: 60,
  })

/**
 * Better Auth with Google. The discovery document is loaded on first use and retried after a failure.
 * Throws `conflict` if Google is not configured, and `unavailable` after 5 seconds without a response.
 */
export async function getAuthWithGoogle(): Promise<Auth> {
  const now = currentAuthState()
  const google = now.options.google
  if (!google) throw conflict(t('refusal.signingInWithGoogle'))
  now.withGoogle ??= discoverGoogle(now, google)
  try {
    return await now.withGoogle
  } catch (error) {
    now.withGoogle = null
    throw error
  }
}

async function discoverGoogle(now: AuthState, google: GoogleProvider): Promise<Auth> {
  const candidate = createAuth(now.options, google)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(googleUnreachable()), 5_000)
  })
  try {
    const { socialProviders } = await Promise.race([candidate.$context, tooLong])
    if (!socialProviders.some((provider) => provider.id === 'google')) throw googleUnreachable()
  } finally {
    clearTimeout(timer)
  }
  now.auth = candidate
  return candidate
}

function createAuth(options: AuthOptions, google: GoogleProvider | null) {
  const secure = isHttps(options)
  const origins = originsOf(options)
  // no camel-case plugin: Better Auth uses the column names as they are
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return betterAuth({
    appName: 'Palestra',
    secret: options.secret,
    baseURL: baseUrl(options.publicUrl, origins, secure),
    basePath: '/api/auth',
    trustedOrigins: origins,
    database: { db, type: 'postgres', transaction: true },
    ...tables,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: bounds.password.least,
      maxPasswordLength: bounds.password.most,
      password: {
        hash: async (password) => preparedHash(password) ?? hashPassword(password, options.passwordCost),
        verify: (asked) => passwordMatches(asked, options.passwordCost),
      },
    },
    plugins: [
      secondFactorPlugin,
      ...(google === null ? [] : [genericOAuth({ config: [googleConfig(google)] })]),
    ],
    hooks: { before: beforeHook(origins), after: afterHook(origins) },
    databaseHooks: {
      account: { create: { before: dropProviderTokens, after: afterAccountLinked } },
    },
    // refusals become responses; other errors go to the club's error handling
    onAPIError: { errorURL: '/signIn', throw: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      disabled: options.log === undefined,
      // text from requests is not logged
      log: (level, message, ...facts: unknown[]) => {
        const away = facts.find(isUnavailable)
        options.log?.(level, away instanceof Error ? `${message}: ${away.message}` : message)
      },
    },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      // the prefix __Host- requires exactly these attributes; Better Auth's own prefix is the weaker
      // __Secure-
      cookiePrefix: cookiePrefix(secure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // set explicitly, because Better Auth drops both checks when it detects a test
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
  })
}

export const cookiePrefix = (secure: boolean) => (secure ? '__Host-palestra' : 'palestra')

function baseUrl(publicUrl: string, origins: string[], secure: boolean) {
  if (origins.length === 1) return publicUrl
  const protocol = secure ? ('https' as const) : ('http' as const)
  return { allowedHosts: origins.map((origin) => new URL(origin).host), protocol, fallback: publicUrl }
}

const tables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    changeEmail: { enabled: false },
    deleteUser: { enabled: false },
    validateUserInfo: validateIdentity,
  },
  session: {
    modelName: 'sessions',
    fields: {
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      userId: 'user_id',
    },
    expiresIn: sessionDays * 24 * 60 * 60,
    disableSessionRefresh: true,
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'accounts',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    updateAccountOnSignIn: false,
    accountLinking: { enabled: true, disableImplicitLinking: true, requireLocalEmailVerified: true },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
}

function googleConfig(google: GoogleProvider) {
  return {
    providerId: 'google',
    name: 'Google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    discoveryUrl: google.discoveryUrl,
    ...(google.authorizationUrl ? { authorizationUrl: google.authorizationUrl } : {}),
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    disableProviderLogout: true,
    mapProfileToUser: mapGoogleProfile,
  }
}
