import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold, releaseHoldAsAdmin } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { insertOrder } from '#domain/orders/write-order.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import { addDays } from '#format/days.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { cancelByEmail } from './cancel-by-email.server.ts'
import {
  cancelMembership,
  findLastMembership,
  getMembershipOf,
  getOwnMembership,
  takeBackCancellation,
} from './memberships.server.ts'
import { endPause, pauseFor, pauseMembership, planPause } from './pauses.server.ts'
import { endMemberships, orderPeriods, sendPeriodLetters } from './renewals.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let offerId: string
const offer = {
  kind: 'membership',
  title: '8 classes a month',
  price: 59,
  classes: 8,
  periodMonths: 1,
  minMonths: 0,
  noticeDays: 0,
  soldTo: 'everybody',
} as const
const day = (text: string) => setClubTime('UTC', `${text}T12:00:00Z`)
beforeEach(async () => {
  await day('2027-01-31')
  sandbox = useSandbox()
  admin ??= await createAdmin()
  offerId ??= (await addOffer(admin, offer)).id
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  // later tests order no periods of earlier members
  await sql`update memberships set state = 'over', over_because = 'left' where state <> 'over'`.execute(db)
  await setClubTime('UTC')
})

const orders = (member: Person) =>
  db
    .selectFrom('orders')
    .where('buyerId', '=', member.id)
    .orderBy('period')
    .orderBy('createdAt')
    .select(['id', 'period', 'state', 'beginsAt', 'untilAt'])
    .execute()
const lastOrder = async (member: Person) => (await orders(member)).at(-1)!
const letters = async (member: Person) => {
  const sent = db.selectFrom('letters').where('userId', '=', member.id).orderBy('queuedAt')
  const names = (await sent.select('letter').execute()).map(({ letter }) => letter)
  return names.filter((name) => name.startsWith('membership-'))
}
const isoDay = (moment: Date | null | undefined) => moment?.toISOString().slice(0, 10)

async function payByCard(member: Person, bookingId: string): Promise<void> {
  const { intentId, clientSecret } = await requestIntent(member, { bookingId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(member, { intentId })
}
const consent = { expectedPriceCents: 5_900, renews: true }
async function newMember(): Promise<Person> {
  const member = await createMember()
  await payByCard(member, (await orderOffer(member, offerId, consent)).orderId)
  return member
}

describe('buying a membership', () => {
  test('needs a consent to renewing of its own, and is one a person', async () => {
    const member = await createMember()
    const without = orderOffer(member, offerId, { expectedPriceCents: 5_900 })
    expect(await rejectionOf(without)).toMatchObject({ code: 'invalid' })
    await orderOffer(member, offerId, consent)
    const other = await addOffer(admin, { ...offer, title: 'Another' })
    expect(await rejectionOf(orderOffer(member, other.id, consent))).toMatchObject({ code: 'conflict' })
    const kinds = await db.selectFrom('consents').where('memberId', '=', member.id).select('kind').execute()
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['renewal', 'terms'])
  })

  test('one that is let go unpaid can be bought again', async () => {
    const member = await createMember()
    await releaseHold(member, (await orderOffer(member, offerId, consent)).orderId)
    await payByCard(member, (await orderOffer(member, offerId, consent)).orderId)
    expect(await getOwnMembership(member)).toMatchObject({ given: 8, used: 0, endsAt: null })
  })
})

describe('orderPeriods', () => {
  test('each period is ordered once and begins where the last one ends, paid by card or at the desk', async () => {
    const member = await createMember()
    await sellOffer(admin, member.id, offerId, { method: 'cash' })
    for (const on of ['2027-02-20', '2027-03-20', '2027-04-20']) {
      await day(on)
      await Promise.all([orderPeriods(), orderPeriods()])
      await orderPeriods()
      const { id } = await lastOrder(member)
      await (on === '2027-03-20' ? payByCard(member, id) : takeOrderPayment(admin, id, { method: 'cash' }))
    }
    const found = await orders(member)
    expect(found.map(({ period, untilAt }) => [period, isoDay(untilAt)])).toEqual([
      [1, '2027-02-28'],
      [2, '2027-03-31'],
      [3, '2027-04-30'],
      [4, '2027-05-31'],
    ])
  })

  test('the database refuses a second order of a period, and one whose period before is not paid', async () => {
    const member = await newMember()
    await day('2027-02-20')
    await orderPeriods()
    const { membershipId, ...terms } = await db
      .selectFrom('orders')
      .where('buyerId', '=', member.id)
      .where('period', '=', 2)
      .select(['kind', 'buyerId', 'offerId', 'membershipId', 'title', 'priceCents', 'currency'])
      .executeTakeFirstOrThrow()
    const order = (period: number) =>
      transaction((trx) =>
        insertOrder(trx, {
          ...terms,
          membershipId,
          period,
          holdExpiresAt: sql<Date>`club_now() + interval '1 day'`,
        }),
      )
    await expect(order(2)).rejects.toMatchObject({ constraint: 'one_order_a_period' })
    await expect(order(3)).rejects.toMatchObject({ constraint: 'period_follows' })
  })

  test('the member is told before, when it is due, and once more; unpaid, the membership ends', async () => {
    const member = await newMember()
    for (const on of ['2027-02-15', '2027-02-22', '2027-03-01', '2027-03-08', '2027-03-15']) {
      await day(on)
      await orderPeriods()
      await sendPeriodLetters()
      await expireHolds()
    }
    await sendPeriodLetters()
    expect(await letters(member)).toEqual([
      'membership-renews',
      'membership-unpaid',
      'membership-unpaid',
      'membership-over',
    ])
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'expired' })
    expect(await orderPeriods()).toBe(0)
    expect(await getOwnMembership(member)).toBeNull()
    expect(await findLastMembership(member)).toEqual({ title: '8 classes a month', overBecause: 'not paid' })
  })

  test('money that arrives after the membership is over goes back', async () => {
    const member = await newMember()
    await day('2027-02-20')
    await orderPeriods()
    const { id } = await lastOrder(member)
    const { intentId, clientSecret } = await requestIntent(member, { bookingId: id })
    await sql`update memberships set state = 'over', over_because = 'refunded' where member_id = ${member.id}`.execute(
      db,
    )
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    expect(await settleIntent(intentId)).toMatchObject({ outcome: 'refunding' })
  })
})

