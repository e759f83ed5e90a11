import './production-env.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { createRawHttpClient, isFromCache, withoutNonce, type RawResponse } from './raw-http-client.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from './fixtures.ts'
import { useBuiltSite } from './built-site.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { RATE_LIMITS: 'on' })
const addresses = ['/', '/gallery', '/classes', '/classes/{class}', '/trainers', '/forums', '/forums?page=1']
addresses.push('/about', '/contact', '/terms', '/membership-plans', '/_.data', '/forums.data')
const found = new Map<string, string>()

let cast: Fixtures
let served: Awaited<ReturnType<typeof club.serve>>
beforeAll(async () => {
  cast = await createFixtures()
  // what addresses name is there before anybody asks: the club hears of what a test writes within a second only
  for (const address of addresses) await fillPlaceholders(address, cast, 'memberA', found)
  served = await club.serve()
  for (const who of ['trainerA', 'memberB'] as const)
    await setMember(who, { photoId: await insertPicture(cast.persons[who].id) })
  // no other picture has this colour: data tells the same words once
  await sql`update images set colour = '#a1b2c3' where owner_id = ${cast.persons.memberB.id}`.execute(db)
  const image = 'https://lh3.googleusercontent.com/a/b=s96-c'
  await db.updateTable('users').set({ image }).where('id', '=', cast.persons.applied.id).execute()
})
afterAll(() => served.close())

type SignedInUser = keyof Fixtures['cookies']
const { ask: askWith, askFromNetworkOf } = createRawHttpClient(() => served)
const ask = (path: string, cookie: string, headers: Record<string, string> = {}, method?: string) =>
  askWith(path, { cookie, ...headers }, method)
const askAs = (who: SignedInUser, path: string, more = '') => ask(path, cast.cookies[who] + more)

