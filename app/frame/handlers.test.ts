import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { visitor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { log } from '#platform/observability/log.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { createAction, createLoader, signInUrl } from './handlers.server.ts'
import { requestContext } from './request-context.ts'

useDatabase()

test('what breaks is logged with its path, and without the key that a letter brought along', async () => {
  const context = new RouterContextProvider()
  const page = { id: 'r-7', address: '203.0.113.7', nonce: '', headers: new Headers() }
  context.set(requestContext, { ...page, actor: async () => visitor, club: await clubFacts() })
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const loader = createLoader(() => Promise.reject(new Error('broken')))
  const request = new Request('https://club.test/newPassword?key=a-secret-key')
  await expect(loader({ request, url: new URL(request.url), context })).rejects.toMatchObject({
    init: { status: 500 },
  })
  expect(error.mock.calls[0]).toMatchObject([{ requestId: 'r-7', path: '/newPassword' }, 'broken'])
  expect(JSON.stringify(error.mock.calls)).not.toContain('a-secret-key')
})

test('a form that another person opened in this browser saves nothing', async () => {
  const [opener, viewer] = [await createMember(), await createMember()]
  const context = new RouterContextProvider()
  const page = { id: 'r-7', address: '203.0.113.7', nonce: '', headers: new Headers() }
  context.set(requestContext, { ...page, actor: async () => viewer, club: await clubFacts() })
  const saved: (string | null)[] = []
  const action = createAction(async ({ readForm }) => {
    const { fields } = await readForm()
    saved.push(fields.get('text'))
  })
  const url = new URL('https://club.test/dashboard/writePost')
  const send = (openedBy: string) => {
    const body = new URLSearchParams({ openedBy, text: 'Hello' })
    return action({ request: new Request(url, { method: 'POST', body }), url, context })
  }
  await expect(send(opener.email)).rejects.toMatchObject({ init: { status: 403 } })
  expect(saved).toEqual([])
  await send(viewer.email)
  expect(saved).toEqual(['Hello'])
})

test('whoever signs in comes back to where they were, unless no page has an address so long', () => {
  expect(signInUrl('/trainers/7?hour=8')).toBe('/signIn?from=%2Ftrainers%2F7%3Fhour%3D8')
  expect(signInUrl(`/trainers/7?hour=${'%3B'.repeat(2_000)}`)).toBe('/signIn')
})
