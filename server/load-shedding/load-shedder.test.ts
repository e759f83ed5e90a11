import { once } from 'node:events'
import { createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { db } from '#db/client.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { createRouteMatcher, routePatterns } from '#server/http/route-patterns.ts'
import { sessionCookie } from '#sign-in/sessions/sessions.server.ts'
import { testSecret, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { signSessionToken } from '#tests/session-token.ts'
import { createLoadShedder, type LoadShedder } from './load-shedder.ts'
import { machineRoutes, paymentRoutes } from './urgent-routes.ts'

useDatabase({ connections: 1 })
useAuth()
const pathsOf = (entries: RouteConfigEntry[], parent = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    return [own || '/', ...pathsOf(children, own)]
  })
const pages = pathsOf(routes).filter((path) => !path.endsWith('*'))
const routeOf = createRouteMatcher(pages)
const signedIn = (token = 'token', secret = testSecret) => ({
  cookie: `${sessionCookie()}=${signSessionToken(token, secret)}`,
})
const inside: ServerResponse[] = []
let shedder: LoadShedder
let arrived = 0
let work = () => {}
const server = createServer((asked, response) => {
  arrived += 1
  shedder(asked, response, () => {
    work()
    inside.push(response)
  })
})
let url = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  // on a busy machine too, a request holds its slot until its response
  shedder = createLoadShedder(routeOf, 60_000)
  arrived = 0
  work = () => {}
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const askMany = (howMany: number) => Array.from({ length: howMany }, () => fetch(`${url}/dashboard`))

/** Responds to running requests until all of these have a response. */
async function answerAll(asked: Promise<Response>[]): Promise<number[]> {
  const answering = setInterval(() => inside.splice(0).forEach((response) => response.end('Well.')), 1)
  const answers = await Promise.all(asked)
  clearInterval(answering)
  return answers.map(({ status }) => status)
}

test('a few requests run at once, more wait, and those beyond a full queue are refused at once', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  const page = await fetch(`${url}/dashboard`)
  expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
    503,
    '2',
    'The club is very busy. Try again in a moment.\n',
  ])
  // a club that offers German refuses in it those who prefer it
  await db
    .updateTable('club')
    .set({ otherLanguages: ['de'] })
    .execute()
  await clubFacts()
  const german = { headers: { 'accept-language': 'de-AT, en;q=0.5' } }
  expect(await (await fetch(`${url}/dashboard`, german)).text()).toBe(
    'Das Studio ist gerade überlastet. Versuche es gleich noch einmal.\n',
  )
  const call = await fetch(`${url}/api/v1/lessons`, german)
  expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(await call.json()).toMatchObject({ status: 503, message: expect.stringContaining('very busy') })
  const told = await answerAll(asked)
  expect(told.filter((status) => status === 200).length).toBeGreaterThanOrEqual(254)
  expect(new Set(told)).toEqual(new Set([200, 503]))
  // and it is itself again
  expect(await answerAll([fetch(`${url}/dashboard`)])).toEqual([200])
})

test('each urgent route exists', () => {
  const patterns = routePatterns(pages)
  expect(patterns).toEqual(expect.arrayContaining([...machineRoutes, ...paymentRoutes]))
})

test('health checks, webhooks, pictures, writes and people who pay pass a queue that is full', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  await fetch(`${url}/dashboard`)
  const body = new URLSearchParams({ words: 'Hello' })
  const headers = signedIn()
  const passing = [
    fetch(`${url}/readyz`),
    fetch(`${url}/images/7/320.avif`),
    fetch(`${url}/dashboard/payment/7`, { headers }),
    fetch(`${url}/dashboard/payment/7.data`, { headers }),
    fetch(`${url}/api/webhooks/stripe`, { method: 'POST', body }),
    fetch(`${url}/api/create-payment-intent`, { method: 'POST', body, headers }),
    fetch(`${url}/forums`, { method: 'POST', body }),
  ]
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4 + passing.length)
  await answerAll([...passing, ...asked])
  expect((await Promise.all(passing)).map(({ status }) => status)).toEqual(passing.map(() => 200))
})

