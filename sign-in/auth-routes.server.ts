import { limitSignIn, limitSignUp, limitWrite } from '#platform/limits.ts'
import { readText } from '#platform/read-text.ts'
import { DomainError, notNow } from '#domain/errors.ts'
import { translated } from './answers.server.ts'
import { getAuth, getAuthWithGoogle, type Auth } from './auth.server.ts'
import { ensureMember } from '#domain/members/membership.server.ts'
import { findSessions, sessionCookie, sessionTokenOf } from './sessions.server.ts'

const base = '/api/auth'
const largestBody = 16 * 1024
const googleRoutes = new Set(['/sign-in/social', '/link-social', '/callback/google'])

export type AuthAnswer = {
  response: Response
  /** Set when this answer ends a sign-in with Google; tells whether the member record was made by it. */
  cameByGoogle: { madeMember: boolean } | null
}

/**
 * Answers a request to /api/auth/…, within the club's limits and rules. Throws `limited` and `unavailable`.
 * `address` is the sender's (see `clientAddress`).
 */
export async function handleAuthRequest(request: Request, address: string): Promise<AuthAnswer> {
  const path = new URL(request.url).pathname.slice(base.length)
  const text = request.method === 'POST' ? await readBody(request) : null
  await limit(path, request, text, address)
  const auth = await authFor(path)
  if (auth === null) return { response: signInPage('unavailable'), cameByGoogle: null }
  const response = await ask(auth, text === null ? request : withBody(request, text))
  return { response, cameByGoogle: path === '/callback/google' ? await welcome(response) : null }
}

async function ask(auth: Auth, request: Request): Promise<Response> {
  let response: Response
  try {
    response = await auth.handler(request)
  } catch (error) {
    throw translated(error)
  }
  if (response.status >= 500) throw notNow(5)
  return response
}

/** Null when Google, which the person just comes back from, cannot be asked. */
async function authFor(path: string): Promise<Auth | null> {
  if (!googleRoutes.has(path)) return getAuth()
  try {
    return await getAuthWithGoogle()
  } catch (error) {
    if (path === '/callback/google' && error instanceof DomainError) return null
    throw error
  }
}

const signInPage = (error: string) =>
  new Response(null, { status: 302, headers: { Location: `/signIn?${new URLSearchParams({ error })}` } })

async function limit(path: string, request: Request, text: string | null, address: string): Promise<void> {
  if (path === '/sign-in/email') return limitSignIn(emailIn(text ?? ''), address)
  // guessing the current password is guessing a sign-in
  if (path === '/change-password') return limitSignIn((await sessionTokenOf(request.headers)) ?? '', address)
  if (path === '/sign-up/email') return limitSignUp(address)
  if (request.method !== 'GET' || path.startsWith('/callback/')) return limitWrite(null, address)
}

function emailIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'email' in body) return String(body.email)
  } catch {
    return new URLSearchParams(text).get('email') ?? ''
  }
  return ''
}

async function readBody(request: Request): Promise<string> {
  const text = await readText(request.body, largestBody)
  if (text === null) throw new DomainError('invalid', 'This is more than the club reads.')
  return text
}

function withBody(request: Request, text: string): Request {
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: text === '' ? null : text })
}

/** Makes the member record of whoever just came by Google for the first time. */
async function welcome(response: Response): Promise<{ madeMember: boolean } | null> {
  const cookie = response.headers
    .getSetCookie()
    .find((each) => each.startsWith(`${sessionCookie()}=`))
    ?.split(';')[0]
  const token = cookie === undefined ? null : await sessionTokenOf(new Headers({ cookie }))
  const [session] = await findSessions(token, null)
  if (session === undefined) return null
  return { madeMember: session.role === null && (await ensureMember(session.userId)).made }
}
