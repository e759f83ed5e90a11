import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { copyPictures } from './storage-migration.server.ts'

let double: Awaited<ReturnType<typeof startS3Double>>
const folder = mkdtempSync(join(tmpdir(), 'palestra-moving-'))
beforeAll(async () => {
  double = await startS3Double()
})
afterAll(() => {
  double.stop()
  rmSync(folder, { recursive: true })
})

test('pictures move from the disk into a bucket, also when that is interrupted, and those that came meanwhile follow', async () => {
  const [disk, bucket] = [diskStorage(folder), s3Storage(double.bucket)]
  const bytes = new Map<string, Buffer>()
  const upload = async () => {
    const id = randomUUID()
    bytes.set(id, randomBytes(2_000))
    await disk.put(id, new Map([['320.webp', bytes.get(id)!]]))
  }
  await upload()
  await upload()
  // the bucket fails after the first picture: both listings, a file, its verification, and the next listing
  double.goWrong(...Array.from({ length: 3 }, () => ({ slowMs: 0 })), 503, 503, 503)
  await expect(copyPictures(disk, bucket)).rejects.toThrow('can’t be reached')
  expect(await copyPictures(disk, bucket)).toEqual({ copied: 1, there: 1 })
  await upload()
  expect(await copyPictures(disk, bucket)).toEqual({ copied: 1, there: 2 })
  for (const [id, original] of bytes)
    expect(Buffer.compare((await bucket.get(id, '320.webp'))!, original)).toBe(0)
})
