import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { visitor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { log } from '#platform/log.ts'
import { useDatabase } from '#tests/database.ts'
import { load } from './handlers.server.ts'
import { requestContext } from './request.ts'

useDatabase()

test('what breaks is logged with its path, and without the key that a letter brought along', async () => {
  const context = new RouterContextProvider()
  const page = { id: 'r-7', address: '203.0.113.7', nonce: '', headers: new Headers() }
  context.set(requestContext, { ...page, actor: async () => visitor, club: await clubFacts() })
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const loader = load(() => Promise.reject(new Error('broken')))
  const request = new Request('https://club.test/newPassword?key=a-secret-key')
  await expect(loader({ request, context })).rejects.toMatchObject({ init: { status: 500 } })
  expect(error.mock.calls[0]).toMatchObject([{ requestId: 'r-7', path: '/newPassword' }, 'broken'])
  expect(JSON.stringify(error.mock.calls)).not.toContain('a-secret-key')
})
