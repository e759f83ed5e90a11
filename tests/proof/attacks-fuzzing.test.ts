import { Agent } from 'node:https'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allCalls } from '#api/index.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createFuzzValues } from '#tests/fuzz-values.ts'
import { findBrokenInvariants } from '#tests/invariants.ts'
import { ensureBuildOnce, requestVariants } from '#tests/pages/built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from '#tests/pages/fixtures.ts'
import { readAccessMatrix } from '#tests/pages/read-access-matrix.ts'
import { writeAccessMatrix } from '#tests/pages/write-access-matrix.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { sendRequest, type AttackRequestOptions } from './attack-client.ts'
import { startAttackedClub, type AttackedClub } from './attacked-club.ts'
import { inParallel, timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

// a guard against hanging on a busy machine
vi.setConfig({ testTimeout: timeoutFor(240_000, 1_800_000) })

const database = useDatabase()
useTemporaryPictureStorage()
let club: AttackedClub
let cast: Fixtures
beforeAll(async () => {
  await ensureBuildOnce()
  // rate limits would reject most of the odd requests
  club = await startAttackedClub(database.url, { limits: false })
  startAuth({ ...testAuth, publicUrl: club.address })
  cast = await createFixtures()
})
afterAll(() => club.stop())

const odd = createFuzzValues(randomSeed)
const people = ['visitor', 'memberA', 'trainerA', 'admin'] as const
/** Values of the placeholders in URLs; the first person created owns them. */
const names = new Map<string, string>()

type FuzzedRequest = AttackRequestOptions & { path: string }

/** A request with an odd path, query, body or sender. */
async function fuzzPageRequest(): Promise<FuzzedRequest> {
  const isForm = odd.chance(0.5)
  const row = odd.one(isForm ? writeAccessMatrix : readAccessMatrix)
  const who = odd.one(people)
  const filled = await fillPlaceholders(row.address, cast, who, names)
  const known = odd.chance(0.3) ? filled.replace(/[^/]*$/, odd.pathPart()) : filled
  const asked = odd.chance(0.3) ? known.replace(/\?.*|$/, odd.query(['page', 'from', 'day', 'x'])) : known
  const path = odd.chance(0.4) ? dataOf(asked, row.route) : asked
  const headers = headersOf(cast.cookies[who], 'application/x-www-form-urlencoded')
  if (!isForm) return { method: readingBy(), path, headers }
  const body = row.body
    .replace('multipart:', '')
    .replaceAll(/(?<==)[^&]*/g, (value) => (odd.chance(0.3) ? encodeURIComponent(fuzzText()) : value))
  return { method: 'POST', path, headers, body: odd.chance(0.1) ? odd.bytes() : body }
}

const readingBy = () => (odd.chance(0.2) ? 'HEAD' : 'GET')

const fuzzText = () => odd.pathPart().repeat(odd.chance(0.05) ? 2_000 : 1)

/** Returns the URL of a page's data; an invalid URL is returned unchanged. */
function dataOf(path: string, route: string): string {
  try {
    return odd.one([requestVariants.data, requestVariants['data of this route alone']])(path, route)
  } catch {
    return path
  }
}

function fuzzApiRequest(): FuzzedRequest {
  const call = odd.one(allCalls)
  const path = `/api${call.path.replace(/\{\w+\}/, odd.pathPart())}${odd.chance(0.3) ? odd.query(['page', 'size']) : ''}`
  const headers = headersOf(cast.cookies[odd.one(people)], 'application/json')
  if (call.method === 'GET') return { method: readingBy(), path, headers }
  return {
    method: call.method,
    path,
    headers,
    body: odd.json(call.example.body ?? {}, [cast.trainerA.trainerId]),
  }
}

const headersOf = (cookie: string, type: string): Record<string, string> => ({
  Origin: club.address,
  'Content-Type': odd.chance(0.9) ? type : odd.mediaType(),
  ...(cookie !== '' && { Cookie: cookie }),
})

// only strings that no page contains
const inside =
  /\n\s+at .*\.[jt]sx?:\d|node_modules|\b(insert into|delete from|select) "|\bkysely\b|violates \w+ constraint/i

test('odd requests through a proxy, pages, data and calls, are answered without an error of the club’s own', async (context) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  const requests: FuzzedRequest[] = []
  while (requests.length < repetitions(200, 10_000))
    requests.push(odd.chance(0.7) ? await fuzzPageRequest() : fuzzApiRequest())
  // the fixtures exceed the limit of holds
  const before = await findBrokenInvariants()
  await inParallel(requests, 8, async ({ path, ...sent }) => {
    const { status, headers, text } = await sendRequest(club.address, path, { ...sent, agent })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const isOurs = status >= 500 && !(status === 503 && headers['retry-after'])
    // a large body may be aborted before its sender reads the refusal
    const isCut = status === 0 && String(sent.body ?? '').length < 64 * 1024
    if (isOurs || isCut || inside.test(text))
      wrong.push(
        `${sent.method ?? 'GET'} ${path} ${String(sent.body).slice(0, 500)} → ${status} ${text.slice(0, 300)}`,
      )
  })
  agent.destroy()
  expect(wrong.slice(0, 5)).toEqual([])
  for (const status of [200, 302, 404, 422]) expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
  expect(before).toEqual(expect.arrayContaining(await findBrokenInvariants()))
  reportMeasurement(context, 'Odd requests through the proxy', {
    ...Object.fromEntries([...statuses].sort(([one], [other]) => one - other)),
    before: '500 for an odd id in an address',
  })
})
