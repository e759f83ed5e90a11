import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import { Kysely, PostgresDialect } from 'kysely'
import { pool } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { conflict, DomainError } from '#core/errors.ts'
import { singleton } from '#core/singleton.ts'
import { afterHook, beforeHook } from './hooks.server.ts'
import {
  validateIdentity,
  mapGoogleProfile,
  dropProviderTokens,
  afterAccountLinked,
} from '#sign-in/google/identity.server.ts'
import { hashPassword, passwordMatches, type PasswordCost } from '#sign-in/passwords/hashing.server.ts'
import { secondFactorPlugin } from '#sign-in/second-factor/plugin.server.ts'
import { bounds } from '#domain/bounds.ts'

const sessionDays = 30

export type GoogleProvider = {
  clientId: string
  clientSecret: string
  /** The provider's discovery document, as this process reaches it. */
  discoveryUrl: string
  /** Where browsers are sent; by default what the discovery document says. */
  authorizationUrl?: string
}

export type AuthOptions = {
  /** At least 32 characters; signs session cookies and bearer tokens. */
  secret: string
  /** The club's own address, without a trailing slash. */
  publicUrl: string
  /** Other addresses under which the club is reached, such as 127.0.0.1 in the demo club. */
  otherOrigins?: string[]
  google?: GoogleProvider | null
  /** Unless told, what passwords deserve; `lightCost` where none is a secret. */
  passwordCost?: PasswordCost
  log?: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

export type Auth = ReturnType<typeof createAuth>

type AuthState = { options: AuthOptions; auth: Auth; withGoogle: Promise<Auth> | null }
const storedOptions = singleton<AuthOptions>('sign-in')
let authState: AuthState | null = null

/** Sets up signing in for this process, after `openDatabase`. Asks nothing of the network. */
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

/** Better Auth as this process runs it; throws when `startAuth` was not called. */
export const getAuth = (): Auth => currentAuthState().auth

/** What this process was started with. */
export const authOptions = (): AuthOptions => currentAuthState().options

/** Whether the club is reached by https alone, so that its cookies are, too. */
export const usesHttps = (): boolean => isHttps(authOptions())

const isHttps = ({ publicUrl }: AuthOptions) => publicUrl.startsWith('https:')

/** Whether 'Continue With Google' can be offered at all. */
export const isGoogleConfigured = (): boolean => Boolean(currentAuthState().options.google)

/** The addresses that are this club: its own first. */
export const ownOrigins = (): string[] => originsOf(authOptions())

/** The one of the club's addresses that a request came to; a proxy that does not keep `Host` means the first. */
export function originForHost(host: string | null): string {
  const origins = ownOrigins()
  return origins.find((each) => new URL(each).host === host) ?? authOptions().publicUrl
}

const originsOf = ({ publicUrl, otherOrigins }: AuthOptions) => [
  ...new Set([publicUrl, ...(otherOrigins ?? [])]),
]

const googleUnreachable = () =>
  new DomainError('unavailable', 'Google cannot be reached just now. Try again in a minute.', {
    retryAfter: 60,
  })

/**
 * Better Auth with Google, whose addresses are asked for when they are first needed, and again later when
 * that failed. Throws `conflict` when Google is not set up, and `unavailable` when it does not answer within 5 seconds.
 */
export async function getAuthWithGoogle(): Promise<Auth> {
  const now = currentAuthState()
  const google = now.options.google
  if (!google) throw conflict('Signing in with Google is not set up in this club.')
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
  // Better Auth writes its own column names, so its Kysely has no camel-case plugin
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
        hash: (password) => hashPassword(password, options.passwordCost),
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
    // what is no refusal goes to the club's own handling of errors; refusals are answers all the same
    onAPIError: { errorURL: '/signIn', throw: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      disabled: options.log === undefined,
      // words that came in with a request stay out of the log
      log: (level, message, ...facts: unknown[]) => {
        const away = facts.find(isUnavailable)
        options.log?.(level, away instanceof Error ? `${message}: ${away.message}` : message)
      },
    },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      // the prefix __Host- asks for exactly these attributes; Better Auth's own prefix is the weaker __Secure-
      cookiePrefix: cookiePrefix(secure),
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // said aloud because Better Auth drops both checks when it believes to be in a test
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
