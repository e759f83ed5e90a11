import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { savePicture, pictureStorage, usePictureStorage } from '#domain/pictures/pictures.server.ts'
import { processPicture } from '#domain/pictures/rendering.server.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { useDatabase } from '#tests/database.ts'
import { noisyPicture } from '#tests/picture-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import type { ClubEnv } from './context.ts'
import { renditionRoutes } from './pictures.ts'

useDatabase()
const app = new Hono<ClubEnv>().route('/images', renditionRoutes)
const ask = (path: string) => app.request(`http://club/images/${path}`)

/** Stores a picture of 700 by 500 in the bucket and returns its id. */
const keep = async () =>
  (await savePicture(null, await processPicture(await noisyPicture(700, 500).jpeg().toBuffer(), []))).id

describe.each(['signed', 'public'] as const)('with %s reads from a bucket', (readMode) => {
  let double: Awaited<ReturnType<typeof startS3Double>>
  const before = pictureStorage
  beforeAll(async () => {
    double = await startS3Double()
    if (readMode === 'public') double.open()
    usePictureStorage(s3Storage({ ...double.bucket, readMode }))
  })
  afterAll(() => {
    usePictureStorage(before)
    double.stop()
  })

  test('the club sends a browser to the bucket, which has the whole picture and lets it keep it', async () => {
    const id = await keep()
    const stored = double.objects.get(`images/${id}/540.webp`)!
    const redirect = await ask(`${id}/540.webp`)
    expect([redirect.status, await redirect.text()]).toEqual([302, ''])
    const keeps = readMode === 'public' ? 31_536_000 : 6 * 86_400
    expect(redirect.headers.get('cache-control')).toBe(`public, max-age=${keeps}`)
    const there = await fetch(redirect.headers.get('location')!)
    expect(Object.fromEntries(there.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
    })
    expect(Buffer.compare(Buffer.from(await there.arrayBuffer()), stored.bytes)).toBe(0)
  })

  test('whoever asks about a picture without reading it is answered by the club', async () => {
    const head = await app.request(`http://club/images/${await keep()}/540.webp`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), head.headers.get('location')]).toEqual([
      200,
      'image/webp',
      null,
    ])
    const missing = await app.request(`http://club/images/${randomUUID()}/540.webp`, { method: 'HEAD' })
    expect(missing.status).toBe(404)
  })

  test('a width that a picture lacks leads to the nearest it has, and what is no picture nowhere', async () => {
    const id = await keep()
    expect((await ask(`${id}/2400.webp`)).headers.get('location')).toContain('/540.webp')
    expect((await ask(`${id}/7.webp`)).status).toBe(404)
    expect((await ask(`${randomUUID()}/540.webp`)).status).toBe(404)
    expect((await ask('../secret')).status).toBe(404)
  })

  test('an address that was changed opens nothing that is not public', async () => {
    const id = await keep()
    const redirect = await ask(`${id}/540.webp`)
    const other = redirect.headers.get('location')!.replace('/540.webp', '/160.webp')
    expect((await fetch(other)).status).toBe(readMode === 'public' ? 200 : 403)
  })
})
