import pRetry from 'p-retry'
import { S3mini, S3ServiceError, type ListObject } from 's3mini'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'

const listPageSize = 1_000

/**
 * A bucket of any service that speaks S3, asked by signed requests. What still fails when it was asked three times,
 * or refuses, is thrown as `failure` makes it; no answer for `silenceMs` is a failure.
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
    try {
      return await pRetry(() => ask(s3), {
        retries: 2,
        minTimeout: 100,
        shouldRetry: ({ error }) => isTransient(error),
      })
    } catch (error) {
      throw failure(error)
    }
  }

  /** Everything whose name begins so, by name. */
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

/** Whether asking again may help: no answer, too many requests, or a fault of the service's own. */
const isTransient = (error: unknown) =>
  !(error instanceof S3ServiceError) || error.status === 429 || error.status >= 500
