import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { DataFolderUnusable } from './errors.ts'

/**
 * Throws DataFolderUnusable for a copy of a database that ran while it was copied: its files are of different
 * moments, so it could open as one that has lost what was committed. A disk's snapshot or a moved folder is no copy,
 * and a copy of a stopped database is whole. Notes in the data where it is, by which its copies are told from it.
 */
export function rejectLiveCopy({ data }: DataFolder): void {
  const note = join(data, 'palestra-place')
  // a folder keeps its number when it is renamed, or restored as part of its disk; a copy has one of its own
  const place = String(statSync(data, { bigint: true }).ino)
  const noted = existsSync(note) ? readFileSync(note, 'utf8') : null
  if (noted === place) return
  if (noted !== null && !wasShutDownCleanly(data)) {
    throw new DataFolderUnusable(
      `The database in ${data} was copied while it was running, so what was written may be missing in it: restore a backup, or copy the folder of a stopped club (if it is no such copy, remove ${note}).`,
    )
  }
  writeFileSync(`${note}.new`, place, { flush: true })
  renameSync(`${note}.new`, note)
}

/** Whether PostgreSQL wrote everything out as it ended: its control file begins with 16 bytes of versions, then the state. */
function wasShutDownCleanly(data: string): boolean {
  const control = join(data, 'global', 'pg_control')
  if (existsSync(join(data, 'postmaster.pid')) || !existsSync(control)) return false
  const shutDown = 1
  return readFileSync(control).readInt32LE(16) === shutDown
}
