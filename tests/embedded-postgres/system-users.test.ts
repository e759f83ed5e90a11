import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import {
  stopLaunchers,
  copyLauncherForUnprivilegedUser,
  createUnprivilegedFolder,
  isRoot,
  query,
  postgresPidOf,
  startLauncher,
  temporaryFolder,
} from './launcher.ts'

afterEach(stopLaunchers)

// Run as an ordinary user, the tests cover that case; run as root, they start processes as an ordinary user.
const asOrdinaryUser = () =>
  isRoot ? { asOrdinaryUserOf: (copy ??= copyLauncherForUnprivilegedUser()) } : {}
let copy: string | undefined
afterAll(() => copy && rmSync(copy, { recursive: true, force: true }))

test('an ordinary user starts, is killed, adopts and stops', async () => {
  const folder = createUnprivilegedFolder()
  const user = asOrdinaryUser()
  const first = await startLauncher(folder, user)
  const processId = postgresPidOf(folder)
  await first.end('SIGKILL')
  const second = await startLauncher(folder, user)
  expect(second).toMatchObject({ adopted: true, refused: null })
  expect(postgresPidOf(folder)).toBe(processId)
  await second.end('SIGTERM')
  const third = await startLauncher(folder, user)
  expect(third).toMatchObject({ adopted: false, refused: null })
  expect(statSync(join(folder, 'data')).uid).toBe(statSync(folder).uid)
})

test('a folder that the user may not open is refused with one clear sentence', async () => {
  const folder = createUnprivilegedFolder()
  chmodSync(folder, 0)
  const club = await startLauncher(folder, asOrdinaryUser())
  expect(club.refused).toEqual({
    name: 'DataFolderUnusable',
    message: `The data folder ${folder} is not open to this user for reading and writing (EACCES).`,
  })
  chmodSync(folder, 0o500)
  expect((await startLauncher(folder, asOrdinaryUser())).refused?.name).toBe('DataFolderUnusable')
})

// Omitted instead of skipped: an ordinary user has no case here.
if (isRoot) {
  describe('as root', () => {
    test('the server runs as another user and the password stays with root', async () => {
      const folder = temporaryFolder(0o700)
      const server = await startEmbeddedPostgres({ folder })
      expect(ownerOfProcess(postgresPidOf(folder))).not.toBe(0)
      expect(statSync(join(folder, 'data')).uid).not.toBe(0)
      expect(statSync(join(folder, 'password'))).toMatchObject({ uid: 0, gid: 0 })
      await server.stop()
    })

    test('a folder that only root can enter keeps its data in an open place and says so', async () => {
      const folder = join(temporaryFolder(0o700), 'club')
      mkdirSync(folder)
      const lines: string[] = []
      const first = await startEmbeddedPostgres({ folder, options: { log: (line) => lines.push(line) } })
      const place = readFileSync(join(folder, 'elsewhere'), 'utf8').trim()
      expect(lines).toContain(`PostgreSQL may not enter ${folder}, so its data is kept in ${place}.`)
      expect(existsSync(join(place, 'data', 'PG_VERSION'))).toBe(true)
      await query(first.url, 'CREATE TABLE notes AS SELECT 7 AS number')
      await first.stop()

      const second = await startEmbeddedPostgres({ folder })
      expect(await query(second.url, 'SELECT number FROM notes')).toEqual([{ number: 7 }])
      await second.stop()
    })

    test("root's start on an ordinary user's folder leaves it usable for that user", async () => {
      const folder = createUnprivilegedFolder()
      const user = asOrdinaryUser()
      const own = await startLauncher(folder, user)
      await own.end('SIGTERM')
      const roots = await startEmbeddedPostgres({ folder })
      expect(ownerOfProcess(postgresPidOf(folder))).toBe(statSync(folder).uid)
      await roots.stop()
      expect((await startLauncher(folder, user)).refused).toBeNull()
    })
  })
}

function ownerOfProcess(processId: number): number {
  return statSync(`/proc/${processId}`).uid
}
