import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ClubEnv } from '#api/context.ts'
import { dataVersion } from '#db/driver/data-version.ts'
import { offeredLanguages } from '#domain/club/club.server.ts'
import { cacheCounters } from '#platform/observability/counters.ts'
import { settings } from '#platform/settings/env.ts'
import { preferredAddress } from '#server/http/language-addresses.ts'
import { createThemeReader, isCacheable } from './cache-key.ts'
import { cacheableRoute } from './cacheable-routes.ts'
import {
  compressInAllEncodings,
  createCachedResponse,
  cachedResponseBytes,
  toHeaderList,
  type CacheLookup,
  type CachedResponse,
} from './cached-response.ts'

export type Fetch = Hono<ClubEnv>['fetch']

const maxBytes = 64 * 1024 * 1024
/** Bounds what no write announces: a hold that expires, or a write whose notification was lost. */
const maxAgeMs = 1_000

type CacheEntry = { response: CachedResponse; version: number; expiresAt: number }
type CacheRequest = { key: string; theme: string; request: IncomingMessage; response: ServerResponse }

/**
 * Returns the lookup of visitors' pages and API responses. It returns null for a request that is not cacheable.
 * Concurrent requests for one key render it once.
 */
export async function createVisitorCache(fetch: Fetch) {
  const readTheme = await createThemeReader()
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ response }) => cachedResponseBytes(response),
  })
  const pending = new Map<string, Promise<boolean>>()

  const find = (key: string): CachedResponse | null => {
    const entry = entries.get(key)
    if (!entry || performance.now() >= entry.expiresAt || entry.version !== dataVersion()) return null
    cacheCounters.found += 1
    return entry.response
  }

  async function render({ key, theme, request, response }: CacheRequest): Promise<CachedResponse | Response> {
    // read before the first statement: a write in between makes the entry stale at once
    const [version, expiresAt] = [dataVersion(), performance.now() + maxAgeMs]
    const rendered = await fetch(anonymousRequest(request, theme), { incoming: request, outgoing: response })
    if (rendered.status !== 200 || rendered.headers.has('Set-Cookie')) return rendered
    const cached = await toCachedResponse(rendered, entries.get(key)?.response)
    entries.set(key, { response: cached, version, expiresAt })
    cacheCounters.made += 1
    cacheCounters.bytes = entries.calculatedSize
    return cached
  }

  /** A response that cannot be cached belongs to one request; the requests that waited for it render their own. */
  function findOrRender(wanted: CacheRequest): CachedResponse | Promise<CachedResponse | Response> {
    const { key } = wanted
    const found = find(key)
    if (found) return found
    const first = pending.get(key)
    if (first) return first.then((wasCached) => (wasCached ? findOrRender(wanted) : render(wanted)))
    const rendering = render(wanted)
    const wasCached = rendering.then((made) => !(made instanceof Response)).catch(() => false)
    pending.set(
      key,
      wasCached.finally(() => pending.delete(key)),
    )
    return rendering
  }

  return (request: IncomingMessage, response: ServerResponse): CacheLookup => {
    const { url = '', headers } = request
    const theme = readTheme(headers.cookie ?? '')
    if (theme === null || !isCacheable(headers)) return null
    // a redirect to another language is the application's
    if (preferredAddress(url, headers, offeredLanguages()) !== null) return null
    const key = `${theme} ${url}`
    const ready = find(key)
    if (ready || cacheableRoute(url) === null) return ready
    return async () => findOrRender({ key, theme, request, response })
  }
}

/** The request without anything that could personalise the response. The sender's address is kept for rate limits. */
function anonymousRequest({ url, headers }: IncomingMessage, theme: string): Request {
  const sender = headers['x-forwarded-for']
  return new Request(settings.publicUrl + url, {
    headers: { ...(theme && { cookie: theme }), ...(sender && { 'x-forwarded-for': String(sender) }) },
  })
}

/** Replaces the nonce by hashes of the scripts, drops the request id, and compresses. */
async function toCachedResponse(made: Response, old: CachedResponse | undefined): Promise<CachedResponse> {
  const { etag: tag, 'content-length': _, 'x-request-id': __, ...headers } = Object.fromEntries(made.headers)
  const policy = headers['content-security-policy'] ?? ''
  const nonce = ` nonce="${/'nonce-([^']+)'/.exec(policy)?.[1]}"`
  const sent = await made.text()
  const text = sent.replaceAll(nonce, '')
  headers['content-security-policy'] = policy.replace(
    /'nonce-[^']+'/,
    cspHashes(scriptsWithNonce(nonce, sent)),
  )
  if (headers['content-type']?.startsWith('text/html')) {
    // browsers may store the page, and revalidate it each time
    headers['cache-control'] = 'private, no-cache'
    headers.vary = 'Cookie, Accept-Encoding'
  }
  const etag = tag ?? `W/"${digest(text)}"`
  // unchanged: the compressed bodies are reused
  if (old && isDeepStrictEqual(old.notModified, toHeaderList(etag, headers))) return old
  return createCachedResponse(etag, headers, await compressInAllEncodings(Buffer.from(text)))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** The inline scripts that carry the nonce. An injected script does not know it. */
function scriptsWithNonce(nonce: string, page: string): string[] {
  const scripts = page.matchAll(/<script((?:\s[\w-]+(?:="[^"]*")?)*)>(.*?)<\/script>/gs)
  return [...scripts].flatMap(([, attributes, script]) =>
    attributes?.includes(nonce) && script ? [script] : [],
  )
}

const cspHashes = (scripts: string[]) =>
  [...new Set(scripts)].map((script) => `'sha256-${digest(script)}'`).join(' ')
