import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DataFolderUnusable, errorCode } from './errors.ts'
import { canEnter, makeOpenPlace, openPlace, runsAsRoot, serverUser, type SystemUser } from './system-user.ts'

/** Where the parts of one club's PostgreSQL are. */
export type DataFolder = {
  /** The folder that was asked for; it keeps the password and the lock. */
  folder: string
  /** Where PostgreSQL itself works: the same folder, or an open place when its user cannot enter that. */
  home: string
  data: string
  logFile: string
  passwordFile: string
  lockFile: string
  user: SystemUser | null
}

/** Makes the folder usable and says where everything is. Throws DataFolderUnusable. */
export function prepareDataFolder(asked: string, log: (line: string) => void): DataFolder {
  try {
    mkdirSync(asked, { recursive: true })
    accessSync(asked, constants.R_OK | constants.W_OK | constants.X_OK)
    const folder = realpathSync(asked)
    const home = workingPlace(folder, log)
    const data = join(home, 'data')
    const user = serverUser(data)
    const parts = {
      folder,
      home,
      data,
      logFile: join(home, 'postgres.log'),
      passwordFile: join(folder, 'password'),
      lockFile: join(home, 'lock'),
      user,
    }
    openForServer(parts)
    return parts
  } catch (error) {
    if (error instanceof DataFolderUnusable) throw error
    throw unusable(asked, error)
  }
}

/** A sentence for a system error on the data folder. */
export function unusable(folder: string, error: unknown): DataFolderUnusable {
  const reasons: Record<string, string> = {
    EACCES: 'is not open to this user for reading and writing',
    EPERM: 'is not open to this user for reading and writing',
    EROFS: 'is on a read-only disk',
    ENOSPC: 'is on a full disk',
    EEXIST: 'is not a folder',
    ENOTDIR: 'is not a folder',
  }
  const code = errorCode(error)
  return new DataFolderUnusable(
    `The data folder ${folder} ${reasons[code] ?? 'cannot be used'} (${code || String(error)}).`,
  )
}

/** The secret of this database, read from the file that only its owner can read; made on first use. */
export function readPassword(parts: DataFolder): string {
  if (existsSync(parts.passwordFile)) {
    const password = readFileSync(parts.passwordFile, 'utf8').trim()
    if (password) return password
  }
  if (existsSync(parts.data)) {
    throw new DataFolderUnusable(
      `The file ${parts.passwordFile} is missing, so the database beside it cannot be opened: restore it from a backup.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  const half = `${parts.passwordFile}.new`
  rmSync(half, { force: true })
  writeFileSync(half, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(half, parts.passwordFile)
  return password
}

/** Removes what a first start left behind that did not come to its end. */
export function removeHalfMade(parts: DataFolder): void {
  for (const name of readdirSync(parts.home)) {
    if (name.startsWith('data.new')) rmSync(join(parts.home, name), { recursive: true, force: true })
  }
}

function workingPlace(folder: string, log: (line: string) => void): string {
  // A database lives elsewhere only once that was decided, so that a home opened later does not hide it.
  const note = join(folder, 'elsewhere')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  const user = serverUser(join(folder, 'data'))
  if (!user) return folder
  if (statSync(folder).uid === 0) chmodSync(folder, statSync(folder).mode | 0o011)
  if (canEnter(folder, user)) return folder
  if (existsSync(join(folder, 'data'))) {
    throw new DataFolderUnusable(
      `The data folder ${folder} holds a database that user ${user.uid} can no longer enter: open the folders above it.`,
    )
  }
  const place = join(openPlace, randomBytes(8).toString('hex'))
  makeOpenPlace()
  mkdirSync(place)
  chmodSync(place, 0o711)
  writeFileSync(note, `${place}\n`, { flush: true })
  log(`PostgreSQL may not enter ${folder}, so its data is kept in ${place}.`)
  return place
}

function openForServer(parts: DataFolder): void {
  if (!existsSync(parts.home)) {
    throw new DataFolderUnusable(
      `The database of ${parts.folder} should be in ${parts.home}, which is missing: restore it from a backup.`,
    )
  }
  if (!existsSync(parts.logFile)) writeFileSync(parts.logFile, '', { mode: 0o600 })
  accessSync(parts.logFile, constants.R_OK | constants.W_OK)
  if (existsSync(parts.data)) {
    if (parts.user && statSync(parts.data).uid === 0) giveTo(parts.data, parts.user)
    accessSync(parts.data, constants.R_OK | constants.W_OK | constants.X_OK)
    if (process.platform !== 'win32') chmodSync(parts.data, 0o700)
  }
  if (parts.user) chownSync(parts.logFile, parts.user.uid, parts.user.gid)
  // A file made by root in somebody's own folder must stay theirs to open.
  if (runsAsRoot() && !existsSync(parts.lockFile)) {
    writeFileSync(parts.lockFile, '')
    chownSync(parts.lockFile, statSync(parts.home).uid, statSync(parts.home).gid)
  }
}

function giveTo(folder: string, user: SystemUser): void {
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), user.uid, user.gid)
  }
}
