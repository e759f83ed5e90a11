import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { olderVersionMessage, withBaseline } from '#db/baseline.ts'
import { withConnection } from '#db/connection.ts'
import { knownMigrations } from '#db/migrate.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { draftFolder } from '#platform/backup/backup-bucket.ts'
import { backupBucketFor, settingName } from '#platform/backup/backup-destinations.ts'
import { backupFileName, removeOldBackups } from '#platform/backup/backup-retention.ts'
import { backUp } from '#platform/backup/backup.ts'
import { appliedMigrations } from '#platform/backup/table-catalog.ts'
import type { Settings } from '#platform/settings/env.ts'
import { StartError } from './start-error.ts'

type UpgradeContext = { databaseUrl: string; authSecret: string }

/**
 * Writes a backup to BACKUP_DIR, or else to the bucket, when this version is about to change the tables. Prints a
 * warning without either. Throws a StartError when the file cannot be written, in which case the previous version
 * still starts, and for a club of a later version.
 */
export async function backUpBeforeUpgrade(
  settings: Pick<Settings, 'backupDir' | 'backupBucket' | 'backupPassphrase' | 'dataDir'>,
  ground: UpgradeContext,
  say: (line: string) => void,
): Promise<void> {
  const { backupDir, backupBucket } = settings
  const now = await pendingUpgradeTime(ground.databaseUrl)
  if (now === null) return
  if (backupDir === null && backupBucket === null)
    return say(
      'Warning: BACKUP_DIR is not set, so no backup is made before the database is brought up to date.',
    )
  const name = backupFileName(now)
  const write = (path: string) =>
    backUp(path, settings.backupPassphrase, { ...ground, storage: pictureStorage })
  try {
    // repeated starts must not fill the disk
    if (backupDir !== null) {
      const path = join(backupDir, name)
      // written in the same second by another process
      if (existsSync(path)) return
      say(`Backing up the club before its database is brought up to date: ${path}`)
      await mkdir(backupDir, { recursive: true, mode: 0o700 })
      await removeOldBackups(backupDir, now)
      await write(path)
    } else if (backupBucket !== null) {
      say(`Backing up the club before its database is brought up to date: ${name} in ${backupBucket.url}`)
      const bucket = backupBucketFor(backupBucket)
      await bucket.write(name, draftFolder(settings.dataDir), write)
      await bucket.removeOld()
    }
  } catch (error) {
    const setting = settingName[backupDir === null ? 'bucket' : 'folder']
    throw new StartError(
      `No backup could be made before the upgrade, so nothing was changed. ${(error as Error).message} To go without one, empty ${setting} for this start.`,
    )
  }
}

/**
 * Returns the database's time if an upgrade is pending, and null otherwise. Throws a StartError for a database of a
 * later version, or of one before 0.9.0.
 */
const pendingUpgradeTime = (url: string): Promise<Date | null> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ hasClub: boolean; now: Date }>(
      `select to_regclass('kysely_migration') is not null as "hasClub", clock_timestamp() as now`,
    )
    const { hasClub, now } = rows[0]!
    const applied = withBaseline(hasClub ? await appliedMigrations(client) : [])
    if (applied === null) throw new StartError(olderVersionMessage)
    const known = await knownMigrations()
    const strange = applied.find((name) => !known.includes(name))
    if (strange !== undefined)
      throw new StartError(
        `The database is of a later version of the club (${strange}). Start that version, or bring back the backup that was made before it.`,
      )
    const lacks = known.some((name) => !applied.includes(name))
    return applied.length > 0 && lacks ? now : null
  })
