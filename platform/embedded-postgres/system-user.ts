import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user of PostgreSQL's processes when the club runs as root. */
export type SystemUser = { uid: number; gid: number }

/** Place of files for PostgreSQL's user when it cannot enter the data folder. */
export const sharedFolder = '/var/lib/palestra'

export function createSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * PostgreSQL refuses to run as root. Returns the user for it: the owner of an existing database, otherwise `nobody`.
 * Returns null for an ordinary user, and on Windows.
 */
export function serverUser(data: string): SystemUser | null {
  if (!runsAsRoot()) return null
  const owner = statSync(data, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyUser()
}

/** Whether the user can traverse all folders above this one. */
export function canTraverse(folder: string, user: SystemUser): boolean {
  for (let place = realpathSync(folder); ; place = dirname(place)) {
    if (!hasExecuteBit(statSync(place), user)) return false
    if (dirname(place) === place) return true
  }
}

function hasExecuteBit(stats: Stats, user: SystemUser): boolean {
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0
  if (stats.gid === user.gid) return (stats.mode & 0o010) !== 0
  return (stats.mode & 0o001) !== 0
}

function nobodyUser(): SystemUser {
  const line = readFileSync(join('/etc', 'passwd'), 'utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS writes `nobody` as -2; the same user as an unsigned number
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : { uid: 65534, gid: 65534 }
}
