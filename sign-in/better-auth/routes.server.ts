import { DomainError } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import { bounds } from '#domain/bounds.ts'
import { logUnavailable } from '#domain/error-mapping.server.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { limitSignUp, limitWrite } from '#platform/rate-limits/rate-limits.ts'
import { readText } from '#platform/request-body/read-body.ts'
import { countGuess, endPreviousSession, completeSignIn } from '#sign-in/passwords/guess-limits.server.ts'
import { withPreparedHash } from '#sign-in/passwords/hashing.server.ts'
import { afterPasswordChange } from '#sign-in/passwords/reset.server.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import {
  isCodeRequired,
  countCodeGuess,
  requireChallengedEmail,
  withoutSessionCookie,
} from '#sign-in/second-factor/codes.server.ts'
import {
  endSession,
  findSessions,
  sessionCookie,
  readSessionToken,
} from '#sign-in/sessions/sessions.server.ts'
import { normalizeCode } from '#sign-in/sign-in.input.ts'
import { authOptions, getAuth, getAuthWithGoogle, type Auth } from './instance.server.ts'
import { pickCookies, isFailedWrite, toDomainError, type AuthRequest } from './responses.server.ts'

const basePath = '/api/auth'
const maxBodyBytes = 16 * 1024
const codeRoutes = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])
const sessionRoutes = new Set(['/sign-in/email', '/sign-up/email', ...codeRoutes])
const googleRoutes = new Set(['/sign-in/social', '/link-social', '/callback/google'])

export type AuthRouteResult = {
  response: Response
  /**
   * Set if this response completes a sign-in with Google. `madeMember` is true if it created the member
   * record.
   */
  googleSignIn: { madeMember: boolean } | null
}

/**
 * Handles a request to /api/auth/… within the club's limits and rules. Throws `limited` and `unavailable`.
 * `address` is the client's (see `clientAddress`).
 */
export async function handleAuthRequest(request: Request, address: string): Promise<AuthRouteResult> {
  const path = new URL(request.url).pathname.slice(basePath.length)
  const body = request.method === 'POST' ? await readBody(request) : null
  const caller = { headers: request.headers, address }
  const isCode = request.method === 'POST' && codeRoutes.has(path)
  const email = isCode
    ? await requireChallengedEmail(caller.headers)
    : readTextField(body, 'email').toLowerCase()
  if (isCode) await countCodeGuess(caller, email, normalizeCode(readTextField(body, 'code')))
  else await applyLimit(path, request.method, caller, email)
  await endIdleSession(request.headers)
  const [asking] = path === '/change-password' ? await findRequestSessions(request.headers) : []
  const auth = await authFor(path)
  if (auth === null) return { response: redirectToSignIn('unavailable'), googleSignIn: null }
  const headers = isCode ? withoutSessionCookie(request.headers) : request.headers
  const toSend = () => (request.method === 'POST' ? rebuildRequest(request, headers, body) : request)
  // concurrent sign-ups with one address: a retry tells all but the first that the account exists
  const response =
    path === '/sign-up/email'
      ? await withPreparedHash(newPasswordOf(body), authOptions().passwordCost, () =>
          callLibrary(auth, toSend(), toSend),
        )
      : await callLibrary(auth, toSend(), null)
  if (isCodeRequired(response.headers)) {
    await endPreviousSession(request.headers)
    return {
      response: path === '/callback/google' ? redirectToCodePage(response) : response,
      googleSignIn: null,
    }
  }
  if (response.ok && path === '/change-password' && asking)
    await transaction((trx) =>
      afterPasswordChange(trx, asking.userId, message('activity.youChangedPassword')),
    )
  if (response.ok && sessionRoutes.has(path))
    return { response: await withSignInCookie(response, caller, email), googleSignIn: null }
  return path === '/callback/google'
    ? completeGoogleSignIn(response, caller)
    : { response, googleSignIn: null }
}

/** `again` creates a second request, sent once if the database refused the write. */
async function callLibrary(auth: Auth, request: Request, again: (() => Request) | null): Promise<Response> {
  let response: Response
  try {
    response = await auth.handler(request)
  } catch (error) {
    throw toDomainError(error)
  }
  const isRefused = await isWriteRefused(response)
  if (isRefused && again) return callLibrary(auth, again(), null)
  if (response.status >= 500 || isRefused)
    throw logUnavailable(new Error(`Sign-in answered with ${response.status}.`), 5)
  return response
}

