import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { readRendition } from '#api/pictures.ts'
import { ByteLimitedLru } from './byte-limited-lru.ts'
import {
  createCachedResponse,
  cachedResponseBytes,
  type CacheLookup,
  type CachedResponse,
} from './cached-response.ts'
import { fileHeaders } from '#server/http/security.ts'

const immutableHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** The files of the built site whose names change with what is in them, by address. */
export function loadAssets(folder: string): Map<string, CachedResponse> {
  const names = globSync('assets/**/*.*', { cwd: folder }).filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(
    names.map((name) => {
      const place = join(folder, name)
      const read = (ending: string) => (existsSync(place + ending) ? readFileSync(place + ending) : undefined)
      const [plain, br, gzip] = [readFileSync(place), read('.br'), read('.gz')]
      const headers = {
        ...fileHeaders,
        ...immutableHeaders,
        'Content-Type': getMimeType(name) ?? 'application/octet-stream',
        ...(br && { Vary: 'Accept-Encoding' }),
      }
      return [`/${name}`, createCachedResponse(`W/"${name}"`, headers, { plain, br, gzip })]
    }),
  )
}

const maxPictureBytes = 64 * 1024 * 1024
const picturePathPattern = /^\/images\/[\da-f-]{36}\/\d{1,5}\.(avif|webp)$/
// one that somebody removes in another process is gone there as well soon
const maxAgeMs = 60_000

/** The pictures that were asked for lately, from memory; null for what is none. */
export function createPictureCache(): (url: string) => CacheLookup {
  const kept = new ByteLimitedLru<{ answer: CachedResponse | CachedRedirect; until: number }>(maxPictureBytes)
  const read = async (url: string) => {
    const until = performance.now() + maxAgeMs
    const found = await readRendition(url)
    if (found === null) return null
    if (found.redirect) {
      const answer = { redirect: found.redirect }
      kept.set(url, { answer, until }, found.redirect.Location.length)
      return toRedirectResponse(answer)
    }
    const { ETag: etag, 'Content-Length': _, ...headers } = found.headers
    const answer = createCachedResponse(
      etag,
      { ...fileHeaders, ...headers },
      { plain: Buffer.from(found.bytes) },
    )
    kept.set(url, { answer, until }, cachedResponseBytes(answer))
    return answer
  }
  return (url) => {
    if (!picturePathPattern.test(url)) return null
    const found = kept.get(url)
    if (!found || performance.now() >= found.until) return () => read(url)
    const { answer } = found
    return 'redirect' in answer ? async () => toRedirectResponse(answer) : answer
  }
}

type CachedRedirect = { redirect: Record<string, string> }

const toRedirectResponse = ({ redirect }: CachedRedirect) =>
  new Response(null, { status: 302, headers: { ...fileHeaders, ...redirect } })