describe('cancelMembership', () => {
  test('ends with what is paid; the open order goes, no other follows, and a letter says so', async () => {
    const member = await newMember()
    await day('2027-02-20')
    await orderPeriods()
    const { endsAt } = await cancelMembership(member)
    expect(isoDay(endsAt)).toBe('2027-02-28')
    expect(await cancelMembership(member)).toEqual({ endsAt })
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'cancelled' })
    expect(await orderPeriods()).toBe(0)
    expect(await letters(member)).toEqual(['membership-cancelled'])
    await day('2027-03-01')
    await endMemberships()
    expect(await getOwnMembership(member)).toBeNull()
  })

  test('works without a sign-in, by the address alone, and says nothing of addresses without a membership', async () => {
    const member = await newMember()
    await cancelByEmail({ email: member.email })
    await cancelByEmail({ email: 'nobody@example.org' })
    await cancelByEmail({ email: (await createMember()).email })
    expect(isoDay((await getOwnMembership(member))?.endsAt)).toBe('2027-02-28')
    expect(await letters(member)).toEqual(['membership-cancelled'])
  })

  test('taken back, it renews itself again, and its period is ordered again', async () => {
    const member = await newMember()
    await day('2027-02-20')
    await orderPeriods()
    await cancelMembership(member)
    await takeBackCancellation(member)
    expect(await findLastMembership(member)).toBeNull()
    expect(await orderPeriods()).toBe(1)
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'held' })
  })

  test('a period that is paid in the same moment is kept, and never both cancelled and charged', async () => {
    const member = await newMember()
    await day('2027-02-20')
    await orderPeriods()
    const { id } = await lastOrder(member)
    const { clientSecret } = await requestIntent(member, { bookingId: id })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    expect(await rejectionOf(cancelMembership(member))).toMatchObject({ code: 'conflict' })
    expect(isoDay((await cancelMembership(member)).endsAt)).toBe('2027-03-31')
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'paid' })
  })

  test('notice and shortest time are kept', async () => {
    const year = await addOffer(admin, { ...offer, title: 'Half a year', minMonths: 6, noticeDays: 30 })
    const member = await createMember()
    await sellOffer(admin, member.id, year.id, { method: 'cash' })
    expect(isoDay((await getOwnMembership(member))?.firstEnd)).toBe('2027-07-31')
    await day('2027-02-10')
    expect(isoDay((await cancelMembership(member)).endsAt)).toBe('2027-07-31')
    expect(await rejectionOf(cancelMembership(await createMember()))).toMatchObject({ code: 'not-found' })
  })

  test('the periods until the end of the shortest time are still ordered, and none after it', async () => {
    const bound = await addOffer(admin, { ...offer, title: 'Bound', minMonths: 2 })
    const member = await createMember()
    await sellOffer(admin, member.id, bound.id, { method: 'cash' })
    expect(isoDay((await cancelMembership(member)).endsAt)).toBe('2027-03-31')
    await day('2027-02-20')
    await orderPeriods()
    await takeOrderPayment(admin, (await lastOrder(member)).id, { method: 'cash' })
    await day('2027-03-25')
    await orderPeriods()
    expect((await orders(member)).map(({ period, state }) => [period, state])).toEqual([
      [1, 'paid'],
      [2, 'paid'],
    ])
  })
})

