import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { collectPeriods } from '#domain/memberships/collections.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createSlot,
  goodCard,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { renewHours } from './automatic-orders.server.ts'
import {
  beginRenewalCard,
  getAutomaticRenewal,
  renewAutomatically,
  stopAutomaticRenewal,
} from './automatic-renewal.server.ts'
import { closeSlot } from './slot-closing.server.ts'

useDatabase()
let sandbox: Sandbox
const declinesLater = { ...goodCard, number: '4000000000000341' }
const asksEachTime = { ...goodCard, number: '4000002760003184' }
const at = (moment: string) => setClubTime('UTC', `${moment}:00Z`)
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, sandbox_intents, activities cascade',
  )
  await at('2027-03-01T12:00')
  sandbox = useSandbox()
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

async function typeCard(holder: Person, bookingId: string, card = goodCard): Promise<string> {
  const { setupId, clientSecret } = await beginRenewalCard(holder, bookingId)
  const { status } = await sandbox.confirmSetup({ clientSecret, card })
  if (status === 'requires_action') await sandbox.confirmSetup({ clientSecret, pass: true })
  return setupId
}

/** An hour that is paid from 1 March to 1 April, and renews itself. */
async function renewingHour(card = goodCard) {
  const { buyer: holder, bookingId } = await createPaidBooking(sandbox)
  await renewAutomatically(holder, bookingId, { setupId: await typeCard(holder, bookingId, card) })
  return { holder, bookingId }
}

/** Runs the jobs of a minute. */
async function runJobs(moment: string) {
  await at(moment)
  await expireHolds()
  await renewHours()
  await collectPeriods()
  await renewHours()
}

const months = (holder: Person) =>
  db
    .selectFrom('bookings')
    .where('buyerId', '=', holder.id)
    .where('state', 'in', ['held', 'paying', 'paid', 'ended'])
    .orderBy('createdAt')
    .select(['state', 'renewal', 'plan', 'beginsAt', 'paidUntil'])
    .execute()
const charges = async (holder: Person) =>
  (
    await db
      .selectFrom('sandboxIntents')
      .where('status', '=', 'succeeded')
      .where(sql<boolean>`booking_id in (select id::text from orders where buyer_id = ${holder.id})`)
      .select('id')
      .execute()
  ).length
const letters = async (holder: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', holder.id)
      .where('letter', 'in', ['hour-renews', 'hour-not-renewed'])
      .orderBy('queuedAt')
      .select(['letter', 'text'])
      .execute()
  ).map(({ letter, text }) => `${letter}: ${text}`)

