import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { readRendition } from '#api/pictures.ts'
import { isPictureRemoved } from '#db/driver/removed-pictures.ts'
import { fileHeaders } from '#server/http/security.ts'
import {
  createCachedResponse,
  cachedResponseBytes,
  type CacheLookup,
  type CachedResponse,
} from './cached-response.ts'

const immutableHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Reads the built files whose names contain a content hash. The key is the URL path. */
export function loadAssets(folder: string): Map<string, CachedResponse> {
  const names = globSync('assets/**/*.*', { cwd: folder }).filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(
    names.map((name) => {
      const path = join(folder, name)
      const read = (ending: string) => (existsSync(path + ending) ? readFileSync(path + ending) : undefined)
      const [plain, br, gzip] = [readFileSync(path), read('.br'), read('.gz')]
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
const picturePathPattern = /^\/images\/[\da-f-]{36}\/\d{1,5}\.(avif|webp|jpg)$/
/** How long a picture that another process deleted is still served. */
const maxAgeMs = 60_000

type CachedPicture = { response: CachedResponse } | { redirect: Record<string, string> }

/** Returns the lookup of renditions by URL path, and null for other paths. */
export function createPictureCache(): (url: string) => CacheLookup {
  const pictures = new LRUCache<string, CachedPicture>({
    maxSize: maxPictureBytes,
    maxEntrySize: maxPictureBytes / 8,
    ttl: maxAgeMs,
    sizeCalculation: (picture) => ('redirect' in picture ? 1_000 : cachedResponseBytes(picture.response)),
  })
  const read = async (url: string) => {
    const found = await readRendition(url)
    if (found === null) return null
    if (found.redirect) {
      pictures.set(url, { redirect: found.redirect })
      return toRedirectResponse(found.redirect)
    }
    const { ETag: etag, 'Content-Length': _, ...headers } = found.headers
    const bodies = { plain: Buffer.from(found.bytes) }
    const response = createCachedResponse(etag, { ...fileHeaders, ...headers }, bodies)
    pictures.set(url, { response })
    return response
  }
  return (url) => {
    if (!picturePathPattern.test(url)) return null
    if (isPictureRemoved(url.slice('/images/'.length, url.lastIndexOf('/')))) return async () => null
    const found = pictures.get(url)
    if (!found) return () => read(url)
    return 'redirect' in found ? async () => toRedirectResponse(found.redirect) : found.response
  }
}

const toRedirectResponse = (headers: Record<string, string>) =>
  new Response(null, { status: 302, headers: { ...fileHeaders, ...headers } })
