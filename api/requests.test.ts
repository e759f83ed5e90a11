import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isRestricted } from '#api/contract.ts'
import { readSettings, SettingsError } from '#platform/settings/env.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import type { ClubEnv } from './context.ts'
import { cors } from './cors-and-csp.ts'
import { allCalls } from './index.ts'
import { problemResponse } from './problem-details.ts'
import { addRoute } from './router.ts'

useDatabase()
const club = useApi()
const member = async () => cookieFor(await createMember())

test('an address that is not in the contract is not found, whatever the method', async () => {
  for (const path of [
    '',
    '/',
    '/nowhere',
    '/classes/',
    '/Classes',
    '/classes/a/b',
    '/%E0%A4%A',
    '/__proto__',
  ])
    for (const method of ['GET', 'POST', 'DELETE']) expectProblem(await club.send(method, path), 404)
})

test('an address answers other methods with those that it knows', async () => {
  for (const [path, calls] of Map.groupBy(allCalls, (call) => call.path)) {
    const known = calls.map((call) => call.method as string)
    const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'].filter(
      (each) => !known.includes(each),
    )) {
      const refused = await club.send(method, path.replace(/\{\w+\}/, 'x'))
      expectProblem(refused, 405)
      expect(refused.headers.get('allow')).toBe(allow)
    }
    const options = await club.send('OPTIONS', path)
    expect([options.status, options.body, options.headers.get('allow')]).toEqual([204, '', allow])
  }
})

test('a body must be JSON, an object, and not too large', async () => {
  const as = await member()
  const send = (body: string, type = 'application/json') =>
    club.send('POST', '/jwt', { as, body, headers: { 'Content-Type': type } })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    'json',
  ])
    expectProblem(await send('{}', type), 415)
  for (const body of ['', '{', '{"email":}', 'undefined', '\u0000', '['.repeat(60_000)])
    expectProblem(await send(body), 400)
  for (const body of ['[]', 'null', '"text"', '7', `${'['.repeat(30_000)}${']'.repeat(30_000)}`])
    expectProblem(await send(body), 422)
  expectProblem(await send(`{"email":"${'x'.repeat(70_000)}"}`), 413)
  expectProblem(await send('{}', 'application/vnd.club+json; charset=utf-8'), 422, {
    errors: { email: ['Email is required'] },
  })
})

test('who asks counts before what is asked', async () => {
  for (const call of allCalls.filter(({ access }) => access !== 'everyone')) {
    const path = call.path.replace(/\{\w+\}/, 'x')
    expectProblem(await club.send(call.method, path, call.method === 'GET' ? {} : { body: '{' }), 401)
    if (!isRestricted(call.access)) continue
    const as = await member()
    expectProblem(await club.send(call.method, path, call.method === 'GET' ? { as } : { as, body: '{' }), 403)
  }
})

test('a token does for every call but the one that gives it', async () => {
  const person = await createMember()
  const as = await cookieFor(person)
  const { body } = await club.send('POST', '/jwt', { as, body: { email: person.email } })
  for (const call of allCalls) {
    const path = call.path.replace(/\{\w+\}/, crypto.randomUUID())
    const sent = call.method === 'GET' ? {} : { body: {} }
    const { status } = await club.send(call.method, path, { token: body.token, ...sent })
    expect(status === 401, `${call.method} ${call.path}: ${status}`).toBe(call.name === 'issueToken')
  }
})

test('a token that is not valid is refused even where nobody needs one', async () => {
  expectProblem(await club.send('GET', '/trainers', { token: 'a.b.c' }), 401)
  const basic = await club.send('GET', '/trainers', { headers: { Authorization: 'Basic eDp5' } })
  expect(basic.status).toBe(200)
})

test('what was read already is not sent again until it changes', async () => {
  const first = await club.send('GET', '/newsletters', { as: '' })
  expect(first.headers.get('etag')).toBeNull()
  const read = await club.send('GET', '/classes')
  const etag = read.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[0-9a-f]{40}"$/)
  expect(read.headers.get('cache-control')).toBe('public, no-cache')
  for (const named of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await club.send('GET', '/classes', { headers: { 'If-None-Match': named } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('x-total-count')).toBe('0')
  }
  expect((await club.send('GET', '/classes', { headers: { 'If-None-Match': 'W/"x"' } })).status).toBe(200)
  const head = await club.send('HEAD', '/classes')
  expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
})

test('what another site’s page makes a browser send is refused', async () => {
  const as = await member()
  for (const headers of [
    { Origin: 'https://elsewhere.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
  ] as Record<string, string>[])
    expectProblem(await club.send('POST', '/jwt', { as, body: {}, headers }), 403)
  const own = await club.send('POST', '/jwt', { as, body: {}, headers: { Origin: club.url } })
  expect(own.status).toBe(422)
})

test('every answer has a request id, runs nothing, and opens to no other site by itself', async () => {
  const answer = await club.send('GET', '/classes', {
    headers: { Origin: 'https://app.club.example', 'X-Request-Id': 'mine-1' },
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-request-id': 'mine-1',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('only the sites that are named may call from a browser, and never with cookies', async () => {
  const app = new Hono<ClubEnv>()
  app.use(cors(['https://app.club.example']))
  addRoute(app, '/classes', {
    GET: async () => Response.json([]),
    POST: async (c) => problemResponse(c, 403, 'No.'),
  })
  const ask = (method: string, origin: string, headers = {}) =>
    app.request('/classes', { method, headers: { Origin: origin, ...headers } })
  const named = 'https://app.club.example'
  for (const method of ['GET', 'POST']) {
    const { headers } = await ask(method, named)
    expect(headers.get('access-control-allow-origin')).toBe(named)
    expect(headers.get('access-control-expose-headers')).toContain('X-Total-Count')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toBe('Origin')
  }
  const preflight = await ask('OPTIONS', named, { 'Access-Control-Request-Method': 'POST' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, HEAD, OPTIONS')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  for (const other of ['https://app.club.example.evil', 'null', 'http://app.club.example'])
    expect((await ask('GET', other)).headers.get('access-control-allow-origin')).toBeNull()
})

test('the sites that may call are a list of origins', () => {
  expect(readSettings({}).corsOrigins).toEqual([])
  const { corsOrigins } = readSettings({ CORS_ORIGINS: 'https://a.example, http://localhost:5173,' })
  expect(corsOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
  for (const wrong of ['*', 'https://a.example/', 'a.example', 'null'])
    expect(() => readSettings({ CORS_ORIGINS: wrong })).toThrow(SettingsError)
})

test('a refusal for a while says for how long', async () => {
  const app = new Hono<ClubEnv>()
  app.get('/429', (c) => problemResponse(c, 429, 'Too often.', {}, { 'Retry-After': '7' }))
  app.get('/503', (c) => problemResponse(c, 503, 'Away.'))
  expect((await app.request('/429')).headers.get('retry-after')).toBe('7')
  expect((await app.request('/503')).headers.get('retry-after')).toBe('30')
})