async function isWriteRefused(response: Response): Promise<boolean> {
  if (response.status !== 422) return false
  const { code } = (await response.clone().json()) as { code?: unknown }
  return isFailedWrite(code)
}

/** Returns null if Google is unreachable during its callback. */
async function authFor(path: string): Promise<Auth | null> {
  if (!googleRoutes.has(path)) return getAuth()
  try {
    return await getAuthWithGoogle()
  } catch (error) {
    if (path === '/callback/google' && error instanceof DomainError) return null
    throw error
  }
}

const redirectToSignIn = (error: string) =>
  new Response(null, { status: 302, headers: { Location: `/signIn?${new URLSearchParams({ error })}` } })

/** Redirects from Google's callback to the page for a code, which leads to the original page. */
function redirectToCodePage(response: Response): Response {
  const headers = pickCookies(response.headers)
  const from = safeReturnPath(response.headers.get('location'))
  headers.set('Location', `/signIn/code?${new URLSearchParams({ from })}`)
  return new Response(null, { status: 302, headers })
}

/** Ends an idle session in Better Auth, which knows only expiry dates. */
async function endIdleSession(headers: Headers): Promise<void> {
  const token = readSessionToken(headers)
  if (token !== null && (await findSessions(token, null)).length === 0) await endSession(token)
}

async function applyLimit(path: string, method: string, caller: AuthRequest, email: string): Promise<void> {
  if (path === '/sign-in/email') return countGuess(caller, email)
  // counts as a sign-in attempt
  if (path === '/change-password') return countGuess(caller, await findRequestEmail(caller.headers))
  if (path === '/sign-up/email') return limitSignUp(caller.address)
  if (method !== 'GET' || path.startsWith('/callback/')) return limitWrite(null, caller.address)
}

function readTextField(body: unknown, name: string): string {
  const value: unknown = (body as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Returns the password of a sign-up as sent, or '' for one that the library refuses by its length. */
function newPasswordOf(body: unknown): string {
  const { password } = (body ?? {}) as { password?: unknown }
  return typeof password === 'string' && password.length <= bounds.password.most ? password : ''
}

const findRequestSessions = async (headers: Headers) => findSessions(readSessionToken(headers), null)

async function findRequestEmail(headers: Headers): Promise<string> {
  const [session] = await findRequestSessions(headers)
  return session?.email ?? ''
}

/** Parses a body once, so that limits count the same values that Better Auth receives. Null if empty. */
async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request, maxBodyBytes)
  if (text === '') return null
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new DomainError('invalid', t('refusal.pleaseSendThisAs'))
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function rebuildRequest({ url, method }: Request, headers: Headers, body: unknown): Request {
  if (body === null) return new Request(url, { method, headers })
  const json = new Headers(headers)
  json.set('Content-Type', 'application/json')
  // the length of the original body
  json.delete('Content-Length')
  return new Request(url, { method, headers: json, body: JSON.stringify(body) })
}

async function withSignInCookie(response: Response, caller: AuthRequest, email: string): Promise<Response> {
  const welcomed = new Response(response.body, response)
  welcomed.headers.append('Set-Cookie', await completeSignIn(caller, email))
  return welcomed
}

/**
 * Completes a sign-in with Google: creates a new person's member record, and does what follows a sign-in by
 * password.
 */
async function completeGoogleSignIn(response: Response, caller: AuthRequest): Promise<AuthRouteResult> {
  // a browser navigation, for which a JSON error is useless
  if (response.status >= 400) return { response: redirectToSignIn('unreadable'), googleSignIn: null }
  const cookie = response.headers
    .getSetCookie()
    .find((each) => each.startsWith(`${sessionCookie()}=`))
    ?.split(';')[0]
  const token = cookie === undefined ? null : readSessionToken(new Headers({ cookie }))
  const [session] = await findSessions(token, null)
  if (session === undefined) return { response, googleSignIn: null }
  const welcomed = await withSignInCookie(response, caller, session.email)
  const madeMember = session.role === null && (await ensureMember(session.userId)).made
  return { response: welcomed, googleSignIn: { madeMember } }
}
