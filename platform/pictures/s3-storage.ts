import type { AWSHeaders } from 's3mini'
import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import { openBucket } from '#platform/files/s3-bucket.ts'
import { logTrouble } from '#platform/observability/log.ts'
import type { PictureBucket } from '#platform/settings/bucket-settings.ts'
import { isPictureFile, isPictureId, type PictureStorage } from './picture-storage.ts'

const requestTimeoutMs = 10_000
const [day, year] = [86_400, 31_536_000]
const immutableCacheControl = `public, max-age=${year}, s-maxage=60, immutable`
// the client accepts and signs more headers than its type allows
const headers = { 'Cache-Control': immutableCacheControl } as AWSHeaders
const contentTypes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', '.jpg': 'image/jpeg' }

/**
 * Stores pictures in an S3-compatible bucket, as `images/{id}/{file}`. A file appears complete or not at all. An
 * interrupted upload may leave files, which the cleanup job deletes. Throws `unavailable` when the service refuses,
 * or fails three times.
 */
export function s3Storage(bucket: PictureBucket): PictureStorage {
  const { asked, objects } = openBucket(bucket, requestTimeoutMs, toStorageUnavailable)
  const keyOf = (id: string, file: string) => `images/${id}/${file}`

  const filesOf = async (id: string) =>
    (await Array.fromAsync(objects(`images/${id}/`)))
      .map(({ Key }) => Key.slice(keyOf(id, '').length))
      .filter(isPictureFile)
      .toSorted()

  async function remove(id: string): Promise<void> {
    if (!isPictureId(id)) return
    for (const file of await filesOf(id)) await asked((s3) => s3.deleteObject(keyOf(id, file)))
  }

  return {
    async put(id, files) {
      if (!isPictureId(id) || ![...files.keys()].every(isPictureFile))
        throw new Error('A picture is kept under an id and widths only.')
      try {
        for (const [file, bytes] of files)
          await asked((s3) =>
            s3.putObject(keyOf(id, file), bytes, contentTypes[file.slice(-4)], undefined, headers),
          )
      } catch (error) {
        // the cleanup job deletes the rest
        await remove(id).catch(() => {})
        throw error
      }
    },

    async add(id, file, bytes) {
      if (!isPictureId(id) || !isPictureFile(file))
        throw new Error('A picture is kept under an id and widths only.')
      await asked((s3) =>
        s3.putObject(keyOf(id, file), bytes, contentTypes[file.slice(-4)], undefined, headers),
      )
    },

    async get(id, file) {
      if (!isPictureId(id) || !isPictureFile(file)) return null
      const found = await asked((s3) => s3.getObjectArrayBuffer(keyOf(id, file)))
      return found === null ? null : new Uint8Array(found)
    },

    files: async (id) => (isPictureId(id) ? filesOf(id) : []),

    remove,

    ...(bucket.readMode === 'public' && {
      addressOf: async (id, file) => ({ url: `${bucket.publicUrl}/${keyOf(id, file)}`, seconds: year }),
    }),
    ...(bucket.readMode === 'signed' && {
      addressOf: async (id, file) => ({
        url: await asked((s3) =>
          s3.getPresignedUrl('GET', keyOf(id, file), 7 * day, {
            'response-cache-control': immutableCacheControl,
          }),
        ),
        seconds: 6 * day,
      }),
    }),

    async *list() {
      let [id, writtenAt] = ['', new Date(0)]
      for await (const { Key, LastModified } of objects('images/')) {
        const [, next = ''] = Key.split('/')
        const at = new Date(LastModified)
        if (next !== id) {
          if (isPictureId(id)) yield { id, writtenAt }
          ;[id, writtenAt] = [next, at]
        } else if (at > writtenAt) writtenAt = at
      }
      if (isPictureId(id)) yield { id, writtenAt }
    },

    // partial files never appear
    async removeLeftovers() {},
  }
}

/** Logs trouble with the bucket, and asks people to try again later. */
function toStorageUnavailable(error: unknown): DomainError {
  logTrouble('pictures', error)
  return new DomainError('unavailable', t('refusal.picturesCantBeReached'), {
    retryAfter: 10,
  })
}