describe('getMembershipOf', () => {
  test('shows the office what a person has, and no one else', async () => {
    const member = await newMember()
    expect(await getMembershipOf(admin, member.id)).toMatchObject({
      title: '8 classes a month',
      given: 8,
      used: 0,
    })
    expect(await getMembershipOf(admin, (await createMember()).id)).toBeNull()
    expect(await rejectionOf(getMembershipOf(member, member.id))).toMatchObject({ code: 'forbidden' })
  })
})

describe('the renewal of a membership', () => {
  test('is not let go by its member: leaving is a cancellation, which keeps the shortest time', async () => {
    const bound = await addOffer(admin, { ...offer, title: 'A year at least', minMonths: 12 })
    const member = await createMember()
    await sellOffer(admin, member.id, bound.id, { method: 'cash' })
    await day('2027-02-20')
    await orderPeriods()
    const { id } = await lastOrder(member)
    expect(await rejectionOf(releaseHold(member, id))).toMatchObject({ code: 'conflict' })
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'held' })
    expect(isoDay((await cancelMembership(member)).endsAt)).toBe('2028-01-31')
  })

  test('that the office lets go ends the membership where it would have begun, also within its shortest time', async () => {
    const bound = await addOffer(admin, { ...offer, title: 'Half a year at least', minMonths: 6 })
    const member = await createMember()
    await sellOffer(admin, member.id, bound.id, { method: 'cash' })
    await day('2027-02-20')
    await orderPeriods()
    await releaseHoldAsAdmin(admin, (await lastOrder(member)).id)
    expect(isoDay((await getOwnMembership(member))?.endsAt)).toBe('2027-02-28')
    expect(await orderPeriods()).toBe(0)
    await day('2027-03-01')
    await endMemberships()
    expect(await getOwnMembership(member)).toBeNull()
  })
})

