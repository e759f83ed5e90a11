import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import type { ClubEnv } from '#api/context.ts'
import { isCurrent, trackDependencies, type DependencySet } from '#db/driver/invalidation.ts'
import { settings } from '#platform/settings/env.ts'
import { cacheCounters as tally } from '#platform/observability/counters.ts'
import { ByteLimitedLru } from './byte-limited-lru.ts'

export type Fetch = Hono<ClubEnv>['fetch']

// what time alone changes, such as a hold that runs out, and what this process did not hear of
const maxAgeMs = 1_000

// what the club says of itself is on every page, and is itself read once a second for all
const tablesOnEveryPage = ['club', 'opening_hours', 'testimonials']

/** What an answer is made for: its key tells apart everything that makes another answer. */
export type CacheRequest = { key: string; cookie: string; viewer?: ClubEnv['Bindings']['viewer'] }

type ResponseCacheOptions<Answer> = {
  fetch: Fetch
  maxBytes: number
  /** What is kept of a response. */
  store: (
    made: Response,
    wanted: CacheRequest,
    old: Answer | undefined,
  ) => Promise<{ answer: Answer; bytes: number }>
}

/**
 * Keeps answers until a table changes that they were made of, a second at most, and makes each once however many
 * ask for it. What may not be kept comes as the response that was made, for whoever asked for it.
 */
export function createResponseCache<Answer extends object>({
  fetch,
  maxBytes,
  store,
}: ResponseCacheOptions<Answer>) {
  const kept = new ByteLimitedLru<{ answer: Answer; reading: DependencySet; until: number }>(maxBytes)
  const underWay = new Map<string, Promise<boolean>>()

  const find = (key: string): Answer | null => {
    const found = kept.get(key)
    if (!found || performance.now() >= found.until || !isCurrent(found.reading)) return null
    tally.found += 1
    return found.answer
  }

  async function make(wanted: CacheRequest, incoming: IncomingMessage, outgoing: ServerResponse) {
    const { key, cookie, viewer } = wanted
    const until = performance.now() + maxAgeMs
    // nothing else of a request makes another answer: its sender is counted
    const sender = incoming.headers['x-forwarded-for']
    const headers = { ...(cookie && { cookie }), ...(sender && { 'x-forwarded-for': String(sender) }) }
    const asked = new Request(settings.publicUrl + incoming.url, { headers })
    const [made, reading] = await trackDependencies(async () => fetch(asked, { incoming, outgoing, viewer }))
    for (const table of tablesOnEveryPage) reading.tables.add(table)
    if (made.status !== 200 || made.headers.has('Set-Cookie') || !reading.isComplete) return made
    const { answer, bytes } = await store(made, wanted, kept.get(key)?.answer)
    const before = kept.bytes
    kept.set(key, { answer, reading, until }, bytes)
    tally.made += 1
    tally.bytes += kept.bytes - before
    return answer
  }

  function findOrMake(
    wanted: CacheRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Answer | Promise<Answer | Response> {
    const { key } = wanted
    const found = find(key)
    if (found) return found
    const first = underWay.get(key)
    if (first) return first.then((wasKept) => (wasKept ? findOrMake : make)(wanted, request, response))
    const making = make(wanted, request, response)
    const wasKept = making.then((made) => !(made instanceof Response)).catch(() => false)
    underWay.set(
      key,
      wasKept.finally(() => underWay.delete(key)),
    )
    return making
  }
  return { find, findOrMake }
}
