import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the files of a folder without a write for this many milliseconds; does nothing without the folder. Files
 * renamed or removed concurrently are skipped.
 */
export async function removeOldFiles(folder: string, ageMs: number): Promise<void> {
  const before = Date.now() - ageMs
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
