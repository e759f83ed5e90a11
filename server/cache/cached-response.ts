import type { IncomingMessage, ServerResponse } from 'node:http'
import { copyToOwnBuffer } from './byte-limited-lru.ts'
import { compressBytes, negotiateEncoding, type Encoding } from '#server/http/compression.ts'

/** One answer of status 200, with its headers as Node takes them. */
export type ResponseVariant = { headers: string[]; body: Buffer }

/** An answer of status 200 in memory, ready to be sent in each encoding; header lists are as Node takes them. */
export type CachedResponse = {
  etag: string
  variants: Record<Encoding, ResponseVariant | undefined> & { plain: ResponseVariant }
  /** What goes with a 304. */
  notModified: string[]
}

/** What lies ready, or how to make it; null when somebody else has to answer. */
export type CacheLookup = CachedResponse | (() => Promise<CachedResponse | Response | null>) | null

type EncodedBodies = { plain: Buffer } & Partial<Record<Encoding, Buffer>>

/** What every form of an answer carries, as Node takes it. */
export const toHeaderList = (etag: string, headers: Record<string, string>): string[] =>
  Object.entries({ ...headers, ETag: etag }).flat()

/** Makes an answer ready of its bodies and of the headers that all of them carry. */
export function createCachedResponse(
  etag: string,
  headers: Record<string, string>,
  bodies: EncodedBodies,
): CachedResponse {
  const common = toHeaderList(etag, headers)
  const formOf = (body: Buffer | undefined, ...encoding: string[]) =>
    body && {
      body: copyToOwnBuffer(body),
      headers: [...common, ...encoding, 'Content-Length', String(body.length)],
    }
  return {
    etag,
    variants: {
      plain: formOf(bodies.plain)!,
      br: formOf(bodies.br, 'Content-Encoding', 'br'),
      gzip: formOf(bodies.gzip, 'Content-Encoding', 'gzip'),
    },
    notModified: common,
  }
}

/** A body in all encodings, for what is sent more often than it changes. */
export async function compressInAllEncodings(plain: Buffer): Promise<EncodedBodies> {
  const [br, gzip] = await Promise.all([compressBytes(plain, 'br', 5), compressBytes(plain, 'gzip', 6)])
  return { plain, br, gzip }
}

export const cachedResponseBytes = ({ variants }: CachedResponse) =>
  Object.values(variants).reduce((sum, form) => sum + (form?.body.length ?? 0), 0)

/** Sends what the asker takes; nothing but a 304 to who has it already. */
export function sendCached(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  const known = headers['if-none-match']
  if (known === '*' || known?.includes(answer.etag.replace('W/', ''))) {
    response.writeHead(304, answer.notModified).end()
    return
  }
  const encoding = negotiateEncoding(headers['accept-encoding'])
  const { headers: list, body } = (encoding && answer.variants[encoding]) ?? answer.variants.plain
  response.writeHead(200, list).end(body)
}

/** Sends an answer that was filled in for its asker. */
export const sendVariant = ({ headers, body }: ResponseVariant, response: ServerResponse) =>
  void response.writeHead(200, headers).end(body)

/** Sends an answer that is nobody else's. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.appendHeader(name, value)
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}
