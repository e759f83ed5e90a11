import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { DataFolderUnusable } from './errors.ts'

/**
 * Throws DataFolderUnusable for a copy of a running database, whose files are of different moments and could lose
 * committed data. Disk snapshots, moved folders and copies of a stopped database are accepted. Records the folder in
 * the data, to recognise copies.
 */
export function rejectLiveCopy({ data }: DataFolder): void {
  const note = join(data, 'palestra-place')
  // the inode stays the same when a folder is renamed or its disk restored, and differs in a copy
  const place = String(statSync(data, { bigint: true }).ino)
  const noted = existsSync(note) ? readFileSync(note, 'utf8') : null
  if (noted === place) return
  if (noted !== null && !wasShutDownCleanly(data)) {
    throw new DataFolderUnusable(
      `The database in ${data} was copied while it was running, or after it was killed, so what was written may be missing in it: restore a backup, or copy the folder of a club that was stopped without a warning (if it is no such copy, remove ${note}).`,
    )
  }
  writeFileSync(`${note}.new`, place, { flush: true })
  renameSync(`${note}.new`, note)
}

/** Whether PostgreSQL was shut down cleanly: its control file has the state after 16 bytes of versions. */
function wasShutDownCleanly(data: string): boolean {
  const control = join(data, 'global', 'pg_control')
  if (existsSync(join(data, 'postmaster.pid')) || !existsSync(control)) return false
  const shutDown = 1
  return readFileSync(control).readInt32LE(16) === shutDown
}