const setMember = (
  who: Exclude<SignedInUser, 'visitor'>,
  values: { photoId?: string; role?: 'admin' | 'member' },
) => db.updateTable('members').set(values).where('userId', '=', cast.persons[who].id).execute()
const setName = (who: Exclude<SignedInUser, 'visitor'>, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', cast.persons[who].id).execute()

test.each(['memberA', 'memberB', 'trainerB', 'admin', 'applied'] as const)(
  '%s gets from memory, byte for byte, what would be made for them',
  async (who) => {
    for (const address of addresses) {
      const path = await fillPlaceholders(address, cast, who, found)
      const answer = await askAs(who, path)
      const made = await club.send(path, { headers: { cookie: cast.cookies[who] } })
      expect([address, isFromCache(answer)]).toEqual([address, true])
      // a trainer's own name stands among the page's data as well, which then names it once
      const text = await made.text()
      const compared = (page: string) =>
        who === 'trainerB' ? page.split('streamController.enqueue')[0]! : page
      if (who !== 'trainerB' || !path.endsWith('.data'))
        expect(compared(withoutNonce(answer.text)), address).toBe(compared(withoutNonce(text)))
      for (const name of ['content-type', 'cache-control', 'vary', 'x-frame-options', 'referrer-policy'])
        expect(answer.headers[name] ?? null, `${address} ${name}`).toBe(made.headers.get(name))
    }
  },
)

test('a browser in which somebody has signed in is known again, and answered from memory as any other', async () => {
  const { cookie, person } = await signUpUser()
  const device = cookie.split('; ').find((each) => each.startsWith('device='))!
  const signedIn = await ask('/', cookie)
  expect([isFromCache(signedIn), signedIn.text.includes(person.name)]).toEqual([true, true])
  const later = await ask('/', device)
  expect([isFromCache(later), later.text.includes(person.name)]).toEqual([true, false])
  expect(isFromCache(await ask('/', `${device}; x=1`))).toBe(false)
})

test('each answer has a nonce of its own, which its policy and its scripts name', async () => {
  const [first, second] = [await askAs('memberA', '/'), await askAs('memberA', '/')]
  const nonces = [first, second].map(({ headers, text }) => {
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '') ?? []
    const named = [...text.matchAll(/ nonce="([^"]+)"/g)].map(([, each]) => each)
    expect([named.length > 3, new Set(named).size, named[0]]).toEqual([true, 1, nonce])
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
})

test('it comes as the browser takes it', async () => {
  const zipped = await ask('/', cast.cookies.memberB, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect([isFromCache(zipped), zipped.headers['content-encoding']]).toEqual([true, 'gzip'])
  expect(withoutNonce(String(gunzipSync(zipped.bytes)))).toBe(
    withoutNonce((await askAs('memberB', '/')).text),
  )
})

test('a hostile name is only a name, wherever it stands', async () => {
  const before = cast.persons.memberB.name
  const names = [`</script><script>alert('1')</script>`, `" autofocus onfocus="x`, `$& $1 \\u003c \\" '&lt;'`]
  for (const name of [...names, `\u2028\u2029 ]]> <!-- é 😀`]) {
    await setName('memberB', name)
    for (const path of ['/', '/forums', '/trainers', '/_.data']) {
      const answer = await askAs('memberB', path)
      const made = await club.send(path, { headers: { cookie: cast.cookies.memberB } })
      expect(isFromCache(answer)).toBe(true)
      expect(withoutNonce(answer.text), `${name} at ${path}`).toBe(withoutNonce(await made.text()))
      if (!path.endsWith('.data')) expect(answer.text).not.toContain('<script>alert')
    }
  }
  await setName('memberB', before)
})

describe('member page cache isolation', () => {
  const isOf = ({ text }: RawResponse, who: 'memberA' | 'memberB') => {
    const { name, email } = cast.persons[who]
    return text.includes(name) || text.includes(email)
  }

  test('not when two members ask for the same page at once, over and over', async () => {
    for (let round = 0; round < repetitions(25, 5_000); round += 1) {
      askFromNetworkOf(round, 400)
      const [a, b] = await Promise.all([askAs('memberA', '/about'), askAs('memberB', '/about')])
      expect([isFromCache(a), isOf(a, 'memberA'), isOf(a, 'memberB')]).toEqual([true, true, false])
      expect([isFromCache(b), isOf(b, 'memberB'), isOf(b, 'memberA')]).toEqual([true, true, false])
    }
  })

  test('not with a cookie or an address that somebody changed', async () => {
    const { memberA, memberB } = cast.cookies
    for (let round = 0; round < repetitions(40, 5_000); round += 1) {
      askFromNetworkOf(round, 400)
      const at = randomInt('palestra.session_token='.length, memberA.length)
      const other = String.fromCharCode(randomInt(33, 127))
      const path = ['/', '/about', `/about?${randomBytes(2).toString('hex')}`, '/forums?page=1'][
        randomInt(4)
      ]!
      const changed = [
        memberA.slice(0, at) + other + memberA.slice(at + 1),
        memberA.slice(0, at),
        `${memberA}${other}`,
        `${memberA}; ${memberA.slice(0, at)}`,
        `x=${memberA}`,
      ][randomInt(5)]!
      const [answer] = await Promise.all([ask(path, changed), ask(path, memberB)])
      expect([changed, isOf(answer, 'memberB')]).toEqual([changed, false])
    }
  })

  test('and more than is known here gets an answer of its own', async () => {
    const { memberA, memberB } = cast.cookies
    const others = [
      `${memberA}; ${memberB}`,
      `${memberA}; flash=W10`,
      `${memberA}; theme=%00`,
      `${memberA}; x=1`,
    ]
    for (const cookie of [...others, `${memberA};`])
      expect([cookie, isFromCache(await ask('/', cookie))]).toEqual([cookie, false])
    for (const [name, value] of [
      ['origin', served.url],
      ['range', 'bytes=0-9'],
      ['authorization', 'Basic x'],
    ])
      expect([name, isFromCache(await ask('/', memberA, { [name!]: value! }))]).toEqual([name, false])
    expect((await ask('/', memberA, { host: 'club.evil.example' })).status).toBe(421)
    expect(isFromCache(await ask('/', memberA, {}, 'HEAD'))).toBe(false)
    const unknown = ['/?utm=1', '/forums?page=900', '/forums.data?_routes=root', '/dashboard', '/api/classes']
    for (const path of unknown)
      expect([path, isFromCache(await askAs('memberA', path))]).toEqual([path, false])
  })
})

test('a page whose loader knows who asks is made for each of them', async () => {
  const path = await fillPlaceholders('/trainers/{trainer}', cast, 'memberA', new Map())
  expect([isFromCache(await askAs('memberA', path)), isFromCache(await ask(path, ''))]).toEqual([false, true])
})

test('each sees the theme of their own choice', async () => {
  for (const theme of ['light', 'dark']) {
    const answer = await askAs('memberA', '/about', `; theme=${encodeURIComponent(btoa(`"${theme}"`))}`)
    expect([isFromCache(answer), answer.text.includes(`data-theme="${theme}"`)]).toEqual([true, true])
  }
  expect((await askAs('memberA', '/about')).text).not.toContain('data-theme')
})

test('whoever has just paid is greeted at home, with a page of their own there and nowhere else', async () => {
  await askAs('memberA', '/')
  await fillPlaceholders('{paid}', cast, 'memberA', new Map())
  const [home, about] = [await askAs('memberA', '/'), await askAs('memberA', '/about')]
  expect([isFromCache(home), home.text.includes('class="new-booking-banner"'), isFromCache(about)]).toEqual([
    false,
    true,
    true,
  ])
  expect(isFromCache(await askAs('memberB', '/'))).toBe(true)
})

test('a name, a role and the end of a session count at the very next request', async () => {
  const looksAfter = async () => {
    const answer = await askAs('memberB', '/gallery')
    expect(isFromCache(answer)).toBe(true)
    return answer.text.includes('Manage the gallery')
  }
  expect(await looksAfter()).toBe(false)
  await setMember('memberB', { role: 'admin' })
  expect(await looksAfter()).toBe(true)
  await setMember('memberB', { role: 'member' })
  expect(await looksAfter()).toBe(false)

  await setName('trainerB', 'Nova Light')
  expect((await askAs('trainerB', '/gallery')).text).toContain('Account of Nova Light')

  const { name } = cast.persons.memberB
  expect((await askAs('memberB', '/')).text).toContain(name)
  const headers = { cookie: cast.cookies.memberB, origin: 'http://localhost:3000' }
  const body = new URLSearchParams()
  await fetch(`${served.url}/signOut`, { method: 'POST', headers, body, redirect: 'manual' })
  const after = await askAs('memberB', '/')
  expect([isFromCache(after), after.status, after.text.includes(name)]).toEqual([false, 200, false])
})

test('a session that nobody noted for long is noted as in use by a page of its own, and then no more', async () => {
  const { id } = cast.persons.applied
  await sql`update sessions set updated_at = club_now() - interval '1 hour' where user_id = ${id}`.execute(db)
  expect([
    isFromCache(await askAs('applied', '/about')),
    isFromCache(await askAs('applied', '/about')),
  ]).toEqual([false, true])
})

test('what somebody wrote is on everybody’s page at once', async () => {
  const photo = await insertPicture(cast.persons.trainerA.id)
  for (let round = 1; round <= repetitions(3, 100); round += 1) {
    const asking = Promise.all(['/', '/forums'].map((path) => askAs('memberA', path)))
    const headers = { cookie: cast.cookies.trainerA, 'content-type': 'application/json' }
    const body = JSON.stringify({ caption: `Words number ${round}`, body_pic: photo })
    expect((await fetch(`${served.url}/api/forums`, { method: 'POST', headers, body })).status).toBe(200)
    await asking
    for (const path of ['/', '/forums'])
      expect((await askAs('memberA', path)).text.includes(`Words number ${round}`)).toBe(true)
  }
})

test('what is filled in is counted as a reading, since the database is asked who reads', async () => {
  // so few at once that also on a busy machine none of them waits for long
  const twenty = () => Promise.all(Array.from({ length: 20 }, () => askAs('memberA', '/about')))
  const statuses = new Set<number>()
  // 1,200 a minute, and the next minute may have begun meanwhile
  for (let asked = 0; asked < 2_600 && !statuses.has(429); asked += 20)
    for (const { status } of await twenty()) statuses.add(status)
  expect(statuses).toEqual(new Set([200, 429]))
})