describe('renewAutomatically', () => {
  test('the holder is told 10 days before, charged once 3 days before, and has the next month', async () => {
    const { holder, bookingId } = await renewingHour()
    expect(await getAutomaticRenewal(holder, bookingId)).toMatchObject({
      isOn: true,
      card: 'Visa ending in 4242',
      priceCents: 7_000,
      chargedAt: new Date('2027-03-29T12:00:00Z'),
    })
    await runJobs('2027-03-21T12:00')
    expect(await letters(holder)).toEqual([])
    await runJobs('2027-03-22T12:01')
    await runJobs('2027-03-29T11:59')
    expect([await letters(holder), await charges(holder)]).toMatchObject([
      [expect.stringMatching(/^hour-renews: .*29 Mar.*\$70\.00/s)],
      1,
    ])
    await runJobs('2027-03-29T12:01')
    await Promise.all([runJobs('2027-03-30T12:01'), renewHours(), collectPeriods()])
    expect(await months(holder)).toMatchObject([
      { state: 'paid', plan: 'gold' },
      { state: 'paid', plan: 'gold', renewal: 'automatic', beginsAt: new Date('2027-04-01T12:00:00Z') },
    ])
    expect([await charges(holder), (await letters(holder)).length]).toEqual([2, 1])
    await at('2027-04-01T12:01')
    await endPaidBookings()
    await runJobs('2027-04-21T12:01')
    await runJobs('2027-04-28T12:01')
    expect([await charges(holder), (await letters(holder)).length]).toEqual([3, 2])
  })

  test('stopped in one click, also while it is charged: nothing is taken, and the card is removed', async () => {
    const { holder, bookingId } = await renewingHour(declinesLater)
    await runJobs('2027-03-22T12:01')
    await runJobs('2027-03-29T12:01')
    expect(await months(holder)).toHaveLength(2)
    await stopAutomaticRenewal(holder, bookingId)
    await stopAutomaticRenewal(holder, bookingId)
    await runJobs('2027-03-30T12:01')
    expect(await months(holder)).toMatchObject([{ renewal: 'undecided' }])
    expect(await getAutomaticRenewal(holder, bookingId)).toMatchObject({ isOn: false, card: null })
    expect(await charges(holder)).toBe(1)
  })

  test('a declined card is told each time with the words of the bank, and charged on three days', async () => {
    const { holder } = await renewingHour(declinesLater)
    for (const on of ['22', '29', '30', '31']) {
      await runJobs(`2027-03-${on}T12:02`)
      await runJobs(`2027-03-${on}T18:00`)
    }
    const [, ...declined] = await letters(holder)
    expect(declined.map((text) => [/declined/.test(text), /again tomorrow/.test(text)])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ])
    expect(await months(holder)).toMatchObject([{ renewal: 'undecided' }])
    expect(await charges(holder)).toBe(1)
  })

  test('a bank that asks leaves the next month to its holder', async () => {
    const { holder } = await renewingHour(asksEachTime)
    await runJobs('2027-03-22T12:01')
    await runJobs('2027-03-29T12:01')
    await runJobs('2027-03-30T12:02')
    expect((await letters(holder)).at(-1)).toContain('you come first')
    expect([await charges(holder), (await letters(holder)).length]).toEqual([1, 2])
  })

  test('a month that costs more than the last is not charged, and its holder is told', async () => {
    const { holder } = await renewingHour()
    await runJobs('2027-03-22T12:01')
    await sql`update plans set surcharge_cents = surcharge_cents + 500 where name = 'gold'`.execute(db)
    await runJobs('2027-03-29T12:01')
    await sql`update plans set surcharge_cents = surcharge_cents - 500 where name = 'gold'`.execute(db)
    expect(await months(holder)).toMatchObject([{ state: 'paid', renewal: 'undecided' }])
    expect((await letters(holder)).at(-1)).toContain('costs something else')
    expect([await charges(holder), (await letters(holder)).length]).toEqual([1, 2])
  })

  test('an hour that its trainer gives up is not charged, and cannot renew itself', async () => {
    const { holder, bookingId } = await renewingHour()
    await closeSlot(await createAdmin(), bookingId)
    await runJobs('2027-03-22T12:01')
    await runJobs('2027-03-29T12:01')
    expect([await charges(holder), await letters(holder)]).toEqual([1, []])
    expect(await rejectionOf(renewAutomatically(holder, bookingId, null))).toMatchObject({ code: 'conflict' })
  })

  test('is refused for an unpaid month, another person’s month or card, and without a card', async () => {
    const { holder, bookingId } = await renewingHour()
    const other = await createPaidBooking(sandbox)
    const setupId = await typeCard(other.buyer, other.bookingId)
    const stranger = await createMember()
    const held = await holdSlot(holder, { slotId: await createSlot() })
    const refusals = [
      () => renewAutomatically(holder, held.bookingId, null),
      () => renewAutomatically(other.buyer, bookingId, { setupId }),
      () => renewAutomatically(holder, bookingId, { setupId }),
      () => renewAutomatically(other.buyer, other.bookingId, null),
      () => stopAutomaticRenewal(other.buyer, bookingId),
      () => renewAutomatically(stranger, bookingId, null),
    ]
    const codes = await Promise.all(refusals.map(async (act) => (await rejectionOf(act())).code))
    expect(codes).toEqual(['conflict', 'not-found', 'not-found', 'conflict', 'not-found', 'not-found'])
  })
})
