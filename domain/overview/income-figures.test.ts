import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { leavingReasons } from '#domain/memberships/leaving-reasons.rules.ts'
import { giveLeavingReason } from '#domain/memberships/leaving-reasons.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createMembers } from '#tests/factories.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import { monthsOfCollection, readIncome, readLeavingReasons } from './income-figures.server.ts'

useDatabase()

const zone = 'Europe/Berlin'
const now = Date.parse('2026-12-20T12:00:00Z')
const dayMs = 86_400_000

let admin: Person

beforeAll(async () => {
  await setClubTime(zone, '2026-12-20T12:00:00Z')
  admin = await createAdmin()
  await addRandomHistory(await createMembers(40))
})

/** Memberships of two years with random periods, payments, refunds, ends and reasons. */
async function addRandomHistory(people: Person[]) {
  const random = seededRandom(20261127)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
  const offers = await db
    .insertInto('offers')
    .values(
      [1, 1, 3].map((periodMonths, index) => ({
        kind: 'membership' as const,
        title: `Offer ${index}`,
        priceCents: 4900 + index * 1000,
        periodMonths,
        minMonths: 1,
        noticeDays: 0,
      })),
    )
    .returning(['id', 'priceCents', (eb) => eb.ref('periodMonths').$notNull().as('periodMonths'), 'title'])
    .execute()
  await transaction(async (trx) => {
    // periods that were never paid would end a membership
    await sql`alter table orders disable trigger user`.execute(trx)
    for (const { id: memberId } of people) {
      const offer = pick(offers)
      const anchor = new Date(now - Math.floor(random() * 700) * dayMs - pick([0, 13, 23]) * 3_600_000)
      const ends = pick([null, null, new Date(now + 30 * dayMs), new Date(now - pick([5, 100, 300]) * dayMs)])
      const { id } = await trx
        .insertInto('memberships')
        .values({
          memberId,
          offerId: offer.id,
          anchorAt: anchor,
          state: ends && +ends < now ? 'over' : 'running',
          overBecause: ends && +ends < now ? 'cancelled' : null,
          endsAt: ends,
          cancelledAt: ends && anchor,
          leavingReason: ends && pick([null, ...leavingReasons]),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let period = 1; period <= 24; period += 1) {
        const from = sql<Date>`month_end(${anchor}::timestamptz, ${(period - 1) * offer.periodMonths}::integer)`
        const until = sql<Date>`month_end(${anchor}::timestamptz, ${period * offer.periodMonths}::integer)`
        const begins = +anchor + (period - 1) * offer.periodMonths * 30 * dayMs
        if (begins > now) break
        const end = pick(['paid', 'paid', 'ended', 'held', 'expired', 'cancelled'] as const)
        const { id: order } = await trx
          .insertInto('orders')
          .values({
            kind: 'membership',
            buyerId: memberId,
            holderId: memberId,
            title: offer.title,
            priceCents: offer.priceCents,
            amountCents: offer.priceCents,
            currency: 'usd',
            offerId: offer.id,
            membershipId: id,
            period,
            beginsAt: from,
            untilAt: until,
            holdExpiresAt: sql<Date>`club_now() + interval '15 minutes'`,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const steps =
          end === 'held' ? [] : end === 'expired' || end === 'cancelled' ? [end] : ['paying', 'paid', end]
        for (const state of steps as ('paying' | 'paid' | 'ended' | 'expired' | 'cancelled')[])
          await trx
            .updateTable('orders')
            .set({
              state,
              paidAt: state === 'paid' ? sql<Date>`club_now()` : undefined,
              holdExpiresAt: state === 'paying' ? undefined : null,
            })
            .where('id', '=', order)
            .execute()
        if (end !== 'paid' && end !== 'ended') continue
        const receivedAt = new Date(Math.min(begins + Math.floor(random() * 40) * dayMs, now))
        const refunded = pick([0, 0, 0, 900, offer.priceCents])
        const settledAt = new Date(Math.min(+receivedAt + Math.floor(random() * 20) * dayMs, now))
        await sql`insert into payments (booking_id, amount_cents, currency, method, taken_by, received_at, refunded_cents)
          values (${order}, ${offer.priceCents}, 'usd', 'cash', ${admin.id}, ${receivedAt}, ${refunded})`.execute(
          trx,
        )
        if (refunded > 0)
          await sql`insert into refunds (payment_id, amount_cents, reason, request_key, state, settled_at, handed_back, handed_back_by)
            select id, ${refunded}, 'moved away', id, 'succeeded', ${settledAt}, 'cash', ${admin.id} from payments where booking_id = ${order}`.execute(
            trx,
          )
      }
    }
    await sql`alter table orders enable trigger user`.execute(trx)
  })
}

const monthOf = (moment: Date | number) =>
  new Date(moment).toLocaleString('sv', { timeZone: zone }).slice(0, 7)

describe('readIncome', () => {
  test('this month, and what is agreed and likely of the next, equal a recount from the rows', async () => {
    const { received, dueCents, agreedCents, likelyCents, paidShare } = await readIncome(admin)
    const payments = await db.selectFrom('payments').select(['amountCents', 'receivedAt']).execute()
    const refunds = await db.selectFrom('refunds').select(['amountCents', 'settledAt']).execute()
    const back = refunds.filter(({ settledAt }) => monthOf(settledAt!) === '2026-12')
    const money = payments.filter(({ receivedAt }) => monthOf(receivedAt) === '2026-12')
    const sumOf = (rows: { amountCents: number }[]) => rows.reduce((cents, row) => cents + row.amountCents, 0)
    const sum = sumOf(money) - sumOf(back)
    expect([sumOf(money), sumOf(back)].every((cents) => cents > 0)).toBe(true)
    expect(received).toEqual([
      { kind: 'hours', cents: 0 },
      { kind: 'memberships', cents: sum },
      { kind: 'other', cents: 0 },
    ])

    const orders = await db
      .selectFrom('orders')
      .select(['state', 'amountCents', 'beginsAt', 'period', 'membershipId'])
      .execute()
    const begun = (month: string) => orders.filter(({ beginsAt }) => monthOf(beginsAt!) === month)
    const due = begun('2026-12').filter(({ state }) => state === 'held')
    expect(dueCents).toBe(due.reduce((total, { amountCents }) => total + amountCents!, 0))
    expect(dueCents).toBeGreaterThan(0)

    const renewals = ['2026-09', '2026-10', '2026-11'].flatMap(begun).filter(({ period }) => period! > 1)
    expect(monthsOfCollection).toBe(3)
    const asked = renewals.filter(({ state }) => state !== 'held')
    const paid = asked.filter(({ state }) => state === 'paid' || state === 'ended')
    expect(paidShare).toBeCloseTo(paid.length / asked.length)

    let agreed = 0
    for (const { id, anchorAt, endsAt, priceCents, periodMonths } of await db
      .selectFrom('memberships')
      .innerJoin('offers', 'offers.id', 'offerId')
      .where('memberships.state', '=', 'running')
      .select(['memberships.id', 'anchorAt', 'endsAt', 'priceCents', 'periodMonths'])
      .execute())
      for (let months = periodMonths!; months <= 36; months += periodMonths!) {
        const { rows } = await sql<{ begins: Date }>`
          select month_end(${anchorAt}::timestamptz, ${months}::integer) as begins`.execute(db)
        const { begins } = rows[0]!
        if (monthOf(begins) !== '2027-01' || (endsAt && begins >= endsAt)) continue
        const isPaid = orders.some(
          (order) =>
            order.membershipId === id &&
            order.beginsAt?.getTime() === begins.getTime() &&
            (order.state === 'paid' || order.state === 'ended'),
        )
        if (!isPaid) agreed += priceCents
      }
    expect(agreedCents).toBe(agreed)
    expect(agreed).toBeGreaterThan(0)
    expect(likelyCents).toBe(Math.round(agreed * (paid.length / asked.length)))
  })

  test('why members left equals a recount from the rows', async () => {
    const reasons = await readLeavingReasons(admin)
    const ended = await db
      .selectFrom('memberships')
      .where('endsAt', '<=', new Date(now))
      .where('endsAt', '>', new Date('2025-12-20T00:00:00+01:00'))
      .select('leavingReason')
      .execute()
    expect(ended.length).toBeGreaterThan(5)
    for (const { reason, count } of reasons)
      expect(count, String(reason)).toBe(ended.filter(({ leavingReason }) => leavingReason === reason).length)
    expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(ended.length)
  })

  test('is for those who read the balance and the office', async () => {
    const member = await createMember()
    await expect(readIncome(member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readLeavingReasons(member)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('giveLeavingReason', () => {
  test('is asked of those who cancelled, and the first answer stays', async () => {
    const member = await createMember()
    await expect(giveLeavingReason(member, { reason: 'price' })).rejects.toMatchObject({ code: 'not-found' })
    await sql`insert into memberships (member_id, offer_id, state, anchor_at, ends_at, cancelled_at)
      select ${member.id}, id, 'running', club_now(), club_now() + interval '9 days', club_now() from offers limit 1`.execute(
      db,
    )
    await expect(giveLeavingReason(member, { reason: 'bored' })).rejects.toMatchObject({ code: 'invalid' })
    for (const reason of ['price', 'time']) await giveLeavingReason(member, { reason })
    expect(
      await db.selectFrom('memberships').where('memberId', '=', member.id).select('leavingReason').execute(),
    ).toEqual([{ leavingReason: 'price' }])
  })
})
