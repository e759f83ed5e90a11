import { afterEach, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'
import { health, stopping } from './health.ts'

const database = useDatabase()

afterEach(() => void stopping.set(false))

test('a club with its database is alive and ready', async () => {
  expect((await health.request('/livez')).status).toBe(200)
  const ready = await health.request('/readyz')
  expect(ready.status).toBe(200)
  expect(ready.headers.get('Cache-Control')).toBe('no-store')
})

test('a club whose database is away is alive, not ready, and says when to ask again', async () => {
  await closeDatabase()
  openDatabase('postgres://club@127.0.0.1:1/none')
  expect((await health.request('/livez')).status).toBe(200)
  const ready = await health.request('/readyz')
  expect(ready.status).toBe(503)
  expect(ready.headers.get('Retry-After')).toBe('2')
  await closeDatabase()
  openDatabase(database.url)
  expect((await health.request('/readyz')).status).toBe(200)
})

test('a club that is about to stop takes no new work', async () => {
  stopping.set(true)
  expect((await health.request('/readyz')).status).toBe(503)
})
