import './production-env.ts'
import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { dataVersion } from '#db/driver/data-version.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { useBuiltSite } from './built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from './fixtures.ts'
import { createRawHttpClient, isFromCache, withoutNonce } from './raw-http-client.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { RATE_LIMITS: 'on' })
let cast: Fixtures
let served: Awaited<ReturnType<typeof club.serve>>
beforeAll(async () => {
  cast = await createFixtures()
  served = await club.serve()
})
afterAll(() => served.close())

const { ask, askFromNetworkOf } = createRawHttpClient(() => served)
const addresses = ['/', '/gallery', '/gallery?show=120', '/classes', '/classes/{class}', '/trainers']
addresses.push('/trainers/{trainer}?tab=about', '/forums', '/forums?page=1', '/about', '/api/classes')
addresses.push('/api/classes/{class}', '/api/trainers', '/api/trainers/{trainer}', '/api/gallerys')
addresses.push('/api/forums?page=0&size=6', '/_.data', '/trainers/{trainer}.data')
addresses.push('/trainers?days=mon,wed&from=6&to=11&for=boxing', '/hours?days=sat&shown=12')

test('a visitor gets from memory what would be made for them', async () => {
  for (const address of addresses) {
    const path = await fillPlaceholders(address, cast, 'visitor', new Map())
    const [first, second] = [await ask(path), await ask(path)]
    const made = await club.send(path)
    expect(second.text, address).toBe(withoutNonce(await made.text()))
    expect([isFromCache(first), isFromCache(second), first.text], address).toEqual([true, true, second.text])
    for (const name of ['content-type', 'x-total-count', 'x-frame-options', 'referrer-policy'])
      expect(second.headers[name] ?? null, `${address} ${name}`).toBe(made.headers.get(name))
  }
})

test('no public page counts as a write, which would make every cached page stale', async () => {
  for (const address of addresses) {
    const path = await fillPlaceholders(address, cast, 'visitor', new Map())
    const before = dataVersion()
    await club.send(path)
    expect(dataVersion(), address).toBe(before)
  }
})

test('it comes as the browser takes it, and not again to who has it', async () => {
  const plain = await ask('/forums')
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const small = await ask('/forums', { 'accept-encoding': encoding })
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([
      encoding,
      'Cookie, Accept-Encoding',
    ])
    expect(String(decode(small.bytes))).toBe(plain.text)
  }
  const { etag = '' } = plain.headers
  const again = await ask('/forums', { 'if-none-match': etag })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
})

test('its policy allows the scripts within it and no others', async () => {
  const { text, headers } = await ask('/')
  // all scripts except structured data
  const scripts = [...text.matchAll(/<script(?![^>]*json)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => script,
  )
  expect(text).toContain('<script type="application/ld+json">')
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = headers['content-security-policy'] ?? ''
  const allowed = policy.match(/script-src ([^;]*)/)?.[1]?.split(' ')
  expect(scripts.length).toBeGreaterThan(2)
  expect(allowed?.toSorted()).toEqual([...new Set(["'self'", ...hashes])].toSorted())
  expect(text).not.toMatch(/nonce="[^"]/)
})

describe('visitor page cache with a cookie or token', () => {
  test('is never answered with what was made for somebody else, nor anybody with what was made for them', async () => {
    const name = cast.persons.memberA.name
    for (let round = 0; round < repetitions(5, 3_000); round += 1) {
      askFromNetworkOf(round, 800)
      const [visitor, member] = await Promise.all([ask('/'), ask('/', { cookie: cast.cookies.memberA })])
      expect([isFromCache(visitor), visitor.text.includes(name)]).toEqual([true, false])
      expect(member.text.includes(name)).toBe(true)
      expect(member.headers['cache-control']).toBe('private, no-store')
    }
  })

  test('gets an answer of their own, whatever it is', async () => {
    await ask('/classes')
    const others: Record<string, string>[] = [
      { cookie: cast.cookies.memberA.replace(/.{9}$/, '') },
      { cookie: 'theme=%00' },
      { cookie: 'flash=W10' },
      { cookie: ';' },
      { authorization: 'Basic x' },
      { origin: served.url },
      { range: 'bytes=0-10' },
    ]
    for (const headers of others)
      expect(isFromCache(await ask('/classes', headers)), JSON.stringify(headers)).toBe(false)
    expect((await ask('/classes', { host: 'club.evil.example' })).status).toBe(421)
    expect(isFromCache(await ask('/classes', {}, 'HEAD'))).toBe(false)
  })

  test('sees the theme of their own choice', async () => {
    for (const theme of ['light', 'dark']) {
      const answer = await ask('/about', { cookie: `theme=${encodeURIComponent(btoa(`"${theme}"`))}` })
      expect([isFromCache(answer), answer.text.includes(`data-theme="${theme}"`)]).toEqual([true, true])
    }
    expect((await ask('/about')).text).not.toContain('data-theme')
  })
})

