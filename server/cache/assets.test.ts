import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pictureStorage, usePictureStorage } from '#domain/pictures/pictures.server.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { createPictureCache } from './assets.ts'

test('browsers that read from the bucket are sent there from memory, and the bucket is asked once', async () => {
  const double = await startS3Double()
  const before = pictureStorage
  onTestFinished(() => {
    usePictureStorage(before)
    double.stop()
  })
  usePictureStorage(s3Storage({ ...double.bucket, readMode: 'signed' }))
  const id = randomUUID()
  await pictureStorage.put(id, new Map([['320.webp', Buffer.from('small')]]))
  double.asked.length = 0
  const pictures = createPictureCache()
  const read = async (url: string) => {
    const found = pictures(url)
    return typeof found === 'function' ? found() : found
  }
  const [first, again] = [
    await read(`/images/${id}/320.webp`),
    await read(`/images/${id}/320.webp`),
  ] as Response[]
  expect([first?.status, again?.status]).toEqual([302, 302])
  expect(again?.headers.get('location')).toBe(first?.headers.get('location'))
  expect(again?.headers.get('x-content-type-options')).toBe('nosniff')
  expect(double.asked).toHaveLength(1)
  expect(await read(`/images/${randomUUID()}/320.webp`)).toBeNull()
})

test.each([
  ['signed', '', 'https://s3.club.example'],
  ['public', 'https://pictures.club.example/all', 'https://pictures.club.example'],
])('pages and letters may show what browsers read there: %s', async (reads, publicUrl, origin) => {
  vi.stubEnv('S3_BUCKET_URL', 'https://s3.club.example/club')
  vi.stubEnv('S3_ACCESS_KEY_ID', 'id')
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'key')
  vi.stubEnv('S3_READS', reads)
  vi.stubEnv('S3_PUBLIC_URL', publicUrl)
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const { securityHeaders } = await import('#server/http/security.ts')
  const { useSandbox } = await import('#tests/factories.ts')
  useSandbox()
  const { letterResponse } = await import('#app/pages/letter/letter-response.server.ts')
  const app = new Hono().use(securityHeaders).get('/', (c) => c.text('page'))
  for (const answer of [await app.request('/'), letterResponse('<head>')])
    expect(answer.headers.get('content-security-policy')).toMatch(
      new RegExp(`img-src [^;]*${RegExp.escape(origin)}[ ;]`),
    )
})
