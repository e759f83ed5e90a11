import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { db } from '#db/client.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { openCards } from '#platform/cards/cards.ts'
import { createApp } from '#server/http/app.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { sessionCookie } from '#sign-in/sessions/sessions.server.ts'
import { testAuth, testSecret } from './auth-fixtures.ts'
import { signSessionToken } from './session-token.ts'

/** Serves the API of a demo club on a free port during a test file. Call it after `useDatabase`. */
export function useApi() {
  const state = {
    url: '',
    send: (method: string, path: string, request?: ApiRequestOptions) =>
      send(state.url, method, path, request),
  }
  let server: ServerType
  beforeAll(async () => {
    setDemoClub(true)
    openCards({ demo: true, authSecret: testSecret })
    const { fetch } = createApp({ servePage: (c) => c.text('A page of the club.'), clientFolder: 'public' })
    server = serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
    await once(server, 'listening')
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    startAuth({ ...testAuth, otherOrigins: [state.url] })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return state
}

export type ApiRequestOptions = {
  as?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export type ApiResponse = {
  status: number
  // tests assert the shape of responses
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Headers
}

/** Sends a request. A body that is neither text nor a form is sent as JSON. */
async function send(
  url: string,
  method: string,
  path: string,
  sent: ApiRequestOptions = {},
): Promise<ApiResponse> {
  const isRaw = typeof sent.body === 'string' || sent.body instanceof FormData
  const headers: Record<string, string> = {
    ...(sent.as ? { Cookie: sent.as } : {}),
    ...(sent.token ? { Authorization: `Bearer ${sent.token}` } : {}),
    ...(sent.body !== undefined && !(sent.body instanceof FormData)
      ? { 'Content-Type': 'application/json' }
      : {}),
    ...sent.headers,
  }
  const body = isRaw ? (sent.body as string | FormData) : JSON.stringify(sent.body)
  const response = await fetch(`${url}/api${path}`, { method, headers, body: body ?? null })
  const text = await response.text()
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

/** Creates a session. Returns its cookie. */
export const cookieFor = async (person: { id: string }): Promise<string> => (await cookiesFor([person]))[0]!

/** Creates a session for each actor. Returns their cookies. */
export async function cookiesFor(people: { id: string }[]): Promise<string[]> {
  const sessions = people.map(({ id }) => ({
    token: randomUUID(),
    userId: id,
    expiresAt: sql<Date>`club_now() + interval '1 day'`,
    updatedAt: sql<Date>`club_now()`,
  }))
  await db.insertInto('sessions').values(sessions).execute()
  return sessions.map(({ token }) => `${sessionCookie()}=${signSessionToken(token, testSecret)}`)
}

/** Expects a problem response in the shape of the contract. Returns its message. */
export function expectProblem(
  received: ApiResponse,
  status: number,
  more: Record<string, unknown> = {},
): string {
  // a message of the club, not of a library
  const message = expect.stringMatching(/^(?!Invalid |Expected |Unrecognized )[A-Z].{5,}$/)
  expect(received.body).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: received.body.message,
    message,
    requestId: received.headers.get('x-request-id'),
    ...more,
  })
  expect(received.status).toBe(status)
  expect(received.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(received.headers.get('cache-control')).toBe('no-store')
  return received.body.message
}
