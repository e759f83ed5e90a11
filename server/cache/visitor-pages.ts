import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { cacheableRoute } from './cacheable-routes.ts'
import { isCacheable, createThemeReader } from './cache-key.ts'
import { createResponseCache, type Fetch } from './response-cache.ts'
import {
  compressInAllEncodings,
  toHeaderList,
  createCachedResponse,
  cachedResponseBytes,
  type CacheLookup,
  type CachedResponse,
} from './cached-response.ts'

const maxBytes = 64 * 1024 * 1024

/**
 * What visitors were answered before, from memory: at most a second old, and never older than a change of a
 * table that it was made of, as far as this process knows. Who is known, and who was left a message, is never
 * answered from here. Null for what is not worth keeping; a response that may not be kept is only the asker's.
 */
export async function createVisitorPageCache(fetch: Fetch) {
  const themeAmong = await createThemeReader(() => [])
  const { find, findOrMake } = createResponseCache({
    fetch,
    maxBytes,
    store: async (made, _, old: CachedResponse | undefined) => {
      const answer = await toCachedResponse(made, old)
      return { answer, bytes: cachedResponseBytes(answer) }
    },
  })
  return (request: IncomingMessage, response: ServerResponse): CacheLookup => {
    const { url = '', headers } = request
    const theme = themeAmong(headers.cookie ?? '')
    if (theme === null || !isCacheable(headers)) return null
    const key = `${theme} ${url}`
    const ready = find(key)
    if (ready || cacheableRoute(url) === null) return ready
    return async () => findOrMake({ key, cookie: theme }, request, response)
  }
}

/** The answer as everybody gets it: without the number of its request, and with a policy that names its scripts. */
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
    // a browser may keep it as well, if it asks each time and as the same person
    headers['cache-control'] = 'private, no-cache'
    headers.vary = 'Cookie, Accept-Encoding'
  }
  const etag = tag ?? `W/"${digest(text)}"`
  if (old && isDeepStrictEqual(old.notModified, toHeaderList(etag, headers))) return old
  return createCachedResponse(etag, headers, await compressInAllEncodings(Buffer.from(text)))
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** The club's own scripts within a page; what somebody might have smuggled in knows no nonce. */
function scriptsWithNonce(nonce: string, page: string): string[] {
  const scripts = page.matchAll(/<script((?:\s[\w-]+(?:="[^"]*")?)*)>(.*?)<\/script>/gs)
  return [...scripts].flatMap(([, attributes, script]) =>
    attributes?.includes(nonce) && script ? [script] : [],
  )
}

const cspHashes = (scripts: string[]) =>
  [...new Set(scripts)].map((script) => `'sha256-${digest(script)}'`).join(' ')
