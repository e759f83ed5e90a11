import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

// Automatic backups are named by time, and thinned out with age.

export type BackupFile = { name: string; madeAt: Date; bytes: number }

const namePattern = /^club-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.palestra$/
const unfinishedPattern = /^club-\d{8}T\d{6}Z\.palestra\.[\w-]+\.part$/
const dayMs = 86_400_000
const staleMs = 3_600_000

/** Returns the file name of a backup started at this time. */
export const backupFileName = (moment: Date): string =>
  `club-${moment.toISOString().replace(/[-:]|\.\d+/g, '')}.palestra`

/** Returns the time in a file name, or null for other files. */
export function backupTimestamp(name: string): Date | null {
  const found = namePattern.exec(name)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1)
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Returns the backups to retain: the newest of each of the last 7 days, 5 weeks (from Monday) and 12 months with a
 * backup, in UTC. The newest is always retained.
 */
export function retainedNames(names: string[]): Set<string> {
  const files = names
    .flatMap((name) => ({ name, moment: backupTimestamp(name) }))
    .filter((file): file is { name: string; moment: Date } => file.moment !== null)
    .toSorted((one, other) => other.moment.getTime() - one.moment.getTime())
  const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs)
  const rules: [count: number, periodOf: (moment: Date) => number | string][] = [
    [7, dayOf],
    // 1 January 1970 was a Thursday
    [5, (moment) => Math.floor((dayOf(moment) + 3) / 7)],
    [12, (moment) => moment.toISOString().slice(0, 7)],
  ]
  return new Set(
    rules.flatMap(([count, periodOf]) => {
      const newest = new Map<number | string, string>()
      for (const { name, moment } of files)
        if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), name)
      return [...newest.values()].slice(0, count)
    }),
  )
}

/** Sorts by time, newest first. */
export const sortNewestFirst = (backups: BackupFile[]): BackupFile[] =>
  backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())

/** Lists the backups in a folder, newest first. Throws when the folder cannot be read. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const madeAt = backupTimestamp(name)
    return madeAt ? [{ name, madeAt }] : []
  })
  return sortNewestFirst(
    await Promise.all(
      found.map(async (file) => ({ ...file, bytes: (await stat(join(folder, file.name))).size })),
    ),
  )
}

/**
 * Removes backups outside of the retention, and incomplete files without a write for an hour. Called before a backup is
 * written, so that the remains of a killed one do not keep the disk full.
 */
export async function removeOldBackups(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder)
  const keep = retainedNames(names)
  const isLeftOver = async (name: string) =>
    unfinishedPattern.test(name) && now.getTime() - (await stat(join(folder, name))).mtimeMs > staleMs
  for (const name of names)
    if ((backupTimestamp(name) !== null && !keep.has(name)) || (await isLeftOver(name)))
      await rm(join(folder, name), { force: true })
}
