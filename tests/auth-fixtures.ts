import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { signUp } from '#sign-in/accounts.server.ts'
import { startAuth, type AuthOptions } from '#sign-in/better-auth/instance.server.ts'
import type { AuthRequest } from '#sign-in/better-auth/responses.server.ts'
import { handleAuthRequest } from '#sign-in/better-auth/routes.server.ts'
import { lightCost } from '#sign-in/passwords/hashing.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'

export const testSecret = 'a secret of at least thirty-two characters'

/** The sign-in options of tests, with cheap password hashing. */
export const testAuth: AuthOptions = {
  secret: testSecret,
  publicUrl: 'http://localhost:3000',
  passwordCost: lightCost,
}

/** Sets up sign-in for a test file. Call it after `useDatabase`. */
export function useAuth(options: Partial<AuthOptions> = {}): void {
  beforeAll(() => startAuth({ ...testAuth, ...options }))
}

/** The request context of a person at a network address. */
export const requestContext = (headers: HeadersInit = {}): AuthRequest => ({
  headers: new Headers(headers),
  address: '203.0.113.7',
})

/** Sends a request to an endpoint of the sign-in library, as the club's pages do. */
export async function postToAuth(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const origin = testAuth.publicUrl
  const request = new Request(`${origin}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  })
  return (await handleAuthRequest(request, '203.0.113.7')).response
}

/** Returns the cookies that a browser would send after this response. */
export const cookieOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

let photo: Promise<Uint8Array> | null = null

/** The input of the sign-up form. */
export async function signUpFields() {
  photo ??= sharp({ create: { width: 60, height: 80, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const email = `nora.${randomBytes(5).toString('hex')}@example.com`
  return { name: 'Nora Lind', email, password: 'Palestra1!', photo: await photo }
}

/** Signs up a person with these fields. Returns the actor and the cookie. */
export async function signUpUser(
  fields: { name?: string; email?: string } = {},
): Promise<{ person: Person; cookie: string; password: string }> {
  const filledIn = { ...(await signUpFields()), ...fields }
  const cookie = cookieOf(await signUp(requestContext(), filledIn))
  const person = await resolveActor(new Headers({ cookie }))
  if (person.kind !== 'person') throw new Error('The newcomer is not signed in.')
  return { person, cookie, password: filledIn.password }
}

/** Confirms the person's email address, which a second factor requires. */
export const confirmAddressOf = ({ id }: { id: string }) =>
  db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()

/** Returns the `DomainError` that an operation was refused with. */
export async function rejectionOf(act: Promise<unknown>): Promise<DomainError> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}

export const errorCodeOf = async (refused: Promise<unknown>) => (await rejectionOf(refused)).code
