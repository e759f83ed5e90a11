import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { signUpUser, testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember, createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { noisyPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import {
  sendRequest,
  openIdleConnections,
  uploadUntilAnswered,
  sendSlowBody,
  type AttackResponse,
} from './attack-client.ts'
import { startAttackedClub, type AttackedClub, type AttackImpact } from './attacked-club.ts'
import { inParallel, isFullScale, timeoutFor, reportMeasurement, repetitions } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 600_000) })

const database = useDatabase()
useTemporaryPictureStorage()
let club: AttackedClub
beforeAll(async () => {
  await ensureBuildOnce()
  club = await startAttackedClub(database.url)
  startAuth({ ...testAuth, publicUrl: club.address })
})
afterAll(async () => {
  await club.stop()
  await expectNoBrokenInvariants()
})

/** Expects that response times of honest visitors hardly exceed the baseline without an attack. */
function expectLowImpact({
  'honest failures': failures,
  'honest p95 ms': p95,
  'calm p95 ms': calm,
}: AttackImpact): void {
  expect(failures).toBe(0)
  if (isFullScale) expect(p95).toBeLessThan(Math.min(2_000, Math.max(1_000, 20 * calm)))
}

// Long attacks run at full length only; each guard also has quick tests.

/** Returns a different network for each request, as in a distributed attack. */
const networkOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const json = (value: unknown) => ({ 'Content-Type': 'application/json', body: JSON.stringify(value) })

/** An attack of minutes, which runs with `npm run prove` only. */
const testAtFullScale = (isFullScale ? test : () => {}) as typeof test

test('50 MB on every form and call, chunked and announced, take no room', async (context) => {
  const paths = [
    '/signIn',
    '/signIn.data',
    '/theme',
    '/signUp',
    '/api/auth/sign-in/email',
    '/api/newsletters',
  ]
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json']
  const announced = { 'Content-Length': String(50 * 1024 * 1024) }
  const all = paths.flatMap((path) =>
    types.flatMap((type) => [{}, announced].map((length) => ({ path, type, length }))),
  )
  const answers: { status: number; megabytes: number }[] = []
  const pourAll = (bodies: typeof all) =>
    inParallel(bodies, 12, async ({ path, type, length }, index) => {
      const from = { Origin: club.address, 'X-Forwarded-For': networkOf(index) }
      answers.push(await uploadUntilAnswered(club.direct, path, { 'Content-Type': type, ...from, ...length }))
    })
  // the memory that a process allocates for its first bodies is not due to the attack
  if (isFullScale) await pourAll(all)
  const { noticed } = await club.during(() =>
    pourAll(Array.from({ length: repetitions(1, 4) }, () => all).flat()),
  )
  // refused, aborted during the upload, or shed while others waited for the database
  expect(answers.filter(({ status }) => ![0, 413, 415, 422, 503].includes(status))).toEqual([])
  expect(noticed['memory +MB']).toBeLessThan(isFullScale ? 50 : 150)
  expectLowImpact(noticed)
  reportMeasurement(context, 'Bodies of 50 MB', {
    bodies: answers.length,
    'MB taken at most': Math.max(...answers.map(({ megabytes }) => megabytes)).toFixed(1),
    ...noticed,
    before: '300 MB ended the process, 100 MB took 1.5 GB',
  })
})

testAtFullScale('bodies that trickle in are ended, and hold up nobody’s', async (context) => {
  const { result, noticed } = await club.during(() =>
    Promise.all(Array.from({ length: 500 }, (_, index) => sendSlowBody(club.port, networkOf(index)))),
  )
  expect(countOf(result, 408)).toBe(500)
  const longest = Math.max(...result.map(({ seconds }) => seconds))
  expect(longest).toBeLessThan(20)
  expectLowImpact(noticed)
  reportMeasurement(context, 'Slow bodies', {
    connections: result.length,
    'ended after s': longest.toFixed(1),
    ...noticed,
    before: 'eight of them closed uploads and sign-up for 55 s',
  })
})

