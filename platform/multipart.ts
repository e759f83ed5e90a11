import { Busboy } from '@fastify/busboy'
import { DomainError } from '#domain/errors.ts'
import { createWaitingLine, LineFullError } from './waiting-line.ts'

export type Multipart = {
  /** The text fields in the order they came. */
  fields: URLSearchParams
  /** The one file; null when none was chosen. The name is whatever the sender says. */
  file: { bytes: Buffer; filename: string } | null
}

type Options = {
  /** The only field that may carry a file. */
  fileField: string
  maxFileBytes?: number
  maxFields?: number
  maxFieldBytes?: number
}
type Limits = Required<Options>

/** What was sent: the headers that describe the body, and the body. */
type Sent = {
  headers: { get(name: 'content-type' | 'content-length'): string | null }
  body: ReadableStream<Uint8Array> | null
}

const headerBytes = 4 * 1024
const mebibyte = 1024 * 1024

// Bodies are held in memory while they are read: this many bytes of them at once, by what they announce.
const memory = createWaitingLine({ places: 64 * mebibyte, waiting: 40, patience: 10_000 })

/**
 * Reads a form that carries at most one file. Counts while it reads and stops at the limits, whatever length
 * the sender announced. Throws `invalid` with a sentence for a body that is broken, cut short or has more than
 * it may (`facts.tooLarge` for too many bytes, `facts.notMultipart` for another media type), and
 * `unavailable` when too many are uploading.
 */
export async function readMultipart(sent: Sent, options: Options): Promise<Multipart> {
  const limits = { maxFileBytes: 8 * mebibyte, maxFields: 30, maxFieldBytes: 16 * 1024, ...options }
  const parts = limits.maxFields + 1
  const most = limits.maxFileBytes + limits.maxFields * limits.maxFieldBytes + parts * headerBytes
  const announced = announcedLength(sent)
  if (announced !== null && announced > most) throw tooLarge(limits)
  const contentType = sent.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType) || contentType.length > 300)
    throw new DomainError('invalid', 'Send this as multipart/form-data.', { facts: { notMultipart: true } })
  try {
    return await memory.run(announced ?? most, () =>
      read(sent, contentType, { ...limits, most: announced ?? most, announced }),
    )
  } catch (error) {
    if (!(error instanceof LineFullError)) throw error
    throw new DomainError('unavailable', 'Many files are being uploaded just now. Try again shortly.', {
      retryAfter: 10,
    })
  }
}

function announcedLength({ headers }: Sent): number | null {
  const header = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}

const damaged = () => new DomainError('invalid', 'The upload broke off or is damaged. Please try again.')
const tooMuch = () => new DomainError('invalid', 'This form has more fields than it may have.')
const tooLarge = ({ maxFileBytes }: Limits) =>
  new DomainError('invalid', `This file is too large. It may have at most ${maxFileBytes / mebibyte} MB.`, {
    facts: { tooLarge: true },
  })

type Bounds = Limits & { most: number; announced: number | null }

async function read({ body }: Sent, contentType: string, bounds: Bounds): Promise<Multipart> {
  const parser = createParser(contentType, bounds)
  const reader = body?.getReader()
  let size = 0
  try {
    for (;;) {
      const chunk = await reader?.read().catch(() => Promise.reject(damaged()))
      if (!chunk || chunk.done) break
      size += chunk.value.byteLength
      if (size > bounds.most) throw bounds.announced === null ? tooLarge(bounds) : damaged()
      parser.write(chunk.value)
    }
    if (bounds.announced !== null && size !== bounds.announced) throw damaged()
    return await parser.end()
  } finally {
    // Not cancelled: that would cut the connection before the sender has the answer. The server drops it.
    reader?.releaseLock()
  }
}

/** Parses what it is fed; `write` throws as soon as the form cannot be accepted any more. */
function createParser(contentType: string, limits: Limits) {
  const busboy = new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      fieldNameSize: 100,
      fieldSize: limits.maxFieldBytes,
      fields: limits.maxFields,
      fileSize: limits.maxFileBytes,
      files: 1,
      parts: limits.maxFields + 1,
      headerPairs: 20,
      headerSize: headerBytes,
    },
  })
  const fields = new URLSearchParams()
  let file: Multipart['file'] = null
  let failure: Error | null = null
  const fail = (error: Error) => void (failure ??= error)
  const finished = new Promise<void>((resolve) => {
    busboy.on('finish', resolve)
    busboy.on('error', () => (fail(damaged()), resolve()))
  })
  busboy.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) fail(new DomainError('invalid', 'A text in this form is too long.'))
    else fields.append(name, value)
  })
  busboy.on('file', (name, stream, filename) => {
    const chunks: Buffer[] = []
    if (name !== limits.fileField) fail(new DomainError('invalid', 'A file came in an unexpected field.'))
    stream.on('limit', () => fail(tooLarge(limits)))
    stream.on('error', () => fail(damaged()))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks)
      // a browser sends an empty part without a name when no file was chosen
      if (filename || bytes.length > 0) file = { bytes, filename: filename ?? '' }
    })
  })
  busboy.on('filesLimit', () => fail(new DomainError('invalid', 'Send one file only.')))
  busboy.on('fieldsLimit', () => fail(tooMuch()))
  busboy.on('partsLimit', () => fail(tooMuch()))

  const check = () => {
    if (failure !== null) throw failure
  }
  return {
    write(chunk: Uint8Array) {
      busboy.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      check()
    },
    async end(): Promise<Multipart> {
      busboy.end()
      await Promise.race([finished, neverEnding()])
      check()
      return { fields, file }
    },
  }
}

/** A guard: the parser has everything by now, so a form it does not finish is one it cannot understand. */
function neverEnding(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(damaged()), 3_000).unref())
}
