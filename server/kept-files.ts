import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { readRendition } from '#api/pictures.ts'
import { BoundedMap } from './bounded-map.ts'
import { readyAnswer, sizeOf, type Found, type ReadyAnswer } from './ready-answer.ts'
import { fileHeaders } from './security.ts'

const forever = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** The files of the built site whose names change with what is in them, by address. */
export function readAssets(folder: string): Map<string, ReadyAnswer> {
  const names = globSync('assets/**/*.*', { cwd: folder }).filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(
    names.map((name) => {
      const place = join(folder, name)
      const read = (ending: string) => (existsSync(place + ending) ? readFileSync(place + ending) : undefined)
      const [plain, br, gzip] = [readFileSync(place), read('.br'), read('.gz')]
      const headers = {
        ...fileHeaders,
        ...forever,
        'Content-Type': getMimeType(name) ?? 'application/octet-stream',
        ...(br && { Vary: 'Accept-Encoding' }),
      }
      return [`/${name}`, readyAnswer(`W/"${name}"`, headers, { plain, br, gzip })]
    }),
  )
}

const mostPictureBytes = 64 * 1024 * 1024
const addressOfPicture = /^\/images\/[\da-f-]{36}\/\d{1,5}\.(avif|webp)$/
// one that somebody removes in another process is gone there as well soon
const oldestMs = 60_000

/** The pictures that were asked for lately, from memory; null for what is none. */
export function keptPictures(): (url: string) => Found {
  const kept = new BoundedMap<{ answer: ReadyAnswer | Elsewhere; until: number }>(mostPictureBytes)
  const read = async (url: string) => {
    const until = performance.now() + oldestMs
    const found = await readRendition(url)
    if (found === null) return null
    if (found.redirect) {
      const answer = { redirect: found.redirect }
      kept.set(url, { answer, until }, found.redirect.Location.length)
      return goTo(answer)
    }
    const { ETag: etag, 'Content-Length': _, ...headers } = found.headers
    const answer = readyAnswer(etag, { ...fileHeaders, ...headers }, { plain: Buffer.from(found.bytes) })
    kept.set(url, { answer, until }, sizeOf(answer))
    return answer
  }
  return (url) => {
    if (!addressOfPicture.test(url)) return null
    const found = kept.get(url)
    if (!found || performance.now() >= found.until) return () => read(url)
    const { answer } = found
    return 'redirect' in answer ? async () => goTo(answer) : answer
  }
}

type Elsewhere = { redirect: Record<string, string> }

const goTo = ({ redirect }: Elsewhere) =>
  new Response(null, { status: 302, headers: { ...fileHeaders, ...redirect } })
