import { setTimeout as delay } from 'node:timers/promises'
import { S3mini, S3ServiceError, type ListObject } from 's3mini'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'

const listPageSize = 1_000
const retryDelaysMs = [100, 200]

/**
 * A bucket of any S3-compatible service. Transient failures are retried twice; other failures, and the last one, are
 * converted by `failure` and thrown. A request fails after `silenceMs` without a response.
 */
export function openBucket(
  { url, region, accessKeyId, secretAccessKey }: BucketSettings,
  silenceMs: number,
  failure = (error: unknown): unknown => error,
) {
  const s3 = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: url,
    region,
    requestAbortTimeout: silenceMs,
  })

  async function asked<Answer>(ask: (client: S3mini) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await ask(s3)
      } catch (error) {
        const delayMs = retryDelaysMs[attempt]
        if (delayMs === undefined || !isTransient(error)) throw failure(error)
        await delay(delayMs)
      }
  }

  /** Objects with a prefix, sorted by name. */
  async function* objects(prefix: string): AsyncGenerator<ListObject> {
    let token: string | undefined
    do {
      const page = await asked((client) => client.listObjectsPaged('/', prefix, listPageSize, token))
      yield* page?.objects ?? []
      token = page?.nextContinuationToken
    } while (token)
  }

  return { asked, objects }
}

/** Whether a retry may succeed: after no response, too many requests, or an error of the service. */
const isTransient = (error: unknown) =>
  !(error instanceof S3ServiceError) || error.status === 429 || error.status >= 500
