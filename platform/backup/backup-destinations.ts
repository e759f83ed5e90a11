import { setTimeout as wait } from 'node:timers/promises'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'
import type { Settings } from '#platform/settings/env.ts'
import { openBackupBucket, type BackupBucket } from './backup-bucket.ts'
import { listBackups, type BackupFile } from './backup-retention.ts'

export type DestinationSettings = Pick<Settings, 'backupDir' | 'backupBucket'>

/** A destination of automatic backups. */
export type BackupDestination = {
  kind: 'folder' | 'bucket'
  /** Path or URL. */
  location: string
  /** Lists the backups, newest first. Throws when they cannot be read. */
  list: () => Promise<BackupFile[]>
  /**
   * The same for pages and metrics, cached for some minutes and while the bucket is unavailable. Waits two seconds at
   * most. Returns null if nothing is known by then; throws an error of the bucket.
   */
  listLately: () => Promise<BackupFile[] | null>
}

/** Destinations of backups; empty without settings. */
export function backupDestinations({ backupDir, backupBucket }: DestinationSettings): BackupDestination[] {
  const places: BackupDestination[] = []
  if (backupDir !== null) {
    const list = () => listBackups(backupDir)
    places.push({ kind: 'folder', location: backupDir, list, listLately: list })
  }
  if (backupBucket !== null) {
    const { list, listLately } = backupBucketFor(backupBucket)
    places.push({ kind: 'bucket', location: backupBucket.url, list, listLately })
  }
  return places
}

/** The settings of each destination. */
export const settingName: Record<BackupDestination['kind'], string> = {
  folder: 'BACKUP_DIR',
  bucket: 'BACKUP_S3_BUCKET_URL and its keys',
}

const refreshIntervalMs = 5 * 60_000
const maxStaleMs = 60 * 60_000
const retryDelayMs = 60_000
const listTimeoutMs = 2_000
const openBuckets = new WeakMap<BucketSettings, BackupBucket & Pick<BackupDestination, 'listLately'>>()

/** Returns the bucket of these settings. Pages and metrics use `listLately`, which is cached. */
export function backupBucketFor(settings: BucketSettings) {
  const there = openBuckets.get(settings)
  if (there) return there
  const bucket = openBackupBucket(settings)
  let known: { backups: BackupFile[]; at: number } | null = null
  let failure: { error: unknown } | null = null
  let [asking, askAgainAt] = [null as Promise<void> | null, 0]

  /** Refreshes the list of the bucket, unless it is recent. Never throws. */
  async function refresh(): Promise<void> {
    if (performance.now() < askAgainAt) return
    try {
      known = { backups: await bucket.list(), at: performance.now() }
      askAgainAt = performance.now() + refreshIntervalMs
    } catch (error) {
      failure = { error }
      askAgainAt = performance.now() + retryDelayMs
    }
  }

  async function listLately(): Promise<BackupFile[] | null> {
    asking ??= refresh().finally(() => (asking = null))
    // the cached list is returned and refreshed in the background, unless it may be of another day
    if (known === null || performance.now() - known.at > maxStaleMs)
      await Promise.race([asking, wait(listTimeoutMs, undefined, { ref: false })])
    if (known === null && failure !== null) throw failure.error
    return known?.backups ?? null
  }

  const made = { ...bucket, listLately }
  openBuckets.set(settings, made)
  return made
}
