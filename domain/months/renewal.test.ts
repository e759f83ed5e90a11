import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createMember, createSlot, goodCard, bookingStateOf, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { getMonth } from './month.server.ts'
import { sendRenewalReminders } from './renewal-reminders.server.ts'
import { declineRenewal, undoDeclineRenewal, renewBooking } from './renewal.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let holder: Person
let stranger: Person
let slotId: string
beforeAll(async () => {
  sandbox = useSandbox()
  holder = await createMember()
  stranger = await createMember({ name: 'Noor Rahman' })
})
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, sandbox_intents, activities cascade',
  )
  slotId = await createSlot()
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const at = (moment: string) => setClubTime('Europe/Rome', moment)
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message

/** Chooses a plan and pays by card; the payment is recorded when it is settled. */
async function payFor(buyer: Person, bookingId: string) {
  await choosePlan(buyer, bookingId, { plan: 'gold', acceptsOverlap: true })
  const { clientSecret, intentId } = await requestIntent(buyer, { bookingId })
  return { intentId, confirm: () => sandbox.confirmIntent({ clientSecret, card: goodCard }) }
}

async function pay(buyer: Person, bookingId: string): Promise<string> {
  const { intentId, confirm } = await payFor(buyer, bookingId)
  await confirm()
  await savePayment(buyer, { intentId })
  return bookingId
}

const buy = async (buyer: Person) => pay(buyer, (await holdSlot(buyer, { slotId })).bookingId)
const keep = async (bookingId: string) => pay(holder, (await renewBooking(holder, bookingId)).bookingId)
const daysOf = async (bookingId: string) =>
  (
    await db
      .selectFrom('lessons')
      .where('bookingId', '=', bookingId)
      .orderBy('onDate')
      .select('onDate')
      .execute()
  ).map(({ onDate }) => onDate)
/** Returns the instant from which visitors see the slot as free. */
const freeFrom = async () => {
  const { trainerId } = await db
    .selectFrom('slots')
    .where('id', '=', slotId)
    .select('trainerId')
    .executeTakeFirstOrThrow()
  return (await getTrainer({ kind: 'visitor' }, trainerId)).slots[0]?.freeFrom
}
const countActivities = async () => (await db.selectFrom('activities').select('id').execute()).length
const periodOf = async (bookingId: string) => (await getBooking(holder, bookingId)).period

