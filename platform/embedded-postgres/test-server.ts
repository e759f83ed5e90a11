import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { existingDataFolder } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { takeLock } from './lock.ts'
import { killServer } from './server-process.ts'

const prefix = 'palestra-test-'

/**
 * A PostgreSQL for one test run, in the system's temporary folder and without durability. `stop` removes
 * it with everything in it. What an earlier run left behind because it was killed is removed first.
 */
export async function startTestServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const server = await startEmbeddedPostgres({ folder, options: { fast: true, maxConnections: 200 } })
  const stop = async () => {
    await server.stop()
    removeDataFolder(folder)
  }
  return { url: server.url, stop }
}

/** Removes a folder that a test used, and the place elsewhere that may belong to it. */
export function removeDataFolder(folder: string): void {
  const home = existingDataFolder(folder)?.home
  rmSync(folder, { recursive: true, force: true })
  if (home) rmSync(home, { recursive: true, force: true })
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(prefix) || statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      continue
    const parts = existingDataFolder(folder)
    if (!parts) continue
    try {
      takeLock(folder, folder)()
    } catch {
      // A run that still lives.
      continue
    }
    killServer(parts.data)
    removeDataFolder(folder)
  }
}