testAtFullScale('idle connections of one network leave the door open for others', async (context) => {
  const near = await startAttackedClub(database.url, { trustProxy: false })
  try {
    const { result, noticed } = await near.during(async () => {
      const kept = await openIdleConnections(near.port, 2_100, '127.0.0.2')
      const count = kept.length
      for (const socket of kept) socket.destroy()
      return count
    })
    expect(result).toBe(256)
    expectLowImpact(noticed)
    reportMeasurement(context, 'Idle connections of one network', {
      kept: result,
      ...noticed,
      before: '2,000 kept, others reset for 12 s',
    })
  } finally {
    await near.stop()
  }
})

const evil = 'https://evil.example'

test('behind TLS no form of another site’s is taken, with a cookie or without', async (context) => {
  const cookie = await cookieFor(await createMember())
  const forms = ['/signIn', '/signIn.data', '/theme', '/forums', '/signOut', '/dashboard/profileSettings']
  const calls = ['/api/newsletters', '/api/auth/sign-in/email', '/api/cartClass', '/api/jwt']
  const foreign = [evil, 'null', club.address.replace('https', 'http'), `${club.address}.evil.example`]
  const answers: AttackResponse[] = []
  for (const path of [...forms, ...calls])
    for (const origin of foreign)
      for (const known of [{}, { Cookie: cookie }] as Record<string, string>[]) {
        const isCall = path.startsWith('/api')
        const headers = {
          Origin: origin,
          'Content-Type': isCall ? 'application/json' : 'application/x-www-form-urlencoded',
          ...known,
        }
        const body = isCall ? '{"email":"a@b.example"}' : 'email=a%40b.example&value=dark'
        answers.push(await sendRequest(club.address, path, { method: 'POST', headers, body }))
      }
  expect(countOf(answers, 403)).toBe(answers.length)
  const own = { Origin: club.address, 'Content-Type': 'application/x-www-form-urlencoded' }
  const taken = await sendRequest(club.address, '/theme', {
    method: 'POST',
    headers: own,
    body: 'value=dark&from=/',
  })
  expect(taken.status).toBe(302)
  reportMeasurement(context, 'Forged origins behind TLS', {
    forged: answers.length,
    taken: 0,
    before: 'every form refused, the club’s own too',
  })
})

testAtFullScale(
  'nobody guesses a password in many spellings from many networks, nor locks its owner out',
  async (context) => {
    const { person, password } = await signUpUser({ email: `victim${Date.now()}@club.example` })
    const from = (address: string) => ({ Origin: club.address, 'X-Forwarded-For': address })
    const signIn = (headers: Record<string, string>, body: string) =>
      sendRequest(club.direct, '/api/auth/sign-in/email', { method: 'POST', headers, body })
    const asJson = { 'Content-Type': 'application/json' }
    const spellings = [
      (email: string) => json({ email, password: 'Wrong1!x' }).body,
      (email: string) => json({ email: ` ${email.toUpperCase()} `, password: 'Wrong1!x' }).body,
      (email: string) => `{"email":"nobody@x.example","email":"${email}","password":"Wrong1!x"}`,
      (email: string) => `\ufeff{"password":"&email=nobody&","email":"${email}"}`,
      (email: string) => `{"\\u0065mail":"${email}","password":"Wrong1!x"}`,
    ]
    const networks = [
      (index: number) => '203.0.113.9' + ' '.repeat(index % 2),
      (index: number) => `203.0.113.9:${1024 + index}`,
      (index: number) => `2001:db8:7:${index.toString(16)}::1`,
      (index: number) => `2001:db8:${(0x100 + index).toString(16)}::1`,
      networkOf,
    ]
    const owner = from('198.51.100.50')
    const known = await signIn({ ...owner, ...asJson }, json({ email: person.email, password }).body)
    expect(known.status).toBe(200)
    const device = [known.headers['set-cookie'] ?? []].flat().find((each) => /device/.test(each)) ?? ''
    const answers: AttackResponse[] = []
    const { noticed } = await club.during(async () => {
      for (let index = 0; index < 1_000; index += 1) {
        const spell = spellings[index % spellings.length] as (email: string) => string
        const network = networks[Math.floor(index / 5) % networks.length] as (index: number) => string
        answers.push(await signIn({ ...from(network(index)), ...asJson }, spell(person.email)))
      }
    })
    const tried = countOf(answers, 401)
    expect(tried).toBeLessThanOrEqual(30)
    expect(answers.filter(({ status }) => ![401, 422, 429].includes(status))).toEqual([])
    const again = { ...owner, ...asJson, Cookie: device.split(';')[0] ?? '' }
    expect((await signIn(again, json({ email: person.email, password }).body)).status).toBe(200)
    expectLowImpact(noticed)
    reportMeasurement(context, 'Guessing one password', {
      guesses: answers.length,
      'of them looked at': tried,
      'owner in their own browser': 'signed in',
      ...noticed,
      before: '100 in ten minutes from one network, any number from many',
    })
  },
)

