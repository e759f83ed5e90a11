import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ClubEnv } from '#api/context.ts'
import { staleScripts } from './stale-scripts.ts'

const club = new Hono<ClubEnv>().use(staleScripts).all('*', (c) => c.text('Nothing is here.', 404))

test.each([
  ['a script of an earlier build, asked for by a page', '/assets/gallery-C1x5DUyy.js', 'script', 200],
  ['the same, asked for by anything else', '/assets/gallery-C1x5DUyy.js', 'document', 404],
  ['a script that no build named', '/assets/none.js', 'script', 404],
  ['a style sheet', '/assets/index-C1x5DUyy.css', 'script', 404],
  ['a script elsewhere', '/gallery-C1x5DUyy.js', 'script', 404],
])('%s', async (_, path, dest, status) => {
  const answer = await club.request(path, { headers: { 'Sec-Fetch-Dest': dest } })
  expect(answer.status).toBe(status)
  if (status !== 200) return
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  // the address may hold a real script again, after a deploy that was taken back
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toContain('location.assign(pendingNavigation.to)')
})
