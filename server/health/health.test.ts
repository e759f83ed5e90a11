import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import { recurringJob, defineJobs, openJobs, startWorkers } from '#platform/jobs.ts'
import { troublesByPart } from '#platform/observability/log.ts'
import { createRequestListener } from '#server/bootstrap/production-handler.ts'
import { shuttingDown } from '#server/bootstrap/shutdown.ts'
import { useDatabase } from '#tests/database.ts'
import { startTcpProxy } from '#tests/tcp-proxy.ts'
import { health } from './health.ts'

const database = useDatabase()

// a process that has just begun, however long this one has run other tests
beforeEach(() => void vi.spyOn(process, 'uptime').mockReturnValue(1))
afterEach(() => {
  shuttingDown.set(false)
  vi.restoreAllMocks()
})
const reopen = async (url: string) => {
  await closeDatabase()
  openDatabase(url)
}
const notedTroubles = () => troublesByPart.get('database')?.count ?? 0
const ask = async () => {
  const answer = await health.request('/readyz')
  return `${answer.status} ${await answer.text()}`
}

test('a club with its database is alive and ready', async () => {
  expect((await health.request('/livez')).status).toBe(200)
  const ready = await health.request('/readyz')
  expect(ready.status).toBe(200)
  expect(ready.headers.get('Cache-Control')).toBe('no-store')
})

test('a balancer that names no host hears how the club is', async () => {
  const server = createServer(
    createRequestListener({ fetch: health.fetch, wrapListener: (listener) => listener }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /livez HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toContain('200 OK')
  server.close()
})

test('a club whose database is away is alive, not ready, and says when to ask again', async () => {
  await reopen('postgres://club@127.0.0.1:1/none')
  expect((await health.request('/livez')).status).toBe(200)
  const noted = notedTroubles()
  const ready = await health.request('/readyz')
  expect(ready.status).toBe(503)
  expect(ready.headers.get('Retry-After')).toBe('2')
  expect(await ready.text()).toBe('the database is away')
  expect(notedTroubles()).toBe(noted + 1)
  await reopen(database.url)
  expect((await health.request('/readyz')).status).toBe(200)
})

test('a club that cannot tell what ails its database says no more than that, and the log has the reason', async () => {
  await closeDatabase()
  const noted = notedTroubles()
  expect(await ask()).toBe('503 the database cannot be asked')
  expect(notedTroubles()).toBe(noted + 1)
  await reopen(database.url)
  expect(await ask()).toBe('200 ok')
})

test('a club that is about to stop takes no new work', async () => {
  shuttingDown.set(true)
  expect((await health.request('/readyz')).status).toBe(503)
})

test('a club whose database says nothing says so within two seconds, and is ready once it speaks again', async () => {
  const network = await startTcpProxy(database.url)
  await reopen(network.url)
  expect(await ask()).toBe('200 ok')
  network.swallow(true)
  const began = performance.now()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill('503 the database is away'))
  // a direct query fails after six seconds
  expect(performance.now() - began).toBeLessThan(5_000)
  network.swallow(false)
  await expect.poll(ask).toBe('200 ok')
  network.close()
  await reopen(database.url)
})

test('a club whose database only reads is not ready', async () => {
  const name = sql.id(new URL(database.url).pathname.slice(1))
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
  await reopen(database.url)
  expect(await ask()).toBe('503 the database is read-only')
  await sql`set default_transaction_read_only = off`.execute(db)
  await sql`alter database ${name} reset default_transaction_read_only`.execute(db)
  await reopen(database.url)
  expect(await ask()).toBe('200 ok')
})

test('a club whose database was replaced by an older one, or by another, is not ready', async () => {
  expect(await ask()).toBe('200 ok')
  await sql`alter table kysely_migration rename to kysely_migration_kept`.execute(db)
  expect(await ask()).toBe('503 the database is not that of this club')
  await sql`create table kysely_migration as select '001-accounts' as name`.execute(db)
  expect(await ask()).toBe('503 the database is older than this club')
  await sql`drop table kysely_migration`.execute(db)
  await sql`alter table kysely_migration_kept rename to kysely_migration`.execute(db)
})

test('a club without anybody who does the background work is not ready after some minutes', async () => {
  expect(await ask()).toBe('200 ok')
  vi.spyOn(process, 'uptime').mockReturnValue(600)
  expect(await ask()).toBe('503 nobody does the background work')
  defineJobs([recurringJob('expire-holds', { everySeconds: 1 }, async () => {})])
  await openJobs()
  const workers = await startWorkers({ pollSeconds: 0.5 })
  await expect.poll(ask).toBe('200 ok')
  await workers.stop()
})
