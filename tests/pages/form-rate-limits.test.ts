import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAction } from '#app/frame/handlers.server.ts'
import { requestContext } from '#app/frame/request-context.ts'
import { action as homeAction } from '#app/pages/home/home.tsx'
import { db, pool } from '#db/client.ts'
import { visitor, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'

useDatabase()
useAuth()
beforeEach(async () => {
  await db.deleteFrom('rateLimits').execute()
  startLimits({ pool, enabled: true })
})
afterEach(() => startLimits({ pool, enabled: false }))

/** Posts forms of this actor from this address, concurrently, and returns the number accepted. */
async function post(forms: number, actor: Actor, address: string): Promise<number> {
  let done = 0
  const action = createAction(async () => void (done += 1))
  const context = new RouterContextProvider()
  const headers = new Headers()
  context.set(requestContext, {
    id: 'x',
    address,
    nonce: 'x',

    actor: async () => actor,
    club: await clubFacts(),
    headers,
  })
  const url = new URL('http://club.test/')
  const send = () => action({ request: new Request(url, { method: 'POST' }), url, context })
  const answers = await Promise.all(Array.from({ length: forms }, send))
  const refused = answers.filter((answer) => answer !== undefined)
  for (const { data, init } of refused) {
    expect(data.problem.message).toMatch(/^That was too often\. Try again in \d+ seconds?\.$/)
    expect([init?.status, headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  }
  expect(done + refused.length).toBe(forms)
  return done
}

test('a person posts a hundred and twenty forms a minute, from wherever; others are not hindered', async () => {
  const [one, other] = [await createMember(), await createMember()]
  expect(await post(100, one, '203.0.113.7')).toBe(100)
  expect(await post(30, one, '198.51.100.1')).toBe(20)
  expect(await post(1, other, '203.0.113.7')).toBe(1)
})

test('visitors post a hundred and twenty forms a minute from one address', async () => {
  expect(await post(130, visitor, '203.0.113.7')).toBe(120)
  expect(await post(1, visitor, '203.0.113.8')).toBe(1)
})

test('the home page subscribes ten readers an hour from one network', async () => {
  const context = new RouterContextProvider()
  const page = { id: 'x', address: '203.0.113.7', nonce: 'x', headers: new Headers() }
  context.set(requestContext, { ...page, actor: async () => visitor, club: await clubFacts() })
  const url = new URL('http://club.test/')
  const subscribe = async (reader: number) => {
    const body = new URLSearchParams({ intent: 'subscribe', email: `reader${reader}@club.example` })
    const request = new Request(url, { method: 'POST', body })
    const answer = await homeAction({ request, url, context, params: {}, unstable_pattern: '/' } as never)
    return answer instanceof Response ? answer.status : (answer as { init: { status: number } }).init.status
  }
  for (let done = 0; done < 10; done += 1) expect(await subscribe(done)).toBe(302)
  expect(await subscribe(10)).toBe(429)
})
