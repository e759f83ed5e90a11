import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { db } from '#db/client.ts'
import { usePictureStorage } from '#domain/pictures/pictures.server.ts'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'

/** Stores the pictures of a test file in a temporary folder. */
export function useTemporaryPictureStorage(): { readonly path: string; names: () => Promise<string[]> } {
  const folder = { path: '', names: () => readdir(folder.path) }
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'palestra-pictures-'))
    usePictureStorage(diskStorage(folder.path))
  })
  afterAll(() => rm(folder.path, { recursive: true, force: true }))
  return folder
}

/** Inserts a picture without files, for tests that only refer to one. */
export async function insertPicture(ownerId: string | null = null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into images (owner_id, width, height, colour, bytes) values (${ownerId}, 800, 1000, '#336699', 1000)
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** A picture with the detail of a photograph, to be truncated or compared; the same one each time. */
export function noisyPicture(width = 300, height = 200): Sharp {
  const random = seededRandom(width * height)
  const tones = Uint8Array.from({ length: width * height * 3 }, () => 68 + (random() + random()) * 60)
  return sharp(tones, { raw: { width, height, channels: 3 } })
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A black PNG with one bit per pixel: a small file that is huge when decoded. */
export function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(lines, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the channels of one pixel of a rendition. */
export async function pixelAt(file: Uint8Array | undefined, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel]
}
