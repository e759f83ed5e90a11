import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import {
  stopLaunchers,
  signalPostgres,
  isProcessRunning,
  templateDataFolder,
  query,
  queryWithRetry,
  postgresPidOf,
  startLauncher,
  temporaryFolder,
} from './launcher.ts'

afterEach(stopLaunchers)

test('a server left behind by a killed club is adopted by the next one', async () => {
  const folder = await templateDataFolder()
  const killed = await startLauncher(folder)
  await query(killed.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  const processId = postgresPidOf(folder)
  await killed.end('SIGKILL')
  expect(isProcessRunning(processId)).toBe(true)

  const next = await startLauncher(folder)
  expect(next).toMatchObject({ adopted: true, url: killed.url })
  expect(postgresPidOf(folder)).toBe(processId)
  expect(await query(next.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
  await next.end('SIGTERM')
  await expect.poll(() => isProcessRunning(processId)).toBe(false)
})

test('a club and its server killed together start again with everything that was committed', async () => {
  const folder = await templateDataFolder()
  const killed = await startLauncher(folder)
  await query(killed.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  await killed.end('SIGKILL')
  process.kill(postgresPidOf(folder), 'SIGKILL')

  const next = await startLauncher(folder)
  expect(next.adopted).toBe(false)
  expect(await query(next.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
})

test('a server killed again and again comes back at the same address while the club runs', async () => {
  const folder = await templateDataFolder()
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ folder, options: { warn: (line) => lines.push(line) } })
  await query(server.url, 'CREATE TABLE kills (number integer PRIMARY KEY)')
  const kills = repetitions(2, 5)
  for (let number = 1; number <= kills; number++) {
    await queryWithRetry(server.url, `INSERT INTO kills VALUES (${number}) ON CONFLICT DO NOTHING`)
    process.kill(postgresPidOf(folder), 'SIGKILL')
    await queryWithRetry(server.url, 'SELECT 1')
  }
  const kept = await queryWithRetry(server.url, 'SELECT number FROM kills ORDER BY number')
  expect(kept).toEqual(Array.from({ length: kills }, (_, index) => ({ number: index + 1 })))
  expect(lines.join('\n')).toMatch(/does not answer; bringing it back[^]*PostgreSQL is back after/)
  const processId = postgresPidOf(folder)
  await server.stop()
  await expect.poll(() => isProcessRunning(processId)).toBe(false)
}, 180_000)

test('a server that is frozen is noticed, and stopping the club ends it all the same', async () => {
  const folder = await templateDataFolder()
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ folder, options: { log: (line) => lines.push(line) } })
  await query(server.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  const processId = postgresPidOf(folder)
  signalPostgres(folder, 'SIGSTOP')
  await expect.poll(() => lines.join()).toContain('does not answer')
  await server.stop()
  expect(isProcessRunning(processId)).toBe(false)

  const next = await startLauncher(folder)
  expect(await query(next.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
})

test('a first start killed half way is done again', async () => {
  const folder = temporaryFolder()
  const killed = await startLauncher(folder, { until: 'Making a new database' })
  await killed.end('SIGKILL')
  expect(existsSync(join(folder, 'data'))).toBe(false)
  mkdirSync(join(folder, 'data.new-older'))
  writeFileSync(join(folder, 'data.new-older', 'PG_VERSION'), '18\n')

  const next = await startLauncher(folder)
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.end('SIGTERM')
  const again = await startLauncher(folder)
  expect(again.refused).toBeNull()
  expect(readdirSync(folder).filter((name) => name.startsWith('data.new'))).toEqual([])
  await again.end('SIGTERM')
})

test('a note of a dead server whose process id now belongs to another program does not stop the start', async () => {
  const folder = await templateDataFolder()
  const first = await startEmbeddedPostgres({ folder })
  await first.stop()
  const note = join(folder, 'data', 'postmaster.pid')
  const lines = [process.pid, join(folder, 'data'), 1_700_000_000, 25_999, '', '127.0.0.1', '', 'ready   ']
  writeFileSync(note, `${lines.join('\n')}\n`)
  const owner = statSync(join(folder, 'data'))
  if (process.getuid?.() === 0) chownSync(note, owner.uid, owner.gid)

  const second = await startEmbeddedPostgres({ folder })
  expect(second.adopted).toBe(false)
  await second.stop()
})
