import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse, DataFolderUnusable } from './errors.ts'

const sqliteBusy = 5

// A lock whose object is collected is a lost lock, so the living ones are held here.
const held = new Set<DatabaseSync>()

/**
 * Takes the folder's lock and returns its release. Throws DataFolderInUse while another process has it.
 *
 * Node has no call for a file lock of the operating system, but its SQLite holds one for as long as a
 * transaction is open. Such a lock ends with its process however that dies, so there is no stale lock to
 * judge by process ids, which are used again after a crash or in the next container.
 */
export function takeLock(lockFile: string, folder: string): () => void {
  const database = openLockFile(lockFile, folder)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) {
      throw new DataFolderInUse(`The data folder ${folder} is in use by another club${owner(lockFile)}.`)
    }
    throw new DataFolderUnusable(`The data folder ${folder} cannot be locked (${messageOf(error)}).`)
  }
  held.add(database)
  writeFileSync(ownerFile(lockFile), `${process.pid}\n`)
  return () => {
    if (held.delete(database)) database.close()
  }
}

function openLockFile(lockFile: string, folder: string): DatabaseSync {
  try {
    return new DatabaseSync(lockFile, { timeout: 0 })
  } catch (error) {
    throw new DataFolderUnusable(`The data folder ${folder} cannot be locked (${messageOf(error)}).`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function ownerFile(lockFile: string): string {
  return `${lockFile}.owner`
}

function owner(lockFile: string): string {
  if (!existsSync(ownerFile(lockFile))) return ''
  const processId = readFileSync(ownerFile(lockFile), 'utf8').trim()
  return processId ? ` (process ${processId})` : ''
}
