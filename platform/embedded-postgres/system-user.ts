import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user under whom PostgreSQL's programs run when the club itself runs as root. */
export type SystemUser = { uid: number; gid: number }

/** Where root keeps what PostgreSQL's user must reach but a closed home would hide from it. */
export const sharedFolder = '/var/lib/palestra'

export function createSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * PostgreSQL refuses to run as root. Returns the user to run it as instead: the owner of an existing
 * database, otherwise `nobody`. Returns null when the club runs as an ordinary user (or on Windows).
 */
export function serverUser(data: string): SystemUser | null {
  if (!runsAsRoot()) return null
  const owner = statSync(data, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyUser()
}

/** Whether the user may walk down to this folder through all the folders above it. */
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
  // macOS writes `nobody` as -2; the programs get the same user as an unsigned number.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : { uid: 65534, gid: 65534 }
}
