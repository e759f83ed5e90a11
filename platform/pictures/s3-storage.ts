import pRetry from 'p-retry'
import { S3mini, S3ServiceError, type ListObject } from 's3mini'
import { DomainError } from '#domain/errors.ts'
import type { BucketSettings } from '#platform/bucket-settings.ts'
import { logTrouble } from '#platform/log.ts'
import { isPictureFile, isPictureId, type PictureStorage } from './picture-storage.ts'

const silenceMs = 10_000
const listedAtOnce = 1_000
const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/**
 * Keeps pictures in a bucket of any service that speaks S3, as `images/{id}/{file}`. A file appears whole or not
 * at all; of an upload that is cut off some may stay, which the tidy round finds, since nothing refers to them.
 * Throws `unavailable` when the service refuses, or three times does not answer or has a fault of its own.
 */
export function s3Storage(bucket: BucketSettings): PictureStorage {
  const s3 = new S3mini({
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    endpoint: bucket.url,
    region: bucket.region,
    requestAbortTimeout: silenceMs,
  })
  const keyOf = (id: string, file: string) => `images/${id}/${file}`

  async function* objects(prefix: string): AsyncGenerator<ListObject> {
    let token: string | undefined
    do {
      const page = await asked(() => s3.listObjectsPaged('/', prefix, listedAtOnce, token))
      yield* page?.objects ?? []
      token = page?.nextContinuationToken
    } while (token)
  }

  const filesOf = async (id: string) =>
    (await Array.fromAsync(objects(`images/${id}/`)))
      .map(({ Key }) => Key.slice(keyOf(id, '').length))
      .filter(isPictureFile)
      .toSorted()

  async function remove(id: string): Promise<void> {
    if (!isPictureId(id)) return
    for (const file of await filesOf(id)) await asked(() => s3.deleteObject(keyOf(id, file)))
  }

  return {
    async put(id, files) {
      if (!isPictureId(id) || ![...files.keys()].every(isPictureFile))
        throw new Error('A picture is kept under an id and widths only.')
      try {
        for (const [file, bytes] of files)
          await asked(() => s3.putObject(keyOf(id, file), bytes, types[file.slice(-4)]))
      } catch (error) {
        // the tidy round takes what this cannot
        await remove(id).catch(() => {})
        throw error
      }
    },

    async get(id, file) {
      if (!isPictureId(id) || !isPictureFile(file)) return null
      const found = await asked(() => s3.getObjectArrayBuffer(keyOf(id, file)))
      return found === null ? null : new Uint8Array(found)
    },

    files: async (id) => (isPictureId(id) ? filesOf(id) : []),

    remove,

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

    // a file that is not whole never appears
    async removeLeftovers() {},
  }
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await pRetry(ask, { retries: 2, minTimeout: 100, shouldRetry: ({ error }) => mayPass(error) })
  } catch (error) {
    logTrouble('pictures', error)
    throw new DomainError('unavailable', 'Pictures cannot be reached just now. Try again in a moment.', {
      retryAfter: 10,
    })
  }
}

/** Whether asking again may help: no answer, too many requests, or a fault of the service's own. */
const mayPass = (error: unknown) =>
  !(error instanceof S3ServiceError) || error.status === 429 || error.status >= 500
