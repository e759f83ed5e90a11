import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isUuid } from '#core/is-uuid.ts'
import { removeOldFiles } from '#platform/files/remove-old-files.ts'
import { openBucket } from '#platform/files/s3-bucket.ts'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'
import { backupTimestamp, retainedNames, sortNewestFirst, type BackupFile } from './backup-retention.ts'

const requestTimeoutMs = 5_000
const transferTimeoutMs = 3_600_000
const dayMs = 86_400_000
/** Backups and the ids of people erased since, one object each, so that no write overwrites another. */
const [backups, erased] = ['backups/', 'erased/']

/**
 * Backups in an S3-compatible bucket. They are written and read through a local file, and appear complete or not at
 * all. Throws the service's errors.
 */
export function openBackupBucket(bucket: BucketSettings) {
  const { asked, objects } = openBucket(bucket, requestTimeoutMs)
  const carrier = openBucket(bucket, transferTimeoutMs)

  const namesIn = async (prefix: string) =>
    (await Array.fromAsync(objects(prefix))).map(({ Key, Size }) => ({
      name: Key.slice(prefix.length),
      bytes: Size,
    }))

  /** Uploads a file. */
  async function keep(name: string, path: string): Promise<void> {
    const file = await openAsBlob(path)
    // large files in parts, each retried by itself
    await carrier.asked((s3) => s3.putAnyObject(`${backups}${name}`, file, 'application/octet-stream'))
  }

  return {
    /** Lists the backups, newest first. */
    list: async (): Promise<BackupFile[]> =>
      sortNewestFirst(
        (await namesIn(backups)).flatMap(({ name, bytes }) => {
          const madeAt = backupTimestamp(name)
          return madeAt === null ? [] : [{ name, madeAt, bytes }]
        }),
      ),

    keep,

    /** Uploads the file that `write` creates in this folder, and removes it. */
    async write<Told>(name: string, folder: string, draft: (path: string) => Promise<Told>): Promise<Told> {
      const path = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // left by killed processes
      await removeOldFiles(folder, dayMs)
      try {
        const told = await draft(path)
        await keep(name, path)
        return told
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Removes the backups outside of the retention. */
    async removeOld(): Promise<void> {
      const names = (await namesIn(backups)).map(({ name }) => name)
      const keepers = retainedNames(names)
      for (const name of names)
        if (backupTimestamp(name) !== null && !keepers.has(name))
          await asked((s3) => s3.deleteObject(`${backups}${name}`))
    },

    /** Downloads a backup into a new file. Returns false if there is none of that name. */
    async fetch(name: string, path: string): Promise<boolean> {
      const draft = `${path}.part`
      const found = await carrier.asked((s3) => s3.getObjectResponse(`${backups}${name}`))
      if (!found?.body) return false
      try {
        await pipeline(found.body as AsyncIterable<Uint8Array>, createWriteStream(draft, { mode: 0o600 }))
        await rename(draft, path)
        return true
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async noteErased(userId: string, erasedAt: string): Promise<void> {
      await asked((s3) => s3.putObject(`${erased}${userId}`, erasedAt, 'text/plain'))
    },

    /** Lists the ids. Other names, such as that of the folder itself, are ignored. */
    readErased: async (): Promise<string[]> =>
      (await namesIn(erased)).flatMap(({ name }) => (isUuid(name) ? [name] : [])),
  }
}

/** Folder of backups that are being uploaded. */
export const draftFolder = (dataDir: string): string => join(dataDir, 'backups-on-their-way')

export type BackupBucket = ReturnType<typeof openBackupBucket>
