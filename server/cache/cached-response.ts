import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressBytes, negotiateEncoding, type Encoding } from '#server/http/compression.ts'

/** Header lists alternate names and values, as `writeHead` takes them. */
type ResponseVariant = { headers: string[]; body: Buffer }

/** A response of status 200, stored once per encoding. */
export type CachedResponse = {
  etag: string
  variants: Record<Encoding, ResponseVariant | undefined> & { plain: ResponseVariant }
  /** Headers of a 304. */
  notModified: string[]
}

/** A cached response, a function that makes one, or null when the cache is not responsible. */
export type CacheLookup = CachedResponse | (() => Promise<CachedResponse | Response | null>) | null

type EncodedBodies = { plain: Buffer } & Partial<Record<Encoding, Buffer>>

/** Measured average of key, headers and objects beside the bodies. */
const entryOverheadBytes = 2_500

export const toHeaderList = (etag: string, headers: Record<string, string>): string[] =>
  Object.entries({ ...headers, ETag: etag }).flat()

export function createCachedResponse(
  etag: string,
  headers: Record<string, string>,
  bodies: EncodedBodies,
): CachedResponse {
  const common = toHeaderList(etag, headers)
  const variantOf = (body: Buffer | undefined, ...encoding: string[]) =>
    body && {
      body: copyToOwnBuffer(body),
      headers: [...common, ...encoding, 'Content-Length', String(body.length)],
    }
  return {
    etag,
    variants: {
      plain: variantOf(bodies.plain)!,
      br: variantOf(bodies.br, 'Content-Encoding', 'br'),
      gzip: variantOf(bodies.gzip, 'Content-Encoding', 'gzip'),
    },
    notModified: common,
  }
}

/** Copies a slice of a pooled buffer, which would otherwise keep the whole pool of 64 kB in memory. */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export async function compressInAllEncodings(plain: Buffer): Promise<EncodedBodies> {
  const [br, gzip] = await Promise.all([compressBytes(plain, 'br', 5), compressBytes(plain, 'gzip', 6)])
  return { plain, br, gzip }
}

/** Estimated memory of a cached response, overhead included. */
export const cachedResponseBytes = ({ variants }: CachedResponse) =>
  Object.values(variants).reduce((sum, variant) => sum + (variant?.body.length ?? 0), entryOverheadBytes)

/** Sends the variant that the request accepts, or a 304 when its ETag matches. */
export function sendCached(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  const known = headers['if-none-match']
  if (known === '*' || known?.includes(cached.etag.replace('W/', ''))) {
    response.writeHead(304, cached.notModified).end()
    return
  }
  const encoding = negotiateEncoding(headers['accept-encoding'])
  const { headers: list, body } = (encoding && cached.variants[encoding]) ?? cached.variants.plain
  response.writeHead(200, list).end(body)
}

/** Sends a response that was not cached. */
export async function sendResponse(made: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of made.headers) response.appendHeader(name, value)
  response.writeHead(made.status).end(Buffer.from(await made.arrayBuffer()))
}
