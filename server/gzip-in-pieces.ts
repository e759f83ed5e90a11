import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { ownBytes } from './bounded-map.ts'

/** A piece of an answer, and its bytes as they stand within a gzip stream: after any piece and before any other. */
export type Piece = { plain: Buffer; zipped: Buffer }

const deflate = promisify(deflateRaw)
// below this it would be longer
const leastBytes = 64
const mostStored = 65_535

// what a gzip file begins with: method deflate, no name, no time
const beginning = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = [1, 0, 0, 0xff, 0xff]

/** Compresses a piece that is sent more often than it changes; it knows nothing of what stands before it. */
export async function zippedPiece(plain: Buffer): Promise<Piece> {
  const isShort = plain.length < leastBytes
  const zipped = isShort
    ? storedPiece(plain).zipped
    : await deflate(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return { plain: ownBytes(plain), zipped: ownBytes(zipped) }
}

/** A short piece as it is, in a block of its own: it costs five bytes and no time. */
export function storedPiece(plain: Buffer): Piece {
  if (plain.length > mostStored) throw new Error('A piece of this length is to be compressed.')
  const head = Buffer.alloc(5)
  head.writeUInt16LE(plain.length, 1)
  head.writeUInt16LE(~plain.length & 0xffff, 3)
  return { plain, zipped: plain.length === 0 ? plain : Buffer.concat([head, plain]) }
}

/** The gzip file of these pieces, one after the other, none of which is compressed anew. */
export function gzipOf(pieces: readonly Piece[]): Buffer {
  const end = Buffer.alloc(lastBlock.length + 8)
  const check = pieces.reduce((sum, { plain }) => crc32(plain, sum), 0)
  const length = pieces.reduce((sum, { plain }) => sum + plain.length, 0)
  end.set(lastBlock)
  end.writeUInt32LE(check, lastBlock.length)
  end.writeUInt32LE(length >>> 0, lastBlock.length + 4)
  return Buffer.concat([beginning, ...pieces.map(({ zipped }) => zipped), end])
}
