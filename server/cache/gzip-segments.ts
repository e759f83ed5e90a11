import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { copyToOwnBuffer } from './byte-limited-lru.ts'

/** A piece of an answer, and its bytes as they stand within a gzip stream: after any piece and before any other. */
export type GzipSegment = { plain: Buffer; zipped: Buffer }

const deflate = promisify(deflateRaw)
// below this it would be longer
const minBytes = 64
const maxStoredBytes = 65_535

// what a gzip file begins with: method deflate, no name, no time
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const finalBlock = [1, 0, 0, 0xff, 0xff]

/** Compresses a piece that is sent more often than it changes; it knows nothing of what stands before it. */
export async function compressSegment(plain: Buffer): Promise<GzipSegment> {
  const isShort = plain.length < minBytes
  const zipped = isShort
    ? storeSegment(plain).zipped
    : await deflate(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return { plain: copyToOwnBuffer(plain), zipped: copyToOwnBuffer(zipped) }
}

/** A short piece as it is, in a block of its own: it costs five bytes and no time. */
export function storeSegment(plain: Buffer): GzipSegment {
  if (plain.length > maxStoredBytes) throw new Error('A piece of this length is to be compressed.')
  const head = Buffer.alloc(5)
  head.writeUInt16LE(plain.length, 1)
  head.writeUInt16LE(~plain.length & 0xffff, 3)
  return { plain, zipped: plain.length === 0 ? plain : Buffer.concat([head, plain]) }
}

/** The gzip file of these pieces, one after the other, none of which is compressed anew. */
export function joinSegments(pieces: readonly GzipSegment[]): Buffer {
  const end = Buffer.alloc(finalBlock.length + 8)
  const check = pieces.reduce((sum, { plain }) => crc32(plain, sum), 0)
  const length = pieces.reduce((sum, { plain }) => sum + plain.length, 0)
  end.set(finalBlock)
  end.writeUInt32LE(check, finalBlock.length)
  end.writeUInt32LE(length >>> 0, finalBlock.length + 4)
  return Buffer.concat([gzipHeader, ...pieces.map(({ zipped }) => zipped), end])
}
