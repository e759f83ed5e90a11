import { Busboy } from '@fastify/busboy'
import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import { networksOf } from '#platform/network.ts'
import { interruptedError, readChunks, tooLargeError, type IncomingBody } from './read-body.ts'

export type Multipart = {
  /** Text fields in order. */
  fields: URLSearchParams
  /** The file and its field; null if none was chosen. The name is the client's. */
  file: { bytes: Buffer; filename: string; sender: string } | null
}

type MultipartOptions = {
  /** Name of the only field that may have a file. */
  fileField: string
  maxFileBytes?: number
  maxFields?: number
  maxFieldBytes?: number
}
type MultipartLimits = Required<MultipartOptions>

const headerBytes = 4 * 1024
const mebibyte = 1024 * 1024

/** Bodies are buffered in memory, within these limits for all and for one network. */
export const bufferLimits = { all: 64 * mebibyte, network: 24 * mebibyte }
const bufferedByNetwork = new Map<string, number>()
let bufferedTotal = 0

/**
 * Reads a form with at most one file. Counts bytes while reading, whatever length was announced. Throws `too-large`,
 * `invalid` for a body that is malformed, truncated or has too many parts (`facts.notMultipart` for another media
 * type), and `unavailable` when too much is being uploaded. `sender` is the client's address, for the limit of its
 * network.
 */
export async function readMultipart(
  sent: IncomingBody,
  sender: string,
  options: MultipartOptions,
): Promise<Multipart> {
  const limits = { maxFileBytes: 8 * mebibyte, maxFields: 30, maxFieldBytes: 16 * 1024, ...options }
  const parts = limits.maxFields + 1
  const most = limits.maxFileBytes + limits.maxFields * limits.maxFieldBytes + parts * headerBytes
  const contentType = sent.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType) || contentType.length > 300)
    throw new DomainError('invalid', 'Send this as multipart/form-data.', { facts: { notMultipart: true } })
  const parser = createParser(contentType, limits)
  const network = networksOf(sender).one
  let size = 0
  try {
    for await (const piece of readChunks(sent, most, () => fileTooLargeError(limits))) {
      reserveBuffer(network, piece.byteLength)
      size += piece.byteLength
      parser.write(piece)
    }
    const { fields, file } = await parser.end()
    return { fields, file: file && { ...file, sender } }
  } finally {
    releaseBuffer(network, size)
  }
}

/** Reserves memory for received bytes, so that announced or slow bodies reserve none. */
function reserveBuffer(network: string, bytes: number): void {
  const now = (bufferedByNetwork.get(network) ?? 0) + bytes
  if (now > bufferLimits.network || bufferedTotal + bytes > bufferLimits.all)
    throw new DomainError('unavailable', t('refusal.manyFilesAre'), {
      retryAfter: 10,
    })
  bufferedByNetwork.set(network, now)
  bufferedTotal += bytes
}

function releaseBuffer(network: string, bytes: number): void {
  const left = (bufferedByNetwork.get(network) ?? 0) - bytes
  if (left > 0) bufferedByNetwork.set(network, left)
  else bufferedByNetwork.delete(network)
  bufferedTotal -= bytes
}

const tooManyFieldsError = () => new DomainError('invalid', t('refusal.formHasMoreFields'))
const fileTooLargeError = ({ maxFileBytes }: MultipartLimits) =>
  tooLargeError(t('refusal.fileIsTooLarge', { megabytes: maxFileBytes / mebibyte }))

/** Incremental parser. `write` throws as soon as the form cannot be accepted. */
function createParser(contentType: string, limits: MultipartLimits) {
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
  let file: { bytes: Buffer; filename: string } | null = null
  let failure: Error | null = null
  const fail = (error: Error) => void (failure ??= error)
  const finished = new Promise<void>((resolve) => {
    busboy.on('finish', resolve)
    busboy.on('error', () => (fail(interruptedError()), resolve()))
  })
  busboy.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) fail(new DomainError('invalid', t('refusal.aTextInThisForm')))
    else fields.append(name, value)
  })
  busboy.on('file', (name, stream, filename) => {
    const chunks: Buffer[] = []
    if (name !== limits.fileField) fail(new DomainError('invalid', t('refusal.aFileCameIn')))
    stream.on('limit', () => fail(fileTooLargeError(limits)))
    stream.on('error', () => fail(interruptedError()))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks)
      // browsers send an empty unnamed part when no file was chosen
      if (filename || bytes.length > 0) file = { bytes, filename: filename ?? '' }
    })
  })
  busboy.on('filesLimit', () => fail(new DomainError('invalid', t('refusal.sendOneFile'))))
  busboy.on('fieldsLimit', () => fail(tooManyFieldsError()))
  busboy.on('partsLimit', () => fail(tooManyFieldsError()))

  const check = () => {
    if (failure !== null) throw failure
  }
  return {
    write(chunk: Uint8Array) {
      busboy.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
      check()
    },
    async end() {
      busboy.end()
      await Promise.race([finished, parserTimeout()])
      check()
      return { fields, file }
    },
  }
}

/** The parser has received everything, so an unfinished form is malformed. */
function parserTimeout(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(() => reject(interruptedError()), 3_000).unref())
}
