import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireLock } from './data-folder-lock.ts'
import { existingDataFolder } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { killServer } from './server-process.ts'

const prefix = 'palestra-test-'
const memoryFolder = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

type TestServer = { url: string; folder: string; stop: () => Promise<void> }

/**
 * Starts a PostgreSQL for one test run, without durability: in memory if the system has such a folder with enough
 * space, since each test file copies a database, otherwise in the system's temporary folder. `stop` removes it. The
 * remains of killed runs are removed first.
 */
export async function startTestServer(): Promise<TestServer> {
  for (const place of [memoryFolder, tmpdir()]) if (existsSync(place)) removeLeftovers(place)
  const folder = mkdtempSync(join(fastestTempFolder(), prefix))
  try {
    const server = await startEmbeddedPostgres({ folder, options: { fast: true, maxConnections: 200 } })
    const stop = async () => {
      await server.stop()
      removeDataFolder(folder)
    }
    return { url: server.url, folder, stop }
  } catch (error) {
    removeDataFolder(folder)
    throw error
  }
}

/** Returns a folder in memory with enough space in which programs may run, or the temporary folder. */
export function fastestTempFolder(): string {
  return existsSync(memoryFolder) && hasFreeSpace(memoryFolder) && allowsExecution(memoryFolder)
    ? memoryFolder
    : tmpdir()
}

function hasFreeSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > minFreeBytes
}

function allowsExecution(folder: string): boolean {
  const program = join(folder, `${prefix}program-${process.pid}`)
  try {
    writeFileSync(program, '', { mode: 0o755 })
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}

/** Removes a test's folder, and its place elsewhere. */
export function removeDataFolder(folder: string): void {
  const home = existingDataFolder(folder)?.home
  rmSync(folder, { recursive: true, force: true })
  if (home) rmSync(home, { recursive: true, force: true })
}

function removeLeftovers(place: string): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue
    const parts = existingDataFolder(folder)
    if (!parts) continue
    try {
      acquireLock(folder, folder)()
    } catch {
      // belongs to a run that is still active
      continue
    }
    killServer(parts.data)
    removeDataFolder(folder)
  }
}