describe('ends of periods', () => {
  const zones = ['Europe/Rome', 'America/Santiago']
  const pause = 10
  /** Where a membership's periods end by the calendar of the club, the fourth and later after a pause. */
  const endsOf = (bought: Temporal.ZonedDateTime, months: number, count: number) =>
    Array.from({ length: count }, (_, nth) =>
      bought
        .add({ months: months * (nth + 1) })
        .add({ days: nth < 3 ? 0 : pause })
        .toInstant()
        .toString({ fractionalSecondDigits: 3 }),
    )

  /** Sells a membership at noon of a day and lets it renew itself, by card and at the desk in turn. */
  async function live(zone: string, on: string, periodMonths: 1 | 3, count: number) {
    const bought = Temporal.PlainDateTime.from(`${on}T12:00`).toZonedDateTime(zone)
    const at = (moment: Temporal.ZonedDateTime) => setClubTime(zone, moment.toInstant().toString())
    await at(bought)
    const title = `${periodMonths} months from ${on}`
    const { id } = await addOffer(admin, { ...offer, title, periodMonths })
    const member = await createMember()
    await sellOffer(admin, member.id, id, { method: 'cash' })
    for (let period = 2; period <= count; period += 1) {
      const paidUntil = Temporal.Instant.fromEpochMilliseconds(
        (await lastOrder(member)).untilAt?.getTime() ?? 0,
      ).toZonedDateTimeISO(zone)
      await at(paidUntil.subtract({ days: 12 }))
      if (period === 5) {
        const from = paidUntil.subtract({ days: 9 }).toPlainDate()
        const days = { fromDay: from.toString(), untilDay: from.add({ days: pause - 1 }).toString() }
        await pauseMembership(member, days)
        await at(paidUntil)
      }
      await orderPeriods()
      const next = await lastOrder(member)
      await (period % 2 === 0
        ? takeOrderPayment(admin, next.id, { method: 'cash' })
        : payByCard(member, next.id))
    }
    return {
      ends: (await orders(member)).map(({ untilAt }) => untilAt?.toISOString()),
      byCalendar: endsOf(bought, periodMonths, count),
    }
  }

  const firstDays = repetitions(1, 4)
  test.each(
    zones.flatMap((zone) => [31, 30, 29, 28].slice(0, firstDays).map((first) => [zone, first] as const)),
  )(
    'in %s from the %ith: the same day of each month or its last, across clock changes, a leap day and a pause',
    async (zone, first) => {
      const monthly = await live(zone, `2027-08-${first}`, 1, 8)
      expect(monthly.ends).toEqual(monthly.byCalendar)
      await sql`update memberships set state = 'over', over_because = 'left' where state <> 'over'`.execute(
        db,
      )
      const quarterly = await live(zone, `2027-11-${Math.min(first, 30)}`, 3, 5)
      expect(quarterly.ends).toEqual(quarterly.byCalendar)
    },
  )

  test('control: ends that are counted from the end before lose days', async () => {
    const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('check_period_ordered'::regproc) as source`.execute(db)
    const { source } = rows[0]!
    const chained = source.replace(
      /month_end\(contract\.anchor_at, months_through[^;]*;/,
      'month_end(before.until_at, terms.period_months);',
    )
    expect(chained).not.toBe(source)
    await sql.raw(chained).execute(db)
    const { ends, byCalendar } = await live('Europe/Rome', '2027-12-31', 1, 4)
    await sql.raw(source).execute(db)
    expect(ends).not.toEqual(byCalendar)
  })
})

describe('pauseMembership', () => {
  const pause = { fromDay: '2027-02-10', untilDay: '2027-02-19' }

  test.each([
    ['a change of the clock', '2027-03-10', { fromDay: '2027-03-20', untilDay: '2027-04-02' }, '2027-04-24'],
    ['a leap day', '2028-02-10', { fromDay: '2028-02-25', untilDay: '2028-03-04' }, '2028-03-19'],
    [
      'the 29th of a leap year',
      '2028-01-29',
      { fromDay: '2028-02-10', untilDay: '2028-02-16' },
      '2028-03-07',
    ],
  ])('across %s, the period ends at the hour at which it began', async (_, bought, days, end) => {
    const local = (on: string) => setClubTime('Europe/Rome', `${on} 12:00 Europe/Rome`)
    await local(bought)
    const member = await newMember()
    await pauseMembership(member, days)
    await local(addDays(end, -10))
    await orderPeriods()
    const { rows } = await sql<{
      ends: string
    }>`select to_char(until_at at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI') as ends
      from orders where buyer_id = ${member.id} order by period`.execute(db)
    expect(rows.map(({ ends }) => ends)).toEqual([
      `${end} 12:00`,
      expect.stringContaining(' 12:00') as string,
    ])
  })

  test('a period, the next one and its bill move by the days of the pause, and a letter says so', async () => {
    const member = await newMember()
    await day('2027-02-05')
    expect(isoDay((await planPause(member, pause)).paidUntil)).toBe('2027-03-10')
    await pauseMembership(member, pause)
    expect(isoDay((await getOwnMembership(member))?.paidUntil)).toBe('2027-03-10')
    await day('2027-03-01')
    await orderPeriods()
    expect(await lastOrder(member)).toMatchObject({ period: 2, beginsAt: new Date('2027-03-10T12:00:00Z') })
    await pauseMembership(member, { fromDay: '2027-03-02', untilDay: '2027-03-08' })
    const next = await lastOrder(member)
    expect([isoDay(next.beginsAt), isoDay(next.untilAt)]).toEqual(['2027-03-17', '2027-04-17'])
    expect(isoDay((await getOwnMembership(member))?.next?.payBy)).toBe('2027-03-31')
    await payByCard(member, next.id)
    expect(isoDay((await cancelMembership(member)).endsAt)).toBe('2027-04-17')
    expect((await letters(member)).toSorted().join()).toBe(
      'membership-cancelled,membership-paused,membership-paused',
    )
  })

  test('ended early or taken back, the period ends that much sooner', async () => {
    const member = await newMember()
    await day('2027-02-05')
    await pauseMembership(member, pause)
    await day('2027-02-12')
    await endPause(member)
    expect(isoDay((await getOwnMembership(member))?.paidUntil)).toBe('2027-03-03')
    await endPause(member)
    expect(await letters(member)).toEqual(['membership-paused', 'membership-paused'])
    await day('2027-02-13')
    expect(await rejectionOf(endPause(member))).toMatchObject({ code: 'not-found' })
    await pauseMembership(member, { fromDay: '2027-02-20', untilDay: '2027-02-26' })
    await endPause(member)
    expect(await getOwnMembership(member)).toMatchObject({
      pause: null,
      paidUntil: new Date('2027-03-03T12:00:00Z'),
    })
  })

  test('gives back the places booked on its days, and pays for none', async () => {
    const member = await newMember()
    const orderId = (await lastOrder(member)).id
    const covered = async (on: string) =>
      (
        await sql<{
          covers: boolean
        }>`select covers_moment(allowances, ${`${on}T10:00:00Z`}::timestamptz) as covers
          from allowances where order_id = ${orderId}`.execute(db)
      ).rows[0]?.covers
    await pauseMembership(member, pause)
    expect(await covered('2027-02-09')).toBe(true)
    expect(await covered('2027-02-10')).toBe(false)
    expect(await covered('2027-02-19')).toBe(false)
    expect(await covered('2027-03-09')).toBe(true)
  })

  test('refuses days of the next period until it begins, though it is paid', async () => {
    const member = await newMember()
    const days = { fromDay: '2027-03-05', untilDay: '2027-03-14' }
    await day('2027-02-20')
    await orderPeriods()
    await takeOrderPayment(admin, (await lastOrder(member)).id, { method: 'cash' })
    expect((await rejectionOf(pauseMembership(member, days))).errors).toHaveProperty('fromDay')
    await day('2027-03-01')
    expect(isoDay((await pauseMembership(member, days)).paidUntil)).toBe('2027-04-10')
  })

  test('refuses today, too few and too many days, an overlap, what is not paid, and a cancelled membership', async () => {
    const member = await newMember()
    const refused = async (fromDay: string, untilDay: string) =>
      (await rejectionOf(pauseMembership(member, { fromDay, untilDay }))).errors
    expect(await refused('2027-01-31', '2027-02-10')).toHaveProperty('fromDay')
    expect(await refused('2027-03-02', '2027-03-12')).toHaveProperty('fromDay')
    expect(await refused('2027-02-10', '2027-02-15')).toHaveProperty('untilDay')
    expect(await refused('2027-02-10', '2027-05-13')).toHaveProperty('untilDay')
    expect(await refused('2027-02-10', '2027-02-31')).toHaveProperty('untilDay')
    await pauseFor(admin, member.id, pause)
    expect(await rejectionOf(pauseMembership(member, pause))).toMatchObject({ code: 'conflict' })
    const other = await newMember()
    expect(await rejectionOf(pauseFor(other, member.id, pause))).toMatchObject({ code: 'forbidden' })
    await cancelMembership(other)
    expect(await rejectionOf(pauseMembership(other, pause))).toMatchObject({ code: 'conflict' })
  })

  test('two pauses of the same days at once become one', async () => {
    const member = await newMember()
    const both = await Promise.allSettled([pauseMembership(member, pause), pauseMembership(member, pause)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(isoDay((await getOwnMembership(member))?.paidUntil)).toBe('2027-03-10')
  })
})
