import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request as send } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Actor } from '#domain/actor.ts'
import { settings } from '#platform/settings/env.ts'
import { useDatabase } from '#tests/database.ts'
import { noisyPicture, pixelBomb, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import type { ClubEnv } from './context.ts'
import { pictureCalls, renditionRoutes } from './pictures.ts'
import { mountContract } from './router.ts'
import { presentErrorFacts } from './wire.ts'

useDatabase()
const folder = useTemporaryPictureStorage()
let actor: Actor = visitor
let server: ServerType
let address = ''

beforeAll(async () => {
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Mira', email: 'mira@club.example', emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  actor = {
    kind: 'person',
    id,
    sessionId: id,
    name: 'Mira',
    email: 'mira@club.example',
    role: 'member',
    portrait: null,
  }
  const app = new Hono<ClubEnv>()
  app.use(async (c, next) => {
    c.set('address', '203.0.113.7')
    c.set('actor', () => Promise.resolve(c.req.header('x-visitor') ? visitor : actor))
    await next()
  })
  const api = new Hono<ClubEnv>()
  mountContract(api, { calls: pictureCalls, presentFacts: presentErrorFacts })
  app.route('/api', api)
  app.route('/images', renditionRoutes)
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function upload(bytes: Uint8Array, name = 'photo.png', field = 'image', headers = {}) {
  const body = new FormData()
  body.set(field, new File([new Uint8Array(bytes)], name))
  const response = await fetch(`${address}/api/images`, { method: 'POST', body, headers })
  return { status: response.status, body: await response.json() }
}

const countPictures = async () =>
  (await db.selectFrom('images').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

test('an upload answers where its widest picture is, and that address shows it', async () => {
  const { status, body } = await upload(await noisyPicture(700, 500).jpeg().toBuffer())
  expect(status).toBe(200)
  const { id } = body.data
  const shown = `${settings.publicUrl}/images/${id}/700.webp`
  expect(body).toEqual({
    data: {
      id,
      url: shown,
      display_url: shown,
      width: 700,
      height: 500,
      colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
    },
    success: true,
    status: 200,
  })
  for (const [file, type] of [
    ['700.webp', 'image/webp'],
    ['160.avif', 'image/avif'],
  ]) {
    const response = await fetch(`${address}/images/${id}/${file}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.status).toBe(200)
    expect((await sharp(bytes).metadata()).mediaType).toBe(type)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      etag: `"${id}-${file}"`,
    })
  }
})

test('a picture that the browser has is not sent again, and HEAD sends none', async () => {
  const { body } = await upload(await noisyPicture().jpeg().toBuffer())
  const url = `${address}/images/${body.data.id}/160.webp`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  for (const names of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await fetch(url, { headers: { 'If-None-Match': names } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('etag')).toBe(etag)
  }
  expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
})

test('a usual width that a picture lacks is answered by the nearest it has, a wider one first', async () => {
  const { body } = await upload(await noisyPicture(800, 100).jpeg().toBuffer())
  // like a picture of an earlier release
  await rm(join(folder.path, body.data.id, '540.webp'))
  const widthAt = async (file: string) => {
    const response = await fetch(`${address}/images/${body.data.id}/${file}`)
    return (await sharp(new Uint8Array(await response.arrayBuffer())).metadata()).width
  }
  expect(await widthAt('540.webp')).toBe(720)
  expect(await widthAt('540.avif')).toBe(540)
  expect(await widthAt('2400.webp')).toBe(720)
})

test('everything else below /images is not found', async () => {
  const { body } = await upload(await noisyPicture().jpeg().toBuffer())
  const id: string = body.data.id
  const nobody = '00000000-0000-4000-8000-000000000000'
  const paths = [
    `${nobody}/160.webp`,
    `${id}/161.webp`,
    `${id}/160.png`,
    `${id}/0160.webp`,
    `${id}/`,
    id,
    '',
    `${id}/160.webp/x`,
    `${id}/160.webp%00`,
    `${id}/..%2f..%2f..%2fetc%2fpasswd`,
    `..%2f..%2fpackage.json/160.webp`,
    `${id.toUpperCase()}/160.webp`,
    `x/${id}/160.webp`,
  ]
  for (const path of paths)
    for (const headers of [{}, { 'If-None-Match': '*' }] as Record<string, string>[])
      expect((await fetch(`${address}/images/${path}`, { headers })).status, path).toBe(404)
})

test('without a session nothing is uploaded', async () => {
  const before = await countPictures()
  const { status, body } = await upload(await noisyPicture().jpeg().toBuffer(), 'a.jpg', 'image', {
    'X-Visitor': 'yes',
  })
  expect([status, body.message]).toEqual([401, 'Please sign in first.'])
  expect(await countPictures()).toBe(before)
})

test('hostile files are refused with a sentence and leave nothing behind', async () => {
  const before = [await countPictures(), (await folder.names()).length]
  const whole = await noisyPicture().jpeg().toBuffer()
  const refused: [string, Uint8Array][] = [
    ['text.png', Buffer.from('I am a picture, honestly.')],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['moving.gif', Buffer.from('GIF89a\x01\0\x01\0')],
    ['half.jpg', whole.subarray(0, whole.length / 2)],
    ['bomb.png', pixelBomb(20_000, 20_000)],
    ['../../etc/passwd', Buffer.from('root')],
  ]
  for (const [name, bytes] of refused) {
    const { status, body } = await upload(bytes, name)
    expect(status, name).toBe(422)
    expect(body.message, name).toMatch(/^[A-Z].+\.$/)
  }
  expect((await upload(whole, 'a.jpg', 'photo')).status).toBe(422)
  expect([await countPictures(), (await folder.names()).length]).toEqual(before)
})

test('a request that is no form, or has no file, is refused', async () => {
  const post = (body: BodyInit, headers = {}) =>
    fetch(`${address}/api/images`, { method: 'POST', body, headers })
  expect((await post('{}', { 'Content-Type': 'application/json' })).status).toBe(415)
  expect((await post(new FormData())).status).toBe(422)
  expect((await post('', { 'Content-Type': 'multipart/form-data; boundary=x' })).status).toBe(422)
  expect((await fetch(`${address}/api/images`)).status).toBe(405)
})

/**
 * Uploads 50 MB as fast as possible and returns the status. The server may close the connection at any
 * time.
 */
function uploadHuge(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const boundary = 'frontier'
    const outgoing = send(`${address}/api/images`, {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers },
    })
    let answered = false
    outgoing.on('response', (response) => {
      answered = true
      response.resume()
      outgoing.destroy()
      resolve(response.statusCode ?? 0)
    })
    outgoing.on('error', (error) => answered || reject(error))
    outgoing.write(`--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`)
    const chunk = Buffer.alloc(65_536, 'x')
    let left = 50 * 16
    const more = () => {
      while (!answered && left > 0) {
        left -= 1
        if (!outgoing.write(chunk)) return void outgoing.once('drain', more)
      }
      if (!answered) outgoing.end()
    }
    more()
  })
}

test('50 MB are refused as too large, with their length announced or not', async () => {
  const before = (await folder.names()).length
  expect(await uploadHuge({ 'Content-Length': String(50 * 1024 * 1024) })).toBe(413)
  expect(await uploadHuge({ 'Transfer-Encoding': 'chunked' })).toBe(413)
  expect((await folder.names()).length).toBe(before)
})

test('twenty such uploads at once are refused within bounds of memory', async () => {
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => uploadHuge({ 'Transfer-Encoding': 'chunked' })),
  )
  clearInterval(watch)
  // too large, or too many at a time
  expect(statuses.filter((status) => status !== 413 && status !== 503)).toEqual([])
  expect(most - before).toBeLessThan(250e6)
  expect((await upload(await noisyPicture().jpeg().toBuffer())).status).toBe(200)
})

test('an upload that stops half way leaves nothing behind and the next one works', async () => {
  const before = (await folder.names()).length
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/images HTTP/1.1\r\nHost: club\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000\r\n\r\n--x\r\n',
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  const { status, body } = await upload(await noisyPicture().jpeg().toBuffer())
  expect(status).toBe(200)
  expect((await folder.names()).length).toBe(before + 1)
  expect((await readdir(join(folder.path, body.data.id))).length).toBe(4)
})
