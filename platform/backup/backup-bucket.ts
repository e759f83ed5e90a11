import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBucket } from '#platform/files/s3-bucket.ts'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'
import { isUuid } from '#core/is-uuid.ts'
import { removeOldFiles } from '#platform/files/remove-old-files.ts'
import { backupTimestamp, retainedNames, sortNewestFirst, type BackupFile } from './backup-retention.ts'

const requestTimeoutMs = 5_000
const transferTimeoutMs = 3_600_000
const dayMs = 86_400_000
/** Backups and the ids of people erased since, one object each, so that no write overwrites another. */
const [backups, erased] = ['backups/', 'erased/']

/**
 * Backups in a bucket of any service that speaks S3. They are written and read by way of a file on this machine,
 * and appear whole or not at all. Everything throws what the service says.
 */
export function openBackupBucket(bucket: BucketSettings) {
  const { asked, objects } = openBucket(bucket, requestTimeoutMs)
  const carrier = openBucket(bucket, transferTimeoutMs)

  const namesIn = async (prefix: string) =>
    (await Array.fromAsync(objects(prefix))).map(({ Key, Size }) => ({
      name: Key.slice(prefix.length),
      bytes: Size,
    }))

  /** Puts a file there under a name. */
  async function keep(name: string, path: string): Promise<void> {
    const file = await openAsBlob(path)
    // in parts where it is large, and each asked for again by itself
    await carrier.asked((s3) => s3.putAnyObject(`${backups}${name}`, file, 'application/octet-stream'))
  }

  return {
    /** The backups there, newest first. */
    list: async (): Promise<BackupFile[]> =>
      sortNewestFirst(
        (await namesIn(backups)).flatMap(({ name, bytes }) => {
          const madeAt = backupTimestamp(name)
          return madeAt === null ? [] : [{ name, madeAt, bytes }]
        }),
      ),

    keep,

    /** Puts there what is written into a draft in this folder, and leaves no draft. */
    async write<Told>(name: string, folder: string, draft: (path: string) => Promise<Told>): Promise<Told> {
      const path = join(folder, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // of processes that were killed
      await removeOldFiles(folder, dayMs)
      try {
        const told = await draft(path)
        await keep(name, path)
        return told
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Removes the backups that no rule keeps. */
    async removeOld(): Promise<void> {
      const names = (await namesIn(backups)).map(({ name }) => name)
      const keepers = retainedNames(names)
      for (const name of names)
        if (backupTimestamp(name) !== null && !keepers.has(name))
          await asked((s3) => s3.deleteObject(`${backups}${name}`))
    },

    /** Brings one here, into a new file. Returns whether there is one of that name. */
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

    /** The ids listed there. Other names, such as that of the folder itself, are ignored. */
    readErased: async (): Promise<string[]> =>
      (await namesIn(erased)).flatMap(({ name }) => (isUuid(name) ? [name] : [])),
  }
}

/** Where backups lie on their way into a bucket. */
export const draftFolder = (dataDir: string): string => join(dataDir, 'backups-on-their-way')

export type BackupBucket = ReturnType<typeof openBackupBucket>