test('pages are rendered one at a time while somebody pays, and for a moment afterwards', async () => {
  const paying = fetch(`${url}/dashboard/payment/7`, { headers: signedIn() })
  await expect.poll(() => inside.length).toBe(1)
  inside.shift()?.end('Paid.')
  await paying
  const asked = askMany(6)
  await expect.poll(() => arrived).toBe(7)
  expect(inside).toHaveLength(1)
  await answerAll(asked)
})

test('a visitor, or a cookie that the club did not sign, is not urgent on the way to pay', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  const senders: HeadersInit[] = [{}, signedIn('token', 'another secret'), { authorization: 'Bearer x.y.z' }]
  for (const headers of senders) {
    const { status } = await fetch(`${url}/dashboard/payment/7`, { headers })
    expect([headers, status]).toEqual([headers, 503])
  }
  await answerAll(asked)
})

test('urgent requests are bounded as well', async () => {
  const asked = Array.from({ length: 300 }, () => fetch(`${url}/readyz`))
  await expect.poll(() => inside.length).toBe(8)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect(new Set(await answerAll(asked))).toEqual(new Set([200, 503]))
})

test('hundreds of writes at once each get a response, and slow senders neither wait among them nor take a place', async () => {
  shedder = createLoadShedder(routeOf)
  const path = `${url}/forums`
  const slow = Array.from({ length: 600 }, () => {
    const asked = request(path, { method: 'POST', headers: { 'Content-Length': 8 } })
    asked.on('error', () => {}).write('W')
    return asked
  })
  await expect.poll(() => arrived).toBe(600)
  const write = () => fetch(path, { method: 'POST', body: new URLSearchParams({ words: 'Hello' }) })
  const writing = Array.from({ length: 400 }, write)
  expect(await answerAll([...writing, fetch(`${url}/dashboard`)])).toEqual(
    Array.from({ length: 401 }, () => 200),
  )
  const [last] = slow
  const answer = once(last!, 'response') as Promise<[IncomingMessage]>
  last?.end('ritings')
  await expect.poll(() => inside.length).toBe(1)
  inside.splice(0).forEach((response) => response.end('Well.'))
  expect((await answer)[0].resume().statusCode).toBe(200)
  slow.forEach((asked) => asked.destroy())
})

test('an address that leads elsewhere than it seems to waits as any other', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  const { hostname, port } = new URL(url)
  for (const path of ['/dashboard/payment/../7', '/images/%2e%2e/dashboard', '/readyz/..\\dashboard']) {
    const [response] = (await once(get({ hostname, port, path }), 'response')) as [IncomingMessage]
    expect([path, response.resume().statusCode]).toEqual([path, 503])
  }
  await answerAll(asked)
})

test('who waits for somebody else keeps nobody from being answered', async () => {
  shedder = createLoadShedder(routeOf)
  const silent = askMany(4)
  await expect.poll(() => inside.length).toBe(4)
  const late = inside.splice(0)
  const next = fetch(`${url}/dashboard`)
  await expect.poll(() => inside.length).toBe(1)
  late.forEach((response) => response.end('At last.'))
  expect(await answerAll([next, ...silent])).toEqual(Array.from({ length: 5 }, () => 200))
})

test('work that keeps the process busy keeps its places, however slow the machine is', async () => {
  shedder = createLoadShedder(routeOf)
  work = () => {
    const until = performance.now() + 30
    while (performance.now() < until);
  }
  const asked = askMany(5)
  while (arrived < 5) await turn()
  for (let turns = 0; turns < 100; turns += 1) await turn()
  expect(inside).toHaveLength(4)
  expect(await answerAll(asked)).toEqual(Array.from({ length: 5 }, () => 200))
})
