import { setTimeout as wait } from 'node:timers/promises'
import type { BucketSettings } from '#platform/bucket-settings.ts'
import type { Settings } from '#platform/env.ts'
import { openBackupBucket, type BackupBucket } from './backup-bucket.ts'
import { listBackups, type KeptBackup } from './kept-backups.ts'

export type PlaceSettings = Pick<Settings, 'backupDir' | 'backupBucket'>

/** Somewhere the club puts its backups by itself. */
export type BackupPlace = {
  kind: 'folder' | 'bucket'
  /** The path, or the address. */
  at: string
  /** The backups there now, newest first. Throws when they cannot be read. */
  list: () => Promise<KeptBackup[]>
  /**
   * For pages and metrics: those of a bucket as they were some minutes ago, and as they were before while it does not
   * answer. Waits two seconds at most; null where it has not answered by then, and throws what it answered else.
   */
  listLately: () => Promise<KeptBackup[] | null>
}

/** Where backups are kept; none where nobody set a place. */
export function backupPlaces({ backupDir, backupBucket }: PlaceSettings): BackupPlace[] {
  const places: BackupPlace[] = []
  if (backupDir !== null) {
    const list = () => listBackups(backupDir)
    places.push({ kind: 'folder', at: backupDir, list, listLately: list })
  }
  if (backupBucket !== null) {
    const { list, listLately } = bucketFor(backupBucket)
    places.push({ kind: 'bucket', at: backupBucket.url, list, listLately })
  }
  return places
}

/** What an operator sets to have backups there. */
export const settingOf: Record<BackupPlace['kind'], string> = {
  folder: 'BACKUP_DIR',
  bucket: 'BACKUP_S3_BUCKET_URL and its keys',
}

const freshMs = 5 * 60_000
const oldMs = 60 * 60_000
const pauseMs = 60_000
const patienceMs = 2_000
const opened = new WeakMap<BucketSettings, BackupBucket & Pick<BackupPlace, 'listLately'>>()

/** The bucket of these settings. Pages and metrics ask it by `listLately`, whose question is put once in minutes. */
export function bucketFor(settings: BucketSettings) {
  const there = opened.get(settings)
  if (there) return there
  const bucket = openBackupBucket(settings)
  let known: { backups: KeptBackup[]; at: number } | null = null
  let failure: { error: unknown } | null = null
  let [asking, askAgainAt] = [null as Promise<void> | null, 0]

  /** Asks the bucket, unless it was asked lately. Never throws. */
  async function refresh(): Promise<void> {
    if (performance.now() < askAgainAt) return
    try {
      known = { backups: await bucket.list(), at: performance.now() }
      askAgainAt = performance.now() + freshMs
    } catch (error) {
      failure = { error }
      askAgainAt = performance.now() + pauseMs
    }
  }

  async function listLately(): Promise<KeptBackup[] | null> {
    asking ??= refresh().finally(() => (asking = null))
    // what is known is told at once, and renewed behind, unless it may be of another day
    if (known === null || performance.now() - known.at > oldMs)
      await Promise.race([asking, wait(patienceMs, undefined, { ref: false })])
    if (known === null && failure !== null) throw failure.error
    return known?.backups ?? null
  }

  const made = { ...bucket, listLately }
  opened.set(settings, made)
  return made
}
