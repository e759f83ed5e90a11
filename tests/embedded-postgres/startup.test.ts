import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runningPostgresUrl, startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { DataFolderInUse, DataFolderUnusable } from '#platform/embedded-postgres/errors.ts'
import {
  stopLaunchers,
  isProcessRunning,
  templateDataFolder,
  query,
  postgresPidOf,
  signalPostgres,
  startLauncher,
  temporaryFolder,
} from './launcher.ts'

afterEach(stopLaunchers)

test('the first start makes a durable database with checksums and sorts by code point', async () => {
  const folder = join(temporaryFolder(), 'club')
  const server = await startEmbeddedPostgres({ folder })
  const [settings] = await query<Record<string, string>>(
    server.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous,
            current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
            current_setting('server_version_num')::int / 10000 AS version,
            (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = current_database()) AS locale,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    synchronous: 'on',
    checksums: 'on',
    addresses: '127.0.0.1',
    version: 18,
    locale: 'b C.UTF-8',
    superuser: false,
  })
  expect(server.adopted).toBe(false)
  expect(statSync(join(folder, 'password')).mode & 0o077).toBe(0)
  expect(server.url).not.toContain(readFileSync(join(folder, 'password'), 'utf8').trim())
  await server.stop()
})

test('a second start finds what the first one wrote, and stopping leaves nothing running', async () => {
  const folder = await templateDataFolder()
  const first = await startEmbeddedPostgres({ folder })
  await query(first.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  const processId = postgresPidOf(folder)
  expect(runningPostgresUrl(folder)).toBe(first.url)
  await first.stop()
  // it removes its file a moment before it exits
  await expect.poll(() => isProcessRunning(processId)).toBe(false)
  expect(runningPostgresUrl(folder)).toBeNull()

  const second = await startEmbeddedPostgres({ folder })
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
  await second.stop()
})

test('a server that does not stop in its time is killed with a warning, and its next start has what was committed', async () => {
  const folder = await templateDataFolder()
  const warnings: string[] = []
  const options = { stopSeconds: 1, warn: (line: string) => void warnings.push(line) }
  const first = await startEmbeddedPostgres({ folder, options })
  await query(first.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  const processId = postgresPidOf(folder)
  signalPostgres(folder, 'SIGSTOP')
  await first.stop()
  expect(warnings).toEqual([
    'PostgreSQL did not stop within 1 s and is killed. Its next start recovers what was committed.',
  ])
  await expect.poll(() => isProcessRunning(processId)).toBe(false)

  const second = await startEmbeddedPostgres({ folder })
  expect(await query(second.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
  await second.stop()
})

test('a copy of a running database is refused with a sentence; one of a stopped database starts', async () => {
  const [folder, copy] = [await templateDataFolder(), temporaryFolder()]
  const options = { fast: true }
  const original = await startEmbeddedPostgres({ folder, options })
  await query(original.url, 'CREATE TABLE notes AS SELECT 7 AS number')
  cpSync(folder, copy, { recursive: true })
  await expect(startEmbeddedPostgres({ folder: copy })).rejects.toThrow(
    `The database in ${join(copy, 'data')} was copied while it was running`,
  )
  await original.stop()
  rmSync(copy, { recursive: true })
  cpSync(folder, copy, { recursive: true })
  const server = await startEmbeddedPostgres({ folder: copy, options })
  expect(await query(server.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
  await server.stop()
})

test('a second club on the same folder is refused, in this process and in another', async () => {
  const folder = await templateDataFolder()
  const first = await startEmbeddedPostgres({ folder })
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(DataFolderInUse)
  const { refused } = await startLauncher(folder)
  expect(refused).toEqual({
    name: 'DataFolderInUse',
    message: `The data folder ${folder} is in use by another club (process ${process.pid}).`,
  })
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await first.stop()
  const third = await startLauncher(folder)
  expect(third.refused).toBeNull()
})

test('of several first starts at once exactly one wins and the others are refused', async () => {
  const folder = join(temporaryFolder(), 'club')
  const clubs = await Promise.all([1, 2, 3, 4].map(() => startLauncher(folder)))
  const refusals = clubs.flatMap((club) => (club.refused ? [club.refused.name] : []))
  expect(refusals).toEqual(['DataFolderInUse', 'DataFolderInUse', 'DataFolderInUse'])
})

test('a file in place of the folder and a lost password are each one clear sentence', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(startEmbeddedPostgres({ folder: file })).rejects.toThrow(
    new DataFolderUnusable(`The data folder ${file} is not a folder (EEXIST).`),
  )
  mkdirSync(join(folder, 'data'))
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/^The file .*password is missing, so/)
})

test('a database of another version of PostgreSQL is refused with a sentence', async () => {
  const folder = await templateDataFolder()
  const server = await startEmbeddedPostgres({ folder })
  await server.stop()
  writeFileSync(join(folder, 'data', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
    new DataFolderUnusable(
      `The database in ${join(folder, 'data')} was made by PostgreSQL 17; this club brings PostgreSQL 18.`,
    ),
  )
})
