import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { clubNow, clubZone, db, pool, readNow } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { draftFolder, type BackupBucket } from '#platform/backup/backup-bucket.ts'
import {
  backupDestinations,
  backupBucketFor,
  type BackupDestination,
} from '#platform/backup/backup-destinations.ts'
import {
  listBackups,
  backupFileName,
  removeOldBackups,
  type BackupFile,
} from '#platform/backup/backup-retention.ts'
import { backUp, type BackupSummary } from '#platform/backup/backup.ts'
import { readSecretFile } from '#platform/files/secret-file.ts'
import { log } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { isBackupDue, isBackupLate } from './backups.rules.ts'

/** Writes a backup of the whole club to a new file. Throws `BackupError`. */
export async function backUpClub(path: string): Promise<BackupSummary> {
  return backUp(path, settings.backupPassphrase, {
    databaseUrl: pool.options.connectionString ?? '',
    storage: pictureStorage,
    authSecret: settings.authSecret ?? (await readSecretFile(settings.dataDir)),
  })
}

/**
 * Writes tonight's backup to BACKUP_DIR and the backup bucket if it is due, and deletes backups past
 * retention. Does nothing if neither is set. Throws the first failure.
 */
export async function runNightlyBackup(): Promise<void> {
  const { backupDir: folder, backupBucket } = settings
  if (folder === null && backupBucket === null) return
  const { now, hour } = await db
    .selectNoFrom([
      clubNow.as('now'),
      sql<number>`extract(hour from club_now() at time zone ${clubZone})::int`.as('hour'),
    ])
    .executeTakeFirstOrThrow()
  const isDue = ([newest]: BackupFile[]) => isBackupDue(newest?.madeAt ?? null, now, hour)
  const name = backupFileName(now)
  try {
    if (folder !== null) await backUpToFolder(folder, name, isDue, now)
  } finally {
    // one target that is full or unreachable does not block the other
    if (backupBucket !== null) await backUpToBucket(backupBucketFor(backupBucket), name, isDue)
  }
}

type IsDue = (backups: BackupFile[]) => boolean

async function backUpToFolder(folder: string, name: string, isDue: IsDue, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!isDue(await listBackups(folder))) return
  await removeOldBackups(folder, now)
  logBackup(name, folder, await backUpClub(join(folder, name)))
}

async function backUpToBucket(bucket: BackupBucket, name: string, isDue: IsDue): Promise<void> {
  if (!isDue(await bucket.list())) return
  const folder = settings.backupDir
  const there = folder === null ? [] : await listBackups(folder).catch(() => [])
  if (folder !== null && there[0] && !isDue(there))
    await bucket.keep(there[0].name, join(folder, there[0].name))
  else logBackup(name, 'the bucket', await bucket.write(name, draftFolder(settings.dataDir), backUpClub))
  await bucket.removeOld()
}

const logBackup = (name: string, place: string, { rows, pictures }: BackupSummary) =>
  log.info({ part: 'backup', name, place, rows, pictures }, 'The club was backed up')

export type BackupStatus = {
  /** Whether BACKUP_DIR or a backup bucket is set. */
  isSetUp: boolean
  /** Whether the newest backup of any target is more than two days old. */
  isLate: boolean
  /**
   * The backups of each target, newest first. Empty if there are none or the target is unreadable; null
   * until a bucket has responded.
   */
  targets: { kind: BackupDestination['kind']; backups: BackupFile[] | null; isLate: boolean }[]
}

/** Returns the state of the nightly backups. Admins only. */
export async function readBackupStatus(actor: Actor): Promise<BackupStatus> {
  requirePermission(actor, 'operations.read')
  const found = backupDestinations(settings)
  if (found.length === 0) return { isSetUp: false, isLate: false, targets: [] }
  const now = await readNow(db)
  const targets = await Promise.all(
    found.map(async ({ kind, listLately }) => {
      const backups = await listLately().catch(() => [])
      return { kind, backups, isLate: backups !== null && isBackupLate(backups[0]?.madeAt ?? null, now) }
    }),
  )
  return { isSetUp: true, isLate: targets.some(({ isLate }) => isLate), targets }
}
