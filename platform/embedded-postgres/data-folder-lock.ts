import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse, DataFolderUnusable } from './errors.ts'
import { runsAsRoot } from './system-user.ts'

const lockName = 'lock'
const sqliteBusy = 5

// a garbage-collected handle would release its lock
const heldLocks = new Set<DatabaseSync>()

/**
 * Acquires the lock of a data folder and returns its release. Throws DataFolderInUse while another process holds it.
 * Node has no file locks, but its SQLite holds one as long as a transaction is open. The system releases it when the
 * process ends, so there are no stale locks to detect by process ids, which are reused.
 */
export function acquireLock(place: string, folder: string): () => void {
  const database = openLockFile(place, folder)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) {
      throw new DataFolderInUse(`The data folder ${folder} is in use by another club${ownerSuffix(place)}.`)
    }
    throw new DataFolderUnusable(`The data folder ${folder} cannot be locked (${errorMessage(error)}).`)
  }
  heldLocks.add(database)
  writeFileSync(ownerFile(place), `${process.pid}\n`)
  giveLockToFolderOwner(place)
  return () => {
    if (heldLocks.delete(database)) database.close()
  }
}

function openLockFile(place: string, folder: string): DatabaseSync {
  try {
    const file = join(place, lockName)
    // readers could lock the file and prevent the start; an existing file is never opened here, because closing it
    // would release a lock of this process
    if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    chmodSync(file, 0o600)
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new DataFolderUnusable(`The data folder ${folder} cannot be locked (${errorMessage(error)}).`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A file created by root in a user's folder must stay accessible to that user. */
function giveLockToFolderOwner(place: string): void {
  if (!runsAsRoot()) return
  const { uid, gid } = statSync(place)
  for (const file of [join(place, lockName), ownerFile(place)]) chownSync(file, uid, gid)
}

function ownerFile(place: string): string {
  return join(place, `${lockName}.owner`)
}

function ownerSuffix(place: string): string {
  if (!existsSync(ownerFile(place))) return ''
  const processId = readFileSync(ownerFile(place), 'utf8').trim()
  return processId ? ` (process ${processId})` : ''
}
