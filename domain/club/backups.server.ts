import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { clubNow, clubZone, db, pool } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { backUp, type Told } from '#platform/backup/backup.ts'
import {
  listBackups,
  nameOfBackup,
  removeOldBackups,
  type KeptBackup,
} from '#platform/backup/kept-backups.ts'
import { settings } from '#platform/env.ts'
import { readKeptSecret } from '#platform/kept-secret.ts'
import { log } from '#platform/log.ts'
import { isBackupDue, isBackupLate } from './backups.rules.ts'

/** Writes the whole club into a new file; throws `BackupError` as `backUp` does. */
export async function backUpClub(path: string): Promise<Told> {
  return backUp(path, settings.backupPassphrase, {
    databaseUrl: pool.options.connectionString ?? '',
    storage: pictureStorage,
    authSecret: settings.authSecret ?? (await readKeptSecret(settings.dataDir)),
  })
}

/**
 * Writes tonight's backup into BACKUP_DIR when it is due, and removes those that no rule keeps any more. Does
 * nothing where no folder is set. Throws what kept the file from being written.
 */
export async function backUpByNight(): Promise<void> {
  const folder = settings.backupDir
  if (folder === null) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [newest] = await listBackups(folder)
  const { now, hour } = await db
    .selectNoFrom([
      clubNow.as('now'),
      sql<number>`extract(hour from club_now() at time zone ${clubZone})::int`.as('hour'),
    ])
    .executeTakeFirstOrThrow()
  if (!isBackupDue(newest?.madeAt ?? null, now, hour)) return
  const name = nameOfBackup(now)
  const told = await backUpClub(join(folder, name))
  log.info({ part: 'backup', name, rows: told.rows, pictures: told.pictures }, 'The club was backed up')
  await removeOldBackups(folder, now)
}

export type BackupStanding = {
  /** Whether the club writes backups by itself. */
  isSetUp: boolean
  /** Newest first; empty when there are none or the folder cannot be read. */
  backups: KeptBackup[]
  /** Whether none was written for two days, though they should be. */
  isLate: boolean
}

/** How the nightly backups stand. Admins only. */
export async function backupStanding(actor: Actor): Promise<BackupStanding> {
  requireRole(actor, 'admin')
  const folder = settings.backupDir
  if (folder === null) return { isSetUp: false, backups: [], isLate: false }
  const [{ now }, backups] = await Promise.all([
    db.selectNoFrom(clubNow.as('now')).executeTakeFirstOrThrow(),
    listBackups(folder).catch(() => []),
  ])
  return { isSetUp: true, backups, isLate: isBackupLate(backups[0]?.madeAt ?? null, now) }
}
