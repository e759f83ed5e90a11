import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll } from 'vitest'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { handleAuthRequest } from '#sign-in/better-auth/routes.server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { createIdentityProvider } from './provider.ts'

type SmallClub = {
  port: number
  /** Otherwise neither club nor provider answers. */
  isOpen: boolean
  /** For each response, whether it created a member; null without a visit from Google. */
  madeMembers: (boolean | null)[]
}

/** A club in small: the identity provider and the routes of signing in, on one address. */
export function useSmallClub(): SmallClub {
  const club: SmallClub = { port: 0, isOpen: true, madeMembers: [] }
  const server = createServer()

  async function answerAuth(request: Request): Promise<Response> {
    const { response, googleSignIn } = await handleAuthRequest(request, '203.0.113.7')
    club.madeMembers.push(googleSignIn?.madeMember ?? null)
    return response
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    club.port = (server.address() as AddressInfo).port
    const publicUrl = `http://localhost:${club.port}`
    const client = { clientId: 'palestra-demo', clientSecret: 'a secret of the test' }
    const identity = createIdentityProvider({
      ...client,
      issuer: `${publicUrl}/demo/identity`,
      redirectUris: ['localhost', '127.0.0.1'].map(
        (host) => `http://${host}:${club.port}/api/auth/callback/google`,
      ),
      fonts: ['/assets/display.woff2', '/assets/text.woff2'],
    })
    const answer = (request: Request) =>
      new URL(request.url).pathname.startsWith('/demo/identity/')
        ? identity.fetch(request)
        : answerAuth(request)
    const listener = getRequestListener(answer, { overrideGlobalObjects: false })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!club.isOpen) return void response.writeHead(503).end()
      void listener(request, response)
    })
    startAuth({
      ...testAuth,
      publicUrl,
      otherOrigins: [`http://127.0.0.1:${club.port}`],
      google: {
        ...client,
        discoveryUrl: `http://127.0.0.1:${club.port}/demo/identity/.well-known/openid-configuration`,
      },
    })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return club
}
