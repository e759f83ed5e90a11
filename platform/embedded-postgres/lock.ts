import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse, DataFolderUnusable } from './errors.ts'
import { runsAsRoot } from './system-user.ts'

const lockName = 'lock'
const sqliteBusy = 5

// A lock whose object is collected is a lost lock, so the living ones are held here.
const heldLocks = new Set<DatabaseSync>()

/**
 * Takes the lock of a place that belongs to the data folder and returns its release. Throws
 * DataFolderInUse while another process has it.
 *
 * Node has no call for a file lock of the operating system, but its SQLite holds one for as long as a
 * transaction is open. Such a lock ends with its process however that dies, so there is no stale lock to
 * judge by process ids, which are used again after a crash or in the next container.
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
    // a reader could lock it, and keep the club from starting; an existing file is never opened here, because
    // closing it again would release the lock that this very process may hold on it
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

/** A file that root creates in a user's folder must stay accessible to that user. */
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
