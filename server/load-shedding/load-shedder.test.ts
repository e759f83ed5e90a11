import { once } from 'node:events'
import { createServer, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool, withPriority } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { createLoadShedder, type LoadShedder } from './load-shedder.ts'

useDatabase({ connections: 1 })
const inside: ServerResponse[] = []
let gate: LoadShedder
let arrived = 0
let work = () => {}
const server = createServer((asked, response) => {
  arrived += 1
  gate(asked, response, () => {
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
  // however busy the machine is, nobody loses a place but by being answered
  gate = createLoadShedder(60_000)
  arrived = 0
  work = () => {}
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const askMany = (howMany: number) => Array.from({ length: howMany }, () => fetch(`${url}/dashboard`))

/** Answers whoever is let in, again and again, until all of these are answered. */
async function answerAll(asked: Promise<Response>[]): Promise<number[]> {
  const answering = setInterval(() => inside.splice(0).forEach((response) => response.end('Well.')), 1)
  const answers = await Promise.all(asked)
  clearInterval(answering)
  return answers.map(({ status }) => status)
}

test('a few are worked on at once, more wait, and who finds the line full is refused at once', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  const page = await fetch(`${url}/dashboard`)
  expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
    503,
    '2',
    'The club is very busy. Try again in a moment.\n',
  ])
  const call = await fetch(`${url}/api/v1/lessons`)
  expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(await call.json()).toMatchObject({ status: 503, message: expect.stringContaining('very busy') })
  const told = await answerAll(asked)
  expect(told.filter((status) => status === 200).length).toBeGreaterThanOrEqual(254)
  expect(new Set(told)).toEqual(new Set([200, 503]))
  // and it is itself again
  expect(await answerAll([fetch(`${url}/dashboard`)])).toEqual([200])
})

test('who pays, who writes, pictures and questions after health pass a full gate', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  await fetch(`${url}/dashboard`)
  const before = inside.length
  const passing = ['/readyz', '/payment/7', '/payment/7.data', '/images/7/320.avif'].map((path) =>
    fetch(url + path),
  )
  const body = new URLSearchParams({ words: 'Hello' })
  passing.push(
    ...['/forums', '/api/create-payment-intent'].map((path) => fetch(url + path, { method: 'POST', body })),
  )
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(before + passing.length)
  await answerAll([...passing, ...asked])
  expect((await Promise.all(passing)).map(({ status }) => status)).toEqual(passing.map(() => 200))
})

test('as many as can be worked on write at once, and who is slow to write keeps nobody from it', async () => {
  const path = `${url}/forums`
  const slow = Array.from({ length: 80 }, () => {
    const asked = request(path, { method: 'POST', headers: { 'Content-Length': 8 } })
    asked.on('error', () => {}).write('W')
    return asked
  })
  await expect.poll(() => inside.length).toBe(80)
  const write = () => fetch(path, { method: 'POST', body: new URLSearchParams({ words: 'Hello' }) })
  const writing = Array.from({ length: 500 }, write)
  await expect.poll(() => inside.filter(({ req }) => req.complete).length).toBe(500)
  expect((await write()).status).toBe(503)
  expect(await answerAll([...writing, fetch(`${url}/dashboard`)])).toEqual(
    Array.from({ length: 501 }, () => 200),
  )
  slow.forEach((asked) => asked.destroy())
  expect(await answerAll([write()])).toEqual([200])
})

test('an address that leads elsewhere than it seems to waits as any other', async () => {
  const asked = askMany(300)
  await expect.poll(() => inside.length).toBeGreaterThanOrEqual(4)
  const { hostname, port } = new URL(url)
  for (const path of ['/payment/../dashboard', '/images/%2e%2e/dashboard', '/readyz/..\\dashboard']) {
    const [response] = (await once(get({ hostname, port, path }), 'response')) as [IncomingMessage]
    expect([path, response.resume().statusCode]).toEqual([path, 503])
  }
  await answerAll(asked)
})

test('who waits for somebody else keeps nobody from being answered', async () => {
  gate = createLoadShedder()
  const silent = askMany(4)
  await expect.poll(() => inside.length).toBe(4)
  const late = inside.splice(0)
  const next = fetch(`${url}/dashboard`)
  await expect.poll(() => inside.length).toBe(1)
  late.forEach((response) => response.end('At last.'))
  expect(await answerAll([next, ...silent])).toEqual(Array.from({ length: 5 }, () => 200))
})

test('work that keeps the process busy keeps its places, however slow the machine is', async () => {
  gate = createLoadShedder()
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

test('urgent work has connections that no other work holds', async () => {
  const held = await pool.connect()
  const first = () => db.selectFrom('club').select('name').executeTakeFirst()
  expect(await withPriority(first)).toBeDefined()
  held.release()
})
