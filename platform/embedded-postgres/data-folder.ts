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
import { canTraverse, createSharedFolder, sharedFolder, serverUser, type SystemUser } from './system-user.ts'

/** The files and folders of one embedded PostgreSQL. */
export type DataFolder = {
  /** The configured folder, which contains the password. */
  folder: string
  /** PostgreSQL's working folder: the same one, or another place if its user cannot enter that. */
  home: string
  data: string
  logFile: string
  passwordFile: string
  user: SystemUser | null
}

const relocationFileName = 'elsewhere'

/** Creates the folder if missing, and returns its real path. Throws DataFolderUnusable. */
export function createFolder(asked: string): string {
  try {
    mkdirSync(asked, { recursive: true })
    accessSync(asked, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(asked)
  } catch (error) {
    throw dataFolderError(asked, error)
  }
}

/** Locates all files and makes them accessible to PostgreSQL's user. The caller holds the folder's lock. */
export function prepareDataFolder(folder: string, log: (line: string) => void): DataFolder {
  const parts = dataFolderPaths(folder, chooseHome(folder, log))
  grantServerAccess(parts)
  return parts
}

/** Locates the files of a folder that has been used before, or returns null. Changes nothing. */
export function existingDataFolder(asked: string): DataFolder | null {
  if (!existsSync(join(asked, 'password'))) return null
  const folder = realpathSync(asked)
  return dataFolderPaths(folder, relocatedFolder(folder) ?? folder)
}

/** Converts a system error on the data folder into a sentence. */
export function dataFolderError(folder: string, error: unknown): DataFolderUnusable {
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

/** Reads the superuser's password, or creates it, readable by its owner only. */
export function loadOrCreatePassword(parts: DataFolder): string {
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

/** Removes the remains of an interrupted first start. */
export function removeUnfinished(parts: DataFolder): void {
  for (const name of readdirSync(parts.home)) {
    if (!name.startsWith('data.new')) continue
    rmSync(join(parts.home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function dataFolderPaths(folder: string, home: string): DataFolder {
  const data = join(home, 'data')
  return {
    folder,
    home,
    data,
    logFile: join(home, 'postgres.log'),
    passwordFile: join(folder, 'password'),
    user: serverUser(data),
  }
}

/** Records that the database is in another place, so that the record still counts if the home becomes accessible. */
function relocatedFolder(folder: string): string | null {
  const note = join(folder, relocationFileName)
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : null
}

function chooseHome(folder: string, log: (line: string) => void): string {
  const noted = relocatedFolder(folder)
  if (noted) return noted
  const user = serverUser(join(folder, 'data'))
  if (!user) return folder
  if (statSync(folder).uid === 0) chmodSync(folder, statSync(folder).mode | 0o011)
  if (canTraverse(folder, user)) return folder
  if (existsSync(join(folder, 'data'))) {
    throw new DataFolderUnusable(
      `The data folder ${folder} holds a database that user ${user.uid} can no longer enter: open the folders above it.`,
    )
  }
  const place = join(sharedFolder, randomBytes(8).toString('hex'))
  createSharedFolder()
  mkdirSync(place)
  chmodSync(place, 0o711)
  writeFileSync(join(folder, relocationFileName), `${place}\n`, { flush: true })
  log(`PostgreSQL may not enter ${folder}, so its data is kept in ${place}.`)
  return place
}

function grantServerAccess(parts: DataFolder): void {
  if (!existsSync(parts.home)) {
    throw new DataFolderUnusable(
      `The database of ${parts.folder} should be in ${parts.home}, which is missing: restore it from a backup.`,
    )
  }
  if (!existsSync(parts.logFile)) writeFileSync(parts.logFile, '', { mode: 0o600 })
  accessSync(parts.logFile, constants.R_OK | constants.W_OK)
  if (existsSync(parts.data)) {
    if (parts.user && statSync(parts.data).uid === 0) changeOwner(parts.data, parts.user)
    accessSync(parts.data, constants.R_OK | constants.W_OK | constants.X_OK)
    if (process.platform !== 'win32') chmodSync(parts.data, 0o700)
  }
  if (parts.user) chownSync(parts.logFile, parts.user.uid, parts.user.gid)
}

function changeOwner(folder: string, user: SystemUser): void {
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), user.uid, user.gid)
  }
}
