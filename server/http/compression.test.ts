import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { ClubEnv } from '#api/context.ts'
import { compressBuffered, negotiateEncoding } from './compression.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br; q=0.0, gzip;q=0', null],
  ['brotli, x-gzip, abr', null],
])('a browser that takes %o gets %o', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding)
})

describe('compressed response', () => {
  const words = 'An hour of a trainer’s day. '.repeat(100)
  const app = new Hono<ClubEnv>()
    .use(compressBuffered)
    .get('/long', (c) => c.json({ words }, 200, { Vary: 'Cookie', ETag: 'W/"1"' }))
    .get('/short', (c) => c.text('short'))
    .get('/picture', (c) => c.body(words, 200, { 'Content-Type': 'image/avif' }))
  const ask = (path: string, method = 'GET') =>
    app.request(path, { method, headers: { 'Accept-Encoding': 'gzip, br' } })

  test('is compressed whole and says what it varies with', async () => {
    const answer = await ask('/long')
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding')
    expect([answer.headers.get('content-encoding'), answer.headers.get('etag')]).toEqual(['br', 'W/"1"'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(JSON.parse(String(brotliDecompressSync(bytes)))).toEqual({ words })
    const plainly = await app.request('/long', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(JSON.parse(String(gunzipSync(Buffer.from(await plainly.arrayBuffer()))))).toEqual({ words })
    expect(await (await app.request('/long')).json()).toEqual({ words })
  })

  test('that is short, a picture or only asked for its headers stays as it is', async () => {
    expect(await (await ask('/short')).text()).toBe('short')
    expect(await (await ask('/picture')).text()).toBe(words)
    expect((await ask('/long', 'HEAD')).headers.get('content-encoding')).toBeNull()
  })
})
