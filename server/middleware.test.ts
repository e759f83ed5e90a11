import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ClubEnv } from '#api/request.ts'
import { ownName } from './middleware.ts'

test('a club of this machine alone answers to no name of a stranger’s', async () => {
  const club = new Hono<ClubEnv>().use(ownName).get('*', (c) => c.text('Welcome.'))
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
