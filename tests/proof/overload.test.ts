import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { startCluster } from '#tests/cluster.ts'
import { useDatabase } from '#tests/database.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { createFixtures, fillPlaceholders, type Fixtures } from '#tests/pages/fixtures.ts'
import { rssMegabytesOf } from './attacked-club.ts'
import type { PaymentProbeResult, PaymentProbeOptions } from './payment-probe-process.ts'
import { isFullScale, percentile95, reportMeasurement, repetitions } from './test-scale.ts'

// More requests than one process can serve: admitted requests are as fast as ever, the rest are refused at once with
// `Retry-After`, and payments are not affected.

vi.setConfig({ testTimeout: 240_000 })

const database = useDatabase()
useAuth()
let cast: Fixtures
let club: Awaited<ReturnType<typeof startCluster>>
/** A second process of the club without page requests, at full length: its payments compete for CPU and database only. */
let beside: typeof club | undefined

beforeAll(async () => {
  await ensureBuildOnce()
  cast = await createFixtures()
  // the demo club accepts test cards
  await pool.query('update club set demo_begun_at = now(), demo_loaded_at = now()')
  const asked = { DEMO: 'on', RATE_LIMITS: 'off', METRICS_TOKEN: '' }
  club = await startCluster(database.url, 1, asked)
  if (isFullScale) beside = await startCluster(database.url, 1, asked)
})
afterAll(() => Promise.all([club.stop(), beside?.stop()]))

type TimedResponse = { status: number; retryAfter: string | undefined; ms: number }

/** Requests a personal page. A kept connection may close just as it is used again. */
function requestPage(agent: Agent): Promise<TimedResponse> {
  const began = performance.now()
  const headers = { cookie: cast.cookies.memberA }
  return new Promise((resolve, reject) => {
    const asked = request(`${club.url}/dashboard`, { agent, headers }, (response) => {
      response.resume().on('end', () => {
        const { statusCode: status = 0, headers: told } = response
        resolve({ status, retryAfter: told['retry-after'], ms: performance.now() - began })
      })
    })
    asked.on('error', (error) => (asked.reusedSocket ? resolve(requestPage(agent)) : reject(error))).end()
  })
}

/** Measures the maximum throughput, with the next request after each response. */
async function maxThroughput(seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let answered = 0
  const end = performance.now() + seconds * 1_000
  const asker = async () => {
    while (performance.now() < end) {
      const { status } = await requestPage(agent)
      // the database may be slow on a busy machine
      expect(isFullScale ? [200] : [200, 503]).toContain(status)
      if (status === 200) answered += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, asker))
  agent.destroy()
  return answered / seconds
}

/** Sends a constant number of requests per second, independent of responses. */
async function sendAtRate(agent: Agent, perSecond: number, seconds: number): Promise<TimedResponse[]> {
  const asked: Promise<TimedResponse>[] = []
  const began = performance.now()
  while (performance.now() < began + seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond
    while (asked.length < due) asked.push(silenceRejection(requestPage(agent)))
    await wait(5)
  }
  return Promise.all(asked)
}

/** The later awaiter gets the error; until then it is handled here. */
function silenceRejection<Value>(later: Promise<Value>): Promise<Value> {
  later.catch(() => {})
  return later
}

/** A buyer who pays continuously. Returns a function that ends it and returns the response times. */
async function startPaymentProbe(
  bookedId: string,
  { url } = club,
): Promise<() => Promise<PaymentProbeResult>> {
  const asked: PaymentProbeOptions = { url, cookie: cast.cookies.memberA ?? '', bookedId, pauseMs: 20 }
  const payer = fork(join(import.meta.dirname, 'payment-probe-process.ts'), [JSON.stringify(asked)])
  // after the first payment
  await once(payer, 'message')
  return async () => {
    const told = once(payer, 'message')
    payer.send('enough')
    const [paid] = (await told) as [PaymentProbeResult]
    // the database may be slow on a busy machine
    expect(paid.refused).toEqual(
      isFullScale ? [] : paid.refused.filter((text) => text === 'the database is away'),
    )
    return paid
  }
}

/** Returns the time of payments without other requests, and of those beside a process with too many requests. */
async function measureOtherPayments(
  bookedId: string,
  other: typeof club,
  { before, seconds }: { before: number; seconds: number },
) {
  const quiet = await startPaymentProbe(bookedId)
  await wait(3_000)
  const quietPayments = await quiet()
  const payingBeside = await startPaymentProbe(bookedId, other)
  const others = new Agent({ keepAlive: true, maxSockets: 1_024 })
  await sendAtRate(others, 4 * before, seconds)
  others.destroy()
  const besidePayments = await payingBeside()
  return {
    'beside ms': percentile95(besidePayments.intents),
    'quiet ms': percentile95(quietPayments.intents),
  }
}

test('a club that more people ask than it can answer answers as many as ever, and the others at once', async (context) => {
  const bookedId = await fillPlaceholders('{paying}', cast, 'memberA', new Map())
  await maxThroughput(repetitions(0.5, 1))
  const before = await maxThroughput(repetitions(0.5, 5))
  const seconds = repetitions(0.5, 10)
  const measuredBefore = beside && (await measureOtherPayments(bookedId, beside, { before, seconds }))
  const paying = await startPaymentProbe(bookedId)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, rssMegabytesOf(club.parentId))), 100)
  // the same connections each time, since closed ones count until the club notices
  const crowd = new Agent({ keepAlive: true, maxSockets: 1_024 })
  let told = await sendAtRate(crowd, 4 * before, seconds)
  // a machine that was busy during the measurement may serve them all
  for (let more = 8; !isFullScale && more <= 64 && told.every(({ status }) => status === 200); more *= 2)
    told = await sendAtRate(crowd, more * before, seconds)
  crowd.destroy()
  clearInterval(watch)
  const payments = await paying()

  const served = told.filter(({ status }) => status === 200)
  const refused = told.filter(({ status }) => status !== 200)
  // every refusal has a body and `Retry-After`
  expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
    new Set(['503 2']),
  )
  expect(served.length).toBeGreaterThan(0)
  const began = performance.now()
  await vi.waitFor(async () => expect(await maxThroughput(0.2)).toBeGreaterThan(0), { timeout: 60_000 })
  const again = performance.now() - began
  // throughput varies over time
  const best = (before + (await maxThroughput(repetitions(0.5, 5)))) / 2
  const measured = {
    'best a second': Math.round(best),
    'asked a second': Math.round(told.length / seconds),
    'served a second': Math.round(served.length / seconds),
    'served p95 ms': percentile95(served.map(({ ms }) => ms)),
    'refused p95 ms': percentile95(refused.map(({ ms }) => ms)),
    'payments p95 ms': percentile95(payments.intents),
    ...measuredBefore,
    'health p95 ms': percentile95(payments.health),
    'memory MB': Math.round(most),
    'again ms': Math.round(again),
  }
  reportMeasurement(context, 'Overload', measured)
  if (!isFullScale) return
  expect(measured['served a second']).toBeGreaterThan(0.8 * best)
  // concurrently: another program on the same cores slows all served requests down many times over
  const atOnce = Math.min(250, Math.max(50, measured['served p95 ms'] / 4))
  expect(measured['refused p95 ms']).toBeLessThan(atOnce)
  // a payment waits for the page being rendered, and for the shared CPU cores
  expect(measured['payments p95 ms']).toBeLessThan(Math.max(30, 2 * measuredBefore!['beside ms']))
  expect(measured['memory MB']).toBeLessThan(350)
})
