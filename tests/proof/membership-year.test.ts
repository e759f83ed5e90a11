import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { addDays } from '#format/days.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import { gatherStatistics, setClubTime, useDatabase } from '#tests/database.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { startStripeDouble, type StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { liveThrough, raisePrice, takeBackPrice } from './membership-year-acts.ts'
import { recount } from './membership-year-recount.ts'
import { createMembershipYear, type MembershipYear } from './membership-year.ts'
import { randomSeed, reportMeasurement } from './test-scale.ts'

// A year of what the club sells, day by day, with a leap day and both changes of the clock: 300 members, by a seeded
// random. Each month, everything is counted again from raw rows.

// a guard against hanging
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

const firstDay = '2035-07-01'
let double: StripeDouble
beforeEach(async () => {
  double = await startStripeDouble()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  setCardProcessor(disabledProcessor)
  await double.stop()
  await setClubTime('UTC')
})

const create = (params: Partial<Parameters<typeof createMembershipYear>[0]> = {}) =>
  createMembershipYear({
    firstDay,
    membersCount: 300,
    random: seededRandom(randomSeed),
    double,
    setProcessTime: (moment) => vi.setSystemTime(moment),
    ...params,
  })

/** What the office does on a day of the year: it raises prices, and takes one of them back. */
const officeDays: Record<number, (year: MembershipYear) => Promise<void>> = {
  100: (year) => raisePrice(year, 'month', { price: 65, days: 40 }),
  160: (year) => raisePrice(year, 'quarter', { price: 165, days: 31 }),
  200: (year) => raisePrice(year, 'unlimited', { price: 99, days: 45 }),
  215: (year) => takeBackPrice(year, 'unlimited'),
  260: (year) => raisePrice(year, 'unlimited', { price: 95, days: 31 }),
}

async function passDay(year: MembershipYear, nth: number): Promise<void> {
  await year.passDay(addDays(firstDay, nth - 1), (hour) => liveThrough(year, nth, hour))
  if (nth % 30 === 0) await gatherStatistics()
}

describe('a year of 300 members', () => {
  useDatabase({ connections: 4 })

  test('charges each period once, leaves none out, and gives what was paid', async (context) => {
    const year = await create()
    const days = 366
    for (let nth = 1; nth <= days; nth += 1) {
      await passDay(year, nth)
      await officeDays[nth]?.(year)
      if (nth % 30 !== 0 && nth !== days) continue
      await year.settle()
      expect(await recount(year), `after day ${nth}`).toEqual([])
    }
    const { rows } = await pool.query<Record<string, number>>(
      `select (select count(*)::integer from orders) as orders, (select count(*)::integer from orders where period > 1 and paid_at is not null) as renewals,
        (select count(*)::integer from collection_tries) as tries, (select count(*)::integer from invoices) as invoices,
        (select count(*)::integer from letters) as letters`,
    )
    reportMeasurement(context, 'A year of memberships', { days, ...rows[0]!, ...year.counts })
  })
})

type Row = Record<string, unknown>
const inPeriod2 = (change: (row: Row) => void) => (rows: Row[]) =>
  rows.filter(({ period }) => period === 2).forEach(change)
const later = (moment: unknown, days: number) => new Date((moment as Date).getTime() + days * 86_400_000)

/** Rows that are read otherwise than they are stored: the problem that follows, the query, and the change. */
const tampering: [string, string, (rows: Row[]) => unknown][] = [
  ['the invoices of 2035 have a gap', 'from invoices', (rows) => rows.splice(3, 1)],
  ['a payment has 0 invoices', 'from invoices', (rows) => rows.splice(3, 1)],
  ['a period was left out', 'from orders order', inPeriod2((row) => (row['period'] = 3))],
  ['period 2 ends', 'from orders order', inPeriod2((row) => (row['until_at'] = later(row['until_at'], 1)))],
  ['a period has another price', 'from orders order', inPeriod2((row) => (row['price_cents'] = 1))],
  [
    'a period has terms that nobody agreed to',
    'from orders order',
    (rows) =>
      inPeriod2(
        (row) => (row['offer_id'] = rows.find((one) => one['offer_id'] !== row['offer_id'])?.['offer_id']),
      )(rows),
  ],
  ['an order is paid without money', 'booking_id as order_id', (rows) => rows.pop()],
  ['more classes were used than paid', 'from participants', (rows) => rows.push(...rows, ...rows)],
  [
    'a class was used on another day',
    'from participants',
    (rows) => rows.forEach((row) => (row['starts_at'] = later(row['starts_at'], 700))),
  ],
  ['a code was used too often', 'from vouchers', (rows) => rows.forEach((row) => (row['most_uses'] = 0))],
  ['a period has another discount', 'from vouchers', (rows) => rows.forEach((row) => (row['periods'] = 1))],
  ['0 letters instead of one', 'from letters', (rows) => rows.splice(0, rows.length / 2)],
  ['2 letters instead of one', 'from letters', (rows) => rows.push(...rows)],
  ['the ledger is', 'from ledger', (rows) => (rows[0]!['cents'] = 1)],
]

describe('without a guard', () => {
  useDatabase({ connections: 4 })

  test('the recount of a year notices each', async () => {
    const year = await create({ membersCount: 80, doubled: 1 })
    // two processes that order the next period
    await pool.query('drop index one_order_a_period')
    const days = 40
    for (let nth = 1; nth <= days; nth += 1) await passDay(year, nth)
    await year.settle()
    expect(await recount(year)).toContainEqual(expect.stringMatching(/^a period was ordered twice/))
    for (const [problem, query, change] of tampering) {
      const found = await recount(year, async (text) => {
        const { rows } = await pool.query<Row>(text)
        if (text.includes(query)) change(rows)
        return rows
      })
      expect(
        found.filter((each) => each.startsWith(problem)),
        problem,
      ).not.toEqual([])
    }
    const { amount, currency, metadata } = double.ledger
      .intents()
      .find(({ id, status }) => status === 'succeeded' && double.ledger.refunds(id).length === 0)!
    const again = { amount, currency, metadata, receipt_email: null, customer: null }
    double.ledger.chargeAnyway(double.ledger.createIntent(again).id)
    expect(await recount(year)).toContainEqual(expect.stringMatching(/^an order was charged twice/))
  })
})
