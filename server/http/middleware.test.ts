import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ClubEnv } from '#api/context.ts'
import { log } from '#platform/observability/log.ts'
import { createRequestListener } from '#server/bootstrap/production-handler.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { createApp } from './app.ts'
import { requireOwnHost, requireShortUrl } from './middleware.ts'

test('a club of this machine alone answers to no name of a stranger’s', async () => {
  const club = new Hono<ClubEnv>().use(requireOwnHost).get('*', (c) => c.text('Welcome.'))
  const statusAt = async (origin: string) => (await club.request(`${origin}/about`)).status
  for (const own of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.5',
  ])
    expect(await statusAt(own)).toBe(200)
  for (const other of ['http://rebound.example:3000', 'http://localhost.rebound.example'])
    expect(await statusAt(other)).toBe(421)
})

test('an address that no page links to is refused before it is repeated in an answer', async () => {
  const app = new Hono<ClubEnv>().use(requireShortUrl).get('*', (c) => c.text('Welcome.'))
  const statusOf = async (path: string) => (await app.request(`http://localhost:3000${path}`)).status
  expect(await statusOf(`/gallery?${'show=1&'.repeat(1_500)}`)).toBe(414)
  expect(await statusOf('/gallery?show=1&show=1')).toBe(200)
  // the links of a long page
  expect(await statusOf(`/__manifest?paths=${'%2Ftrainers'.repeat(600)}`)).toBe(200)
})

test('whoever names a host that is none is refused, and the club breaks at nothing', async () => {
  const { fetch } = createApp({ servePage: (c) => c.text('Welcome.'), clientFolder: 'public' })
  const server = createServer(createRequestListener({ fetch, wrapListener: (listener) => listener }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const host of ['999.1.1.1', '1.1.1.1.1', '1.2.3.256:80', 'a b', '[::1'])
    for (const head of ['GET /livez', 'GET /api/trainers', 'HEAD /images/x', 'POST /signIn']) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`${head} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx`)
      expect((await text(socket)).split('\r\n', 1), `${head} at ${host}`).toEqual([
        'HTTP/1.1 400 Bad Request',
      ])
    }
  server.close()
})

describe('an error before any handler', () => {
  beforeAll(() => startAuth(testAuth))
  const respond = (error: Error) => {
    const servePage = async () => {
      throw error
    }
    const app = createApp({ servePage, clientFolder: 'public' })
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    return app.request('http://localhost:3000/dashboard', {}, env)
  }

  test('is a 503 that names the time of a retry while the database is away', async () => {
    const response = await respond(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(await response.text()).toBe('The club can’t answer just now. Please try again in a moment.\n')
  })

  test('is a 500 with a sentence and a line in the log otherwise', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    const response = await respond(new Error('a mistake of the club'))
    expect(response.status).toBe(500)
    expect(response.headers.get('Retry-After')).toBeNull()
    expect(await response.text()).toBe('Something went wrong on our side. It has been noted.\n')
    expect(logged.mock.calls.map(([, message]) => message)).toContain('a mistake of the club')
  })
})