describe('renewal of a month', () => {
  test('is bought by who has the hour, from ten days before the end, and goes on where this one ends', async () => {
    await at('2026-01-31T12:00:00+01:00')
    const first = await buy(holder)
    await at('2026-02-18T11:59:00+01:00')
    expect(await refusal(renewBooking(holder, first))).toMatch('in the last days')
    await at('2026-02-18T12:00:00+01:00')
    expect(await refusal(renewBooking(holder, first, { expectedPriceCents: 100 }))).toMatch(
      'price has changed',
    )
    const { bookingId: next } = await renewBooking(holder, first, { expectedPriceCents: 5000 })
    const shown = (await previewDates(slotId, next)).map(({ day }) => day)
    expect(await renewBooking(holder, first)).toEqual({ bookingId: next, isNew: false })
    // the next month stays reserved for the holder after the hold
    const renewalOf = { bookingId: first, until: new Date('2026-02-28T12:00:00+01:00') }
    expect(await getBooking(holder, next)).toMatchObject({ state: 'held', renewalOf })
    expect(await refusal(declineRenewal(holder, first))).toBe(
      'You already have the next month on hold. Let it go first, or pay for it.',
    )
    await pay(holder, next)
    expect(await refusal(declineRenewal(holder, first))).toBe('The next month is already yours.')
    expect(await getBooking(holder, next)).toMatchObject({
      period: 'upcoming',
      beginsAt: new Date('2026-02-28T12:00:00+01:00'),
      paidUntil: new Date('2026-03-31T12:00:00+02:00'),
      amountCents: 7000,
    })
    expect(await refusal(renewBooking(holder, first))).toMatch('already')
    expect((await daysOf(first)).at(-1)).toBe('2026-02-27')
    expect(await daysOf(next)).toEqual(shown)
    expect([shown[0], shown.at(-1)]).toEqual(['2026-03-02', '2026-03-30'])

    // the job that ends months is idempotent
    await at('2026-02-28T12:00:30+01:00')
    expect([await endPaidBookings(), await endPaidBookings()]).toEqual([1, 0])
    expect([await bookingStateOf(first), await periodOf(next)]).toEqual(['ended', 'current'])
    const { detail } = await db
      .selectFrom('activities')
      .where('bookingId', '=', first)
      .where('summary', '=', 'A month is over')
      .select('detail')
      .executeTakeFirstOrThrow()
    expect(detail).toBe('06:00 with Mira Okafor. Your next month has begun.')
  })

  test.each(['Asia/Tokyo', 'America/New_York'])(
    'has begun when the one before it ended, also when the club’s clock becomes that of %s',
    async (zone) => {
      await at('2026-11-20T12:00:00+01:00')
      const first = await buy(holder)
      await at('2026-12-19T12:00:00+01:00')
      const next = await keep(first)
      await at('2026-12-20T12:00:30+01:00')
      await endPaidBookings()
      const { beginsAt } = await getBooking(holder, next)
      await setClubTime(zone, '2026-12-20T13:00:00+01:00')
      expect((await getBooking(holder, next)).beginsAt).toEqual(beginsAt)
      expect((await getBooking(holder, first)).paidUntil).toEqual(beginsAt)
      await expectNoBrokenInvariants()
    },
  )

  test('is nobody else’s as long as the month lasts, and anybody’s once it is over', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const first = await buy(holder)
    await at('2026-12-20T11:59:00+01:00')
    expect(await refusal(holdSlot(stranger, { slotId }))).toMatch('Someone was faster')
    expect(await refusal(renewBooking(stranger, first))).toMatch('couldn’t be found')
    await at('2026-12-20T12:00:00+01:00')
    expect(await refusal(renewBooking(holder, first))).toMatch('in the last days')
    await endPaidBookings()
    await buy(stranger)
    expect(await refusal(renewBooking(holder, first))).toMatch('no longer yours')
  })

  test('is asked for by mail when it can be bought and in the last three days, until it is', async () => {
    const remindersSentBy = async (moment: string) => {
      await at(moment)
      await Promise.all([sendRenewalReminders(), sendRenewalReminders()])
      const { rows } = await pool.query(
        `select subject from letters where letter = 'renewal-reminder' and user_id = $1`,
        [holder.id],
      )
      return rows.length
    }
    await at('2026-11-20T12:00:00+01:00')
    const first = await buy(holder)
    expect(await remindersSentBy('2026-12-10T11:59:00+01:00')).toBe(0)
    expect(await remindersSentBy('2026-12-10T12:00:00+01:00')).toBe(1)
    expect(await remindersSentBy('2026-12-16T12:00:00+01:00')).toBe(1)
    await declineRenewal(holder, first)
    expect(await remindersSentBy('2026-12-17T12:00:00+01:00')).toBe(1)
    await undoDeclineRenewal(holder, first)
    expect(await remindersSentBy('2026-12-18T12:00:00+01:00')).toBe(2)
    await keep(first)
    expect(await remindersSentBy('2026-12-19T12:00:00+01:00')).toBe(2)
  })

  test('that is held when the month ends stays held, and its hour that began meanwhile is owed', async () => {
    // their first lesson is on Monday the 21st at 06:00
    await at('2026-11-21T05:50:00+01:00')
    const before = await buy(holder)
    await at('2026-12-21T05:49:00+01:00')
    const { bookingId: next } = await renewBooking(holder, before)
    await at('2026-12-21T05:50:00+01:00')
    await endPaidBookings()
    expect(await refusal(holdSlot(stranger, { slotId }))).toMatch('Someone was faster')
    expect(await periodOf(next)).toBe('current')
    await at('2026-12-21T06:01:00+01:00')
    await pay(holder, next)
    expect((await getBooking(holder, next)).beginsAt).toEqual(new Date('2026-12-21T05:50:00+01:00'))
    expect((await daysOf(next))[0]).toBe('2026-12-23')
    expect(await db.selectFrom('makeUps').select(['fromDate', 'because']).execute()).toEqual([
      { fromDate: '2026-12-21', because: 'paid late' },
    ])
  })

  test('begins when its money comes, if that is hours late, and goes back if somebody has the hour', async () => {
    for (const isTaken of [false, true]) {
      await at('2026-11-20T12:00:00+01:00')
      slotId = await createSlot()
      const first = await buy(holder)
      await at('2026-12-20T11:50:00+01:00')
      const { bookingId: next } = await renewBooking(holder, first)
      const { intentId, confirm } = await payFor(holder, next)
      await releaseHold(holder, next)
      await at('2026-12-20T14:00:00+01:00')
      await endPaidBookings()
      if (isTaken) await buy(stranger)
      await pool.query(`update sandbox_intents set status = 'requires_payment_method' where id = $1`, [
        intentId,
      ])
      await confirm()
      await settleIntent(intentId)
      expect(await getBooking(holder, next)).toMatchObject(
        isTaken
          ? { state: 'refund_due' }
          : { state: 'paid', paidUntil: new Date('2027-01-20T14:00:00+01:00') },
      )
    }
  })
})

