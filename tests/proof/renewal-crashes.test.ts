import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { orderPeriods } from '#domain/memberships/renewals.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { bundleProgram } from '#tests/bundle-program.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import { createAdmin, createMembers } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships } from '#tests/membership-fixtures.ts'
import { noFaults, randomFaults, seededRandom } from '#tests/stripe-double/faults.ts'
import type { RenewalRun } from './renewal-process.ts'
import { useStripeClub } from './stripe-club.ts'
import { isFullScale, randomSeed, repetitions, reportMeasurement } from './test-scale.ts'

// Memberships that are renewed by processes that are killed, at a processor that loses requests and forgets keys.

// a guard against hanging
vi.setConfig({ testTimeout: 3_600_000 })

const database = useDatabase()
const stripe = useStripeClub()
const first = Date.UTC(2027, 0, 31, 12)
const [second, day] = [1_000, 86_400_000]
let now = first
let admin: Person
let offerId: string

async function setTime(moment: number): Promise<void> {
  now = moment
  await setClubTime('UTC', new Date(now).toISOString())
}

beforeEach(async () => {
  await setTime(first)
  admin ??= await createAdmin()
  offerId ??= await createMembershipOffer(admin)
})
afterEach(async () => {
  stripe.double.setFaults(noFaults)
  await endAllMemberships()
  await setClubTime('UTC')
})

/** Members whose first period is paid by a card that is stored. */
async function sellMemberships(count: number): Promise<void> {
  for (const member of await createMembers(count)) {
    const { orderId } = await orderOffer(member, offerId, {
      expectedPriceCents: 5_900,
      renews: true,
      keepsCard: true,
    })
    const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
    stripe.double.pay(clientSecret, undefined, true)
    await savePayment(member, { intentId })
  }
}

/** Runs the jobs once in a process of its own. Returns whether it was killed. */
async function runJobs(run: RenewalRun): Promise<boolean> {
  const url = new URL(database.url)
  url.searchParams.set('options', `-c club.now=${new Date(now).toISOString()}`)
  const program = await bundleProgram('tests/proof/renewal-process.ts')
  const words = [url.href, JSON.stringify(stripe.double.settings), JSON.stringify(run)]
  const child = spawn(process.execPath, [program, ...words])
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (child.signalCode === null && child.exitCode !== 0) throw new Error(said)
  return child.signalCode === 'SIGKILL'
}

/** Lets the unanswered tries become old enough to be asked again. Stripe has forgotten their keys by then. */
async function passMinute(): Promise<void> {
  await setTime(now + 61 * second)
  stripe.double.forgetKeys()
}

type Renewed = {
  /** Periods after the first that are paid, and those that are ordered twice. */
  paid: number
  orderedTwice: number
  chargedTwice: number
  /** Charges that the club does not know. */
  unknown: number
  gaps: number
}

/** Counts again from rows and from the charges of the processor. */
async function recount(): Promise<Renewed> {
  const charges = new Map<string, string[]>()
  for (const { id, status, metadata } of stripe.double.ledger.intents())
    if (status === 'succeeded')
      charges.set(metadata['bookingId']!, [...(charges.get(metadata['bookingId']!) ?? []), id])
  const known = await pool.query<{ intentId: string }>(
    `select intent_id as "intentId" from payments union all select intent_id from stray_charges`,
  )
  const isKnown = new Set(known.rows.map(({ intentId }) => intentId))
  const { rows } = await pool.query<Pick<Renewed, 'paid' | 'orderedTwice' | 'gaps'>>(
    `select count(*) filter (where period > 1 and state in ('paid', 'ended'))::integer as paid,
      (count(*) - count(distinct (membership_id, period)))::integer as "orderedTwice",
      (count(*) filter (where period > 1 and not exists (select from orders before where before.membership_id = orders.membership_id
        and before.period = orders.period - 1 and before.until_at = orders.begins_at)))::integer as gaps
    from orders where membership_id is not null and state not in ('expired', 'cancelled')
      and membership_id in (select id from memberships where state <> 'over')`,
  )
  return {
    ...rows[0]!,
    chargedTwice: [...charges.values()].filter(({ length }) => length > 1).length,
    unknown: [...charges.values()].flat().filter((id) => !isKnown.has(id)).length,
  }
}

