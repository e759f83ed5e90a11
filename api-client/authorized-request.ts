// Sends calls with the stored bearer token. Separate from `client.ts`, because every page of a signed-in
// person stores the token, and few make a call.

import { storeToken, readStoredToken } from './stored-token.ts'

/** The account of the sign-in, and the id of the member for whom its owner acts as a guardian. */
export type Account = { email: string; actsFor: string | null }

/** A refused call, with the message to display. `status` is 0 if the club could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly facts: Record<string, unknown>
  constructor(status: number, message: string, facts: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.facts = facts
  }
}

/**
 * Returns the stored token if it belongs to this person and is valid for another minute, otherwise a new
 * one.
 */
export async function getToken(email: string): Promise<string> {
  const stored = readStoredToken()
  if (stored !== null && isTokenUsable(stored)) return stored
  return renewToken(email)
}

/** Requests and stores a new token. */
export async function renewToken(email: string): Promise<string> {
  const { token } = await requestJson<{ token: string }>('POST', '/api/jwt', { email })
  storeToken(token)
  return token
}

function isTokenUsable(token: string): boolean {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number }
    return typeof exp === 'number' && exp * 1000 > Date.now() + 60_000
  } catch {
    return false
  }
}

/** Sends a call and returns the JSON response. Throws `ApiError`. */
export async function requestJson<Answer>(
  method: string,
  path: string,
  body: unknown,
  token?: string,
  actsFor: string | null = null,
): Promise<Answer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (actsFor !== null) headers['Acting-For'] = actsFor
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => null)
  if (response === null)
    throw new ApiError(0, 'The club couldn’t be reached. Check your connection and try again.')
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const { message, ...facts } = (answer ?? {}) as { message?: string }
  throw new ApiError(response.status, message ?? 'The club couldn’t answer. Please try again.', facts)
}

/** Sends a call as this person. A revoked token is renewed once. */
export async function requestJsonAs<Answer>(
  { email, actsFor }: Account,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  try {
    return await requestJson<Answer>(method, path, body, await getToken(email), actsFor)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return requestJson<Answer>(method, path, body, await renewToken(email), actsFor)
  }
}