describe('slot whose renewal was declined', () => {
  test('is anybody’s after the month, and its holder’s again until somebody has it', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const first = await buy(holder)
    expect(await refusal(declineRenewal(stranger, first))).toMatch('couldn’t be found')
    await declineRenewal(holder, first)
    const recorded = await countActivities()
    await declineRenewal(holder, first)
    expect(await countActivities()).toBe(recorded)
    await undoDeclineRenewal(holder, first)
    expect(await countActivities()).toBe(recorded + 1)
    await undoDeclineRenewal(holder, first)
    expect(await countActivities()).toBe(recorded + 1)
    expect(await refusal(holdSlot(stranger, { slotId }))).toMatch('Someone was faster')
    await declineRenewal(holder, first)
    expect(await freeFrom()).toEqual(new Date('2026-12-20T12:00:00+01:00'))
    const { bookingId: next } = await holdSlot(stranger, { slotId })
    expect(await freeFrom()).toBeNull()
    expect(await refusal(undoDeclineRenewal(holder, first))).toMatch('Someone else')
    await releaseHold(stranger, next)
    await undoDeclineRenewal(holder, first)
    await declineRenewal(holder, first)
    const second = await buy(stranger)
    const { rows: letters } = await pool.query(
      `select user_id, subject from letters where letter = 'month-given-away'`,
    )
    expect(letters).toEqual([{ user_id: holder.id, subject: '06:00 is someone else’s from 20 Dec 2026' }])
    expect(await refusal(undoDeclineRenewal(holder, first))).toMatch('Someone else')
    expect((await getMonth(holder, first)).prospects?.next).toMatchObject({
      bookingId: second,
      state: 'paid',
    })
    expect((await daysOf(second))[0]).toBe('2026-12-21')
    expect((await getBooking(stranger, second)).beginsAt).toEqual((await getBooking(holder, first)).paidUntil)
    await at('2026-12-20T12:01:00+01:00')
    await endPaidBookings()
    expect(await getBooking(stranger, second)).toMatchObject({ period: 'current', state: 'paid' })
  })

  test('is its holder’s again as soon as somebody’s hold of it has run out, though nobody gave it up yet', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const first = await buy(holder)
    await declineRenewal(holder, first)
    const { bookingId: next } = await holdSlot(stranger, { slotId })
    await at('2026-11-20T12:15:00+01:00')
    await undoDeclineRenewal(holder, first)
    expect(await bookingStateOf(next)).toBe('expired')
  })

  test('goes back to its holder although somebody’s money for it comes late: that is refunded', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const first = await buy(holder)
    await declineRenewal(holder, first)
    const { bookingId: next } = await holdSlot(stranger, { slotId })
    const { intentId, confirm } = await payFor(stranger, next)
    await at('2026-11-20T12:30:00+01:00')
    await expireHolds()
    await undoDeclineRenewal(holder, first)
    await pool.query(`update sandbox_intents set status = 'requires_payment_method' where id = $1`, [
      intentId,
    ])
    await confirm()
    await settleIntent(intentId)
    expect(await bookingStateOf(next)).toBe('refund_due')
    await at('2026-12-15T12:00:00+01:00')
    await keep(first)
  })
})
