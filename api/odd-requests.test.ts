import { request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cookieFor, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createHold, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { createFuzzValues, type FuzzValues } from '#tests/fuzz-values.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMonth } from '#tests/lesson-api-scenarios.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { allCalls } from './index.ts'

useDatabase()
useTemporaryPictureStorage()
const club = useApi()

const count = Number(process.env.FUZZ_REQUESTS ?? repetitions(400, 2_000))
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)

type Odd = { method: string; path: string; headers: Record<string, string>; body: Buffer }
const cookies: string[] = ['']
const ids: string[] = []

beforeAll(async () => {
  const { person, trainerId, slots } = await createTrainerWithSlots(12)
  const { buyer, bookingId } = await createHold()
  const month = await createMonth()
  const people = [await createMember(), await createAdmin(), person, buyer, month.buyer, month.trainer.person]
  for (const each of people) cookies.push(await cookieFor(each))
  ids.push(
    trainerId,
    bookingId,
    month.bookingId,
    month.lessonId,
    ...slots.map((slot) => slot.id),
    ...people.map((each) => each.email),
  )
})

/** A random call with one odd property: its body, path, method, media type or actor. */
function oddRequest(odd: FuzzValues): Odd {
  const call = odd.one(allCalls)
  const parameter = odd.chance(0.5) ? odd.one(ids) : odd.pathPart()
  const query = odd.chance(0.3) ? odd.query(['page', 'size', 'page', 'back', 'other']) : ''
  const method = odd.chance(0.1)
    ? odd.one(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
    : call.method
  const body = odd.chance(0.1) ? odd.bytes() : odd.json(call.example.body ?? {}, ids)
  const headers: Record<string, string> = {
    Connection: 'close',
    'Content-Type': odd.chance(0.85) ? 'application/json' : odd.mediaType(),
    ...(odd.chance(0.85) ? { Cookie: odd.one(cookies) } : {}),
    ...(odd.chance(0.05) ? { Authorization: odd.headerText() } : {}),
    ...(odd.chance(0.05) ? { 'If-None-Match': odd.headerText() } : {}),
  }
  const sent = method === 'GET' || method === 'HEAD' || method === 'TRACE' ? Buffer.alloc(0) : body
  return { method, path: `/api${call.path.replace(/\{\w+\}/, parameter)}${query}`, headers, body: sent }
}

function send({ method, path, headers, body }: Odd): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(club.url), { method, path, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
      incoming.on('error', reject)
    })
    // a response sent before the whole body was read closes the connection
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET'
        ? resolve({ status: 413, text: '' })
        : reject(error),
    )
    outgoing.end(body)
  })
}

const inside =
  /\n\s+at |\.ts:\d|node_modules|\bselect \w|\binsert into\b|\bkysely\b|PostgreSQL|syntax error|violates/i

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Memory of this process, in MB. */
function heldMemory(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1024 / 1024
}

test(
  'odd requests are answered without an error of the club’s own',
  async () => {
    const odd = createFuzzValues(seed)
    const statuses = new Map<number, number>()
    let settled = 0
    for (let sent = 0; sent < count; sent += 1) {
      const each = oddRequest(odd)
      const { status, text } = await send(each)
      const told = `seed ${seed}, request ${sent}: ${each.method} ${each.path} ${JSON.stringify(each.headers)} ${each.body.toString('utf8').slice(0, 2000)} → ${status} ${text.slice(0, 500)}`
      if (status >= 500 || status < 200 || inside.test(text)) expect.fail(told)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (sent === Math.floor(count / 2)) settled = heldMemory()
    }
    const grown = heldMemory() - settled
    process.stdout.write(
      `seed ${seed}: ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}, ${grown.toFixed(0)} MB more\n`,
    )
    // enough requests must get past the first checks
    for (const status of [200, 401, 403, 404, 405, 422])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(count / 400)
    expect(grown).toBeLessThan(10)
    const { rows } = await db
      .selectFrom('members')
      .where('role', '=', 'admin')
      .select(db.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(rows).toBe(1)
    await expectNoBrokenInvariants()
  },
  30 * 60_000,
)