testAtFullScale('throwaway accounts of one network hold no more than a few hours', async (context) => {
  const { slots } = await createTrainerWithSlots(12, { name: 'Noa Brandt' })
  const cookies = await Promise.all((await createMembers(16)).map(cookieFor))
  const answers: AttackResponse[] = []
  for (const [index, cookie] of cookies.entries())
    for (let nth = 0; nth < 3; nth += 1) {
      const slot = slots[(index * 3 + nth) % slots.length]
      const headers = {
        Origin: club.address,
        'X-Forwarded-For': `2001:db8:99:${index}::1`,
        'Content-Type': 'application/json',
        Cookie: cookie,
      }
      const body = JSON.stringify({ cls: { _id: slot?.id } })
      answers.push(await sendRequest(club.direct, '/api/cartClass', { method: 'POST', headers, body }))
    }
  const { held } = await db
    .selectFrom('bookings')
    .where('state', '=', 'held')
    .select(db.fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow()
  expect(held).toBe(9)
  reportMeasurement(context, 'Squatting', {
    accounts: cookies.length,
    tried: answers.length,
    held,
    before: '16 accounts held all of 46 hours',
  })
})

testAtFullScale('a flood of one member’s pictures keeps nobody else’s out', async (context) => {
  const [flooder, honest] = await Promise.all([
    createMember().then(cookieFor),
    createMember().then(cookieFor),
  ])
  const heavy = await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#336699' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()
  // valid enough to be decoded completely before it is refused
  const cut = heavy.subarray(0, heavy.length - 40)
  const whole = await noisyPicture().jpeg().toBuffer()
  const upload = (cookie: string, address: string, bytes: Buffer) =>
    sendRequest(club.direct, '/api/images', {
      method: 'POST',
      headers: {
        Origin: club.address,
        'X-Forwarded-For': address,
        'Content-Type': 'multipart/form-data; boundary=x',
        Cookie: cookie,
      },
      body: Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n'),
        bytes,
        Buffer.from('\r\n--x--\r\n'),
      ]),
    })
  let isOver = false
  const floods: AttackResponse[] = []
  const flood = async () => {
    while (!isOver) floods.push(await upload(flooder, '203.0.113.66', cut))
  }
  const { result, noticed } = await club.during(async () => {
    const flooding = Promise.all(Array.from({ length: 16 }, flood))
    const uploads: AttackResponse[] = []
    const waits = await inParallel(Array.from({ length: 10 }), 1, async () => {
      uploads.push(await upload(honest, '198.51.100.60', whole))
    })
    isOver = true
    await flooding
    return { uploads, waits }
  })
  expect(countOf(result.uploads, 200)).toBe(result.uploads.length)
  expect(countOf(floods, 200)).toBe(0)
  expectLowImpact(noticed)
  reportMeasurement(context, 'Flood of pictures', {
    'sent by the flood': floods.length,
    'of others, kept': `${countOf(result.uploads, 200)} of ${result.uploads.length}`,
    'their longest wait ms': Math.round(Math.max(...result.waits)),
    ...noticed,
    before: '14 of 15 of others turned away',
  })
})