const countOpenTries = async () =>
  (await pool.query(`select from collection_tries where outcome is null`)).rowCount

/** The moment of the beginning of a period of those who bought on 31 January, a minute later. */
const beginOf = (period: number) =>
  Date.UTC(2027, period - 1, Math.min(31, new Date(Date.UTC(2027, period, 0)).getUTCDate()), 12, 1)

describe('SIGKILL while memberships renew themselves', () => {
  test('before each step of one renewal: its period is charged once', async (context) => {
    await sellMemberships(1)
    const steps = isFullScale ? 'all' : 'calls'
    let [kills, nth, isDone] = [0, 0, false]
    while (!isDone) {
      // each kill is before a step of another period, so that no step is one of a repair
      nth += 1
      await setTime(beginOf(nth + 1))
      isDone = !(await runJobs({ killAt: { steps, nth } }))
      if (!isDone) kills += 1
      for (let round = 0; round < 4 && (await recount()).paid < nth; round += 1) {
        await passMinute()
        await runJobs({})
      }
      expect(await recount(), `after step ${nth}`).toEqual({
        paid: nth,
        orderedTwice: 0,
        chargedTwice: 0,
        unknown: 0,
        gaps: 0,
      })
    }
    expect(kills).toBeGreaterThanOrEqual(4)
    await expectNoBrokenInvariants()
    reportMeasurement(context, 'One renewal killed before each step', { kills, 'charged twice or lost': 0 })
  })

  test('three processes at once, with answers lost and keys forgotten: one charge a period, none lost', async (context) => {
    const random = seededRandom(randomSeed)
    const [members, months] = [repetitions(3, 60), repetitions(1, 8)]
    await sellMemberships(members)
    let [kills, runs] = [0, 0]
    for (let month = 1; month <= months; month += 1) {
      await setTime(beginOf(month + 1))
      stripe.double.setFaults(randomFaults(random, { fails: 3, drops: 3 }))
      for (let storm = 0; storm < repetitions(1, 12); storm += 1) {
        const killed = await Promise.all(
          [1, 2, 3].map(() =>
            runJobs({ chance: repetitions(20, 4) / 1_000, seed: randomSeed * 7_919 + ++runs }),
          ),
        )
        kills += killed.filter(Boolean).length
        await passMinute()
      }
      stripe.double.setFaults(noFaults)
      // at once, and on the next day of trying for what the processor failed to do
      for (const after of [0, 2 * day]) {
        await setTime(now + after)
        for (let round = 0; round < 8; round += 1) {
          await runJobs({})
          await passMinute()
          if (round > 0 && (await countOpenTries()) === 0) break
        }
      }
      expect(await recount(), `month ${month}`).toEqual({
        paid: members * month,
        orderedTwice: 0,
        chargedTwice: 0,
        unknown: 0,
        gaps: 0,
      })
    }
    await expectNoBrokenInvariants()
    reportMeasurement(context, 'Renewals by three killed processes', {
      renewals: members * months,
      kills,
      'charged twice': 0,
      lost: 0,
    })
  })

  test('without the guard, the intent made before: a forgotten key charges twice', async () => {
    await sellMemberships(1)
    await setTime(beginOf(2))
    // created, asked to confirm, and killed before the answer is written
    expect(await runJobs({ killAt: { steps: 'calls', nth: 4 }, inOneStep: true })).toBe(true)
    await passMinute()
    await runJobs({ inOneStep: true })
    expect((await recount()).chargedTwice).toBe(1)
  })

  test('without the guard, one order a period: two jobs at once order it twice', async () => {
    await sellMemberships(1)
    await pool.query('drop index one_order_a_period')
    await setTime(beginOf(2) - 10 * day)
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from memberships for update')
    const jobs = [orderPeriods(), orderPeriods()]
    await waitForLocks(2)
    await holder.query('commit')
    holder.release()
    await Promise.all(jobs)
    expect((await recount()).orderedTwice).toBe(1)
  })
})