test('an address with more than the club knows is made each time, and so is what fails', async () => {
  const unknown = [
    '/?utm=1',
    '/classes?show=1&show=2',
    '/forums?page=1&x',
    '/signIn',
    '/forums.data?_routes=root',
  ]
  unknown.push('/classes/00000000-0000-4000-8000-000000000000', '/forums?page=900', '/dashboard')
  for (const path of unknown)
    expect([path, isFromCache(await ask(path)), isFromCache(await ask(path))]).toEqual([path, false, false])
})

test('who wrote something reads it at once, and so does everybody', async () => {
  const photo = await insertPicture(cast.persons.trainerA.id)
  const headers = { cookie: cast.cookies.trainerA, 'content-type': 'application/json' }
  for (let round = 1; round <= repetitions(5, 100); round += 1) {
    // requested during the write too, so that an older page is rendered while the post is inserted
    const asking = Promise.all(['/', '/forums', '/api/forums'].map((path) => ask(path)))
    const body = JSON.stringify({ caption: `Words number ${round}`, body_pic: photo })
    const sent = await fetch(`${served.url}/api/forums`, { method: 'POST', headers, body })
    expect(sent.status).toBe(200)
    await asking
    for (const path of ['/', '/forums', '/api/forums'])
      expect((await ask(path)).text.includes(`Words number ${round}`), `${path} ${round}`).toBe(true)
  }
})

test('what the club says of itself changes at once on pages that were made before', async () => {
  const path = await fillPlaceholders('/dashboard/club/voices/{voice}', cast, 'admin', new Map())
  const headers = { cookie: cast.cookies.admin, origin: 'http://localhost:3000' }
  for (const words of ['It is the coffee.', 'It is the tea.']) {
    await ask('/about')
    await ask('/')
    const body = new URLSearchParams({ intent: 'save', name: 'Sol', words, consent: '2026-10-04' })
    const saved = await fetch(served.url + path, { method: 'POST', headers, body, redirect: 'manual' })
    expect(saved.status).toBe(302)
    expect((await ask('/')).text).toContain(words)
  }
})

test('what somebody else changed in the database is seen within moments', async () => {
  const seen = async () => (await ask('/api/forums')).text.includes('Words from elsewhere')
  const { id } = await db.selectFrom('posts').select('id').executeTakeFirstOrThrow()
  expect(await seen()).toBe(false)
  // an expired hold changes no table either
  await sql`do ${sql.raw(`'begin update posts set caption = ''Words from elsewhere'' where id = ''${id}''; end'`)}`.execute(
    db,
  )
  await expect.poll(seen).toBe(true)
})

test('a hostile name stands on a page and in its data as it was written', async () => {
  const name = `</script><script>alert('1')</script>\u2028&quot;<!--`
  await sql`update trainers set name = ${name} where id = ${cast.trainerA.trainerId}`.execute(db)
  const { text, headers } = await ask('/trainers')
  expect([
    isFromCache({ status: 200, headers, text, bytes: Buffer.of() }),
    text.includes('<script>alert'),
  ]).toEqual([true, false])
  expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;')
})

test('a file and a picture come from memory, for good, without the policy of pages', async () => {
  const [, script = ''] = /"(\/assets\/react-[^"]+\.js)"/.exec((await ask('/')).text) ?? []
  const file = await ask(script, { 'accept-encoding': 'gzip, br' })
  expect([file.status, file.headers['content-encoding'], file.headers['content-type']]).toEqual([
    200,
    'br',
    'text/javascript; charset=utf-8',
  ])
  expect(file.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  expect(file.headers['content-security-policy']).toBeUndefined()
  const head = await ask(script, {}, 'HEAD')
  expect([head.status, head.text, Number(head.headers['content-length']) > 1000]).toEqual([200, '', true])
  expect((await ask('/assets/none.js')).status).toBe(404)
  expect((await ask('/assets/../package.json')).status).toBe(404)
  expect((await ask('/images/00000000-0000-4000-8000-000000000000/160.webp')).status).toBe(404)
})

test('what comes from memory is counted as no reading', async () => {
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => ask('/about')))
  for (let round = 0; round < 13; round += 1)
    expect((await hundred()).map(({ status }) => status)).not.toContain(429)
})
