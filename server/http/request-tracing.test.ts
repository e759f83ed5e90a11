import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cards, openCards } from '#platform/cards/cards.ts'
import { currentTracing, openTracing, traced } from '#platform/observability/tracing.ts'
import { createRouteMatcher } from '#server/http/route-patterns.ts'
import { cookieFor } from '#tests/api-server.ts'
import { testSecret, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { createApp } from './app.ts'
import { traceRequests } from './request-tracing.ts'

useDatabase({ onStatement: (text) => currentTracing()?.statement(text) })
useAuth()

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
type ExportedTraces = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const exported: ExportedTraces[] = []
const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterAll(() => servers.forEach((server) => server.close()))

const factOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? Number(value?.intValue)
}

let close: () => Promise<void>
beforeAll(async () => {
  // where no collector is named, a step is its work
  close = await openTracing(null)
  expect([currentTracing(), await traced('nothing', {}, async () => 'done')]).toEqual([null, 'done'])
  const collector = await serve(async (request, response) => {
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces'])
    exported.push((await json(request)) as ExportedTraces)
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  close = await openTracing(`${collector}/`)
})

test('a collector hears of each step of a request, a job and a card, and of nobody', async () => {
  openCards({ demo: true, authSecret: testSecret })
  const app = createApp({ servePage: (c) => c.text('A page.'), clientFolder: 'public' })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const url = await serve(
    traceRequests(createRouteMatcher([]))((request, response) => void answer(request, response)),
  )
  const member = await createMember({ name: 'Ada Moss' })
  const headers = { Cookie: await cookieFor(member) }
  await (await fetch(`${url}/api/users/${member.email}?key=secret`, { headers })).text()
  await (await fetch(`${url}/livez`)).text()
  await traced('job refund', {}, () => cards.retrieveIntent(`pi_of_${member.id}`))
  const broken = traced('job mail', {}, () => Promise.reject(new TypeError(`No letter for ${member.email}`)))
  await expect(broken).rejects.toThrow('No letter')
  await close()

  const spans = exported
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans))
    .flatMap((each) => each.spans)
  const named = (name: string) => spans.find((span) => span.name === name)
  const request = named('GET /api/users/:email')
  expect(factOf(request!, 'http.route')).toBe('/api/users/:email')
  expect(factOf(request!, 'http.response.status_code')).toBe(200)
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.map((span) => factOf(span, 'db.query.text')).join('\n')).toMatch(
    /select [^]* from [^]*\$1/i,
  )
  expect(named('cards retrieve intent')?.parentSpanId).toBe(named('job refund')?.spanId)
  const failed = named('job mail')!
  expect([failed.status.code, factOf(failed, 'error.type')]).toEqual([2, 'TypeError'])
  expect(spans.map(({ name }) => name)).not.toContain('GET /livez')
  expect(factOf(exported[0]!.resourceSpans[0]!.resource, 'service.name')).toBe('palestra')
  expect(JSON.stringify(exported)).not.toMatch(new RegExp(`Ada|${member.id}|${member.email}|secret`))
})
