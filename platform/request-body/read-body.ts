import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'

/** The body of a request, and the headers that describe it. */
export type IncomingBody = {
  headers: { get(name: 'content-type' | 'content-length'): string | null }
  body: ReadableStream<Uint8Array> | null
}

const kibibyte = 1024

// A slower client holds a connection for no useful amount of data. So does a pause of this length.
export const stallTimeoutMs = 10_000
/** Bytes a second. */
export const minBytesPerSecond = 4 * kibibyte

export const tooSlowMessage = () => t('refusal.tooSlow')

/** The body exceeds the limit. */
export const tooLargeError = (message: string) => new DomainError('too-large', message)
export const interruptedError = () => new DomainError('invalid', t('refusal.uploadBrokeOff'))

/** Reads a body as text. Throws `too-large` above the limit and `invalid` for a truncated body. */
export async function readText(sent: IncomingBody, most: number): Promise<string> {
  const pieces: Uint8Array[] = []
  const refusal = () => tooLargeError(t('refusal.bodyTooLarge', { kilobytes: most / kibibyte }))
  for await (const piece of readChunks(sent, most, refusal)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/**
 * Streams a body up to a limit; every body is read here. A larger Content-Length is refused before reading, and
 * excess or missing bytes when they are detected. Throws `too-slow` for a slow body.
 */
export async function* readChunks(
  sent: IncomingBody,
  most: number,
  refusal: () => Error,
): AsyncGenerator<Uint8Array> {
  const announced = declaredLength(sent)
  if (announced !== null && announced > most) throw refusal()
  const reader = sent.body?.getReader()
  let until = performance.now() + stallTimeoutMs
  let size = 0
  try {
    for (;;) {
      const allowed = Math.max(0, until - performance.now())
      const piece = await (reader && withDeadline(reader.read(), allowed))
      if (!piece || piece.done) break
      const { byteLength } = piece.value
      size += byteLength
      until = Math.min(until + (byteLength / minBytesPerSecond) * 1000, performance.now() + stallTimeoutMs)
      if (announced !== null && size > announced) throw interruptedError()
      if (size > most) throw refusal()
      yield piece.value
    }
    if (announced !== null && size !== announced) throw interruptedError()
  } finally {
    // not cancelled: that would close the connection before the client has the response (server/http/drain-body.ts)
    reader?.releaseLock()
  }
}

async function withDeadline<Piece>(reading: Promise<Piece>, milliseconds: number): Promise<Piece> {
  const tooSlow = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooSlow.reject(new DomainError('too-slow', tooSlowMessage())), milliseconds)
  const read = reading.catch(() => Promise.reject(interruptedError()))
  return Promise.race([read, tooSlow.promise]).finally(() => clearTimeout(timer))
}

function declaredLength({ headers }: IncomingBody): number | null {
  const header = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}
