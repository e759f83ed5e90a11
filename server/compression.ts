import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import type { ClubEnv } from '#api/request.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip'

/** Below this a packet is not fuller than without. */
const leastBytes = 1024
/** Of an answer that is made for one request: three fifths of the usual work for a tenth more bytes. */
const quickly = 3

// named, and not with a weight of nothing
const named = (encoding: Encoding) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i')
const [takesBrotli, takesGzip] = [named('br'), named('gzip')]

/** Whether a sender takes gzip, as browsers do. */
export const takesZip = (accepted: string | undefined) => accepted !== undefined && takesGzip.test(accepted)

/** The first of the club's encodings that a sender takes, by its Accept-Encoding; null when there is none. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  if (takesBrotli.test(accepted)) return 'br'
  return takesGzip.test(accepted) ? 'gzip' : null
}

/** The bytes in this encoding; the quality is zlib's own scale, which for gzip ends at 9 and for Brotli at 11. */
export function compressed(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: quality })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotli(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

/**
 * Compresses an answer whole, which takes a third of what a stream of it does. A file to save is long and sent
 * while it is read, and stays a stream.
 */
export const compressAtOnce = createMiddleware<ClubEnv>(async (c, next) => {
  await next()
  const { headers, body } = c.res
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '')
  if (!isText || !body || c.req.method === 'HEAD') return
  if (headers.has('Content-Encoding') || headers.has('Content-Disposition')) return
  if (!/accept-encoding/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
  const encoding = encodingFor(c.req.header('Accept-Encoding'))
  if (encoding === null) return
  const bytes = Buffer.from(await c.res.arrayBuffer())
  const isSmall = bytes.length < leastBytes
  c.res = new Response(isSmall ? bytes : new Uint8Array(await compressed(bytes, encoding, quickly)), c.res)
  c.res.headers.delete('Content-Length')
  if (!isSmall) c.res.headers.set('Content-Encoding', encoding)
})
