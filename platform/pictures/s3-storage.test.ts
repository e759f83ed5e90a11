import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { troublesByPart } from '#platform/observability/log.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { s3Storage } from './s3-storage.ts'

let double: Awaited<ReturnType<typeof startS3Double>>
beforeEach(async () => {
  double = await startS3Double()
})
afterEach(() => double.stop())

const files = new Map([
  ['160.webp', Buffer.from('small')],
  ['320.avif', Buffer.from('larger')],
])
const storage = () => s3Storage(double.bucket)
const read = async (id: string, file: string) => Buffer.from((await storage().get(id, file)) ?? []).toString()

test('a picture in a bucket can be read, listed and removed, by signed requests', async () => {
  const id = randomUUID()
  await storage().put(id, files)
  expect(await read(id, '320.avif')).toBe('larger')
  expect(await storage().files(id)).toEqual(['160.webp', '320.avif'])
  expect((await Array.fromAsync(storage().list())).map((each) => each.id)).toEqual([id])
  expect(await storage().get(randomUUID(), '160.webp')).toBeNull()
  await storage().remove(id)
  expect(double.objects.size).toBe(0)
  expect(await storage().get(id, '320.avif')).toBeNull()
})

test('a bucket of more pictures than are listed at once is listed whole, each picture once', async () => {
  const ids = Array.from({ length: 700 }, () => randomUUID()).toSorted()
  for (const id of ids)
    for (const file of files.keys())
      double.objects.set(`images/${id}/${file}`, { bytes: Buffer.of(1), at: new Date() })
  double.objects.set('images/somebody-elses.txt', { bytes: Buffer.of(1), at: new Date() })
  expect((await Array.fromAsync(storage().list())).map(({ id }) => id)).toEqual(ids)
})

test('no name leads to another object of the bucket', async () => {
  double.objects.set('secret', { bytes: Buffer.from('secret'), at: new Date() })
  for (const [id, file] of [
    ['..', '160.webp'],
    [randomUUID(), '../../../secret'],
    ['', 'secret'],
  ] as const) {
    expect(await storage().get(id, file)).toBeNull()
    await expect(storage().put(id, new Map([[file, Buffer.of(1)]]))).rejects.toThrow('under an id')
  }
  await storage().remove('..')
  expect(double.asked).toEqual([])
})

test('answers that are lost, late or busy are asked for again, and nothing is lost', async () => {
  const id = randomUUID()
  double.goWrong('lost', 503, { slowMs: 300 }, 500)
  await storage().put(id, files)
  double.goWrong('lost', 429)
  expect(await read(id, '160.webp')).toBe('small')
  expect(double.objects.size).toBe(2)
})

test('a picture that cannot be kept whole leaves nothing, and its person is asked to come again', async () => {
  double.goWrong({ slowMs: 0 }, 503, 503, 503)
  const refusal = await rejectionOf(storage().put(randomUUID(), files))
  expect(refusal.code).toBe('unavailable')
  expect(refusal.retryAfter).toBe(10)
  expect(double.objects.size).toBe(0)
})

test('a key that may not is told to the operator, and not asked again', async () => {
  const stranger = s3Storage({ ...double.bucket, secretAccessKey: 'another' })
  expect((await rejectionOf(stranger.get(randomUUID(), '160.webp'))).code).toBe('unavailable')
  expect(double.asked).toHaveLength(1)
  expect(troublesByPart.get('pictures')?.message).toContain('403')
})

test('a bucket that redirects to another server, or sends without an end, is a bucket that cannot be reached', async () => {
  const inner = await startS3Double()
  inner.open()
  for (const fault of [{ redirectTo: `${inner.bucket.url}/secret` }, 'endless'] as const) {
    double.goWrong(fault, fault, fault)
    const refusal = await rejectionOf(storage().get(randomUUID(), '160.webp'))
    expect(refusal.code).toBe('unavailable')
  }
  expect(inner.asked).toEqual([])
  inner.stop()
})
