import { setTimeout as delay } from 'node:timers/promises'
import { S3mini, S3ServiceError, type ListObject } from 's3mini'
import type { BucketSettings } from '#platform/settings/bucket-settings.ts'

const listPageSize = 1_000
/** Bytes of a response: the bucket holds pictures, lists and parts of backups, which are written but never read. */
const maxResponseBytes = 32 * 1024 * 1024
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
    fetch: fetchWithinBounds,
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

/** `fetch` without redirects, which could lead to an inner service. A body beyond the limit fails while it is read. */
const fetchWithinBounds: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxResponseBytes) controller.error(new Error('The bucket sent more than 32 MB.'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(bounded), response)
}
