import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createPaidBooking, bookingStateOf, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { coolOff } from './cooling-off.server.ts'
import { getMonth } from './month.server.ts'
import { pauseMonth, previewPause } from './pausing.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(() =>
  pool.query('truncate orders, bookings, payments, received_intents, sandbox_intents, activities cascade'),
)
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

// Fixture: lessons on Mondays, Wednesdays and Fridays at 06:00. 20 November is a Friday.
const at = (moment: string) => setClubTime('Europe/Rome', moment)
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message
const plannedOf = async (bookingId: string) =>
  (
    await db
      .selectFrom('lessons')
      .where('bookingId', '=', bookingId)
      .where('state', '=', 'planned')
      .orderBy('onDate')
      .select(['id', 'onDate'])
      .execute()
  ).map(({ id, onDate }) => ({ id, day: onDate }))

describe('cancellation within the cooling-off period', () => {
  test('gets all the money back once, and the hour is free', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const { buyer, bookingId, paymentId } = await createPaidBooking(sandbox)
    expect(await refusal(coolOff(await createMember(), bookingId))).toMatch('couldn’t be found')
    expect(await getMonth(buyer, bookingId)).toMatchObject({
      prospects: { isCoolingOff: true, coolsOffUntil: new Date('2026-11-23T06:00:00+01:00') },
    })
    expect(await coolOff(buyer, bookingId)).toEqual({ amountCents: 7000, method: 'card' })
    expect(await refusal(coolOff(buyer, bookingId))).toMatch('no longer yours')
    const refunds = await db.selectFrom('refunds').where('paymentId', '=', paymentId).select('id').execute()
    expect(refunds).toHaveLength(1)
    for (const { id } of refunds) await executeRefund(id)
    expect(await bookingStateOf(bookingId)).toBe('refunded')
    expect(await plannedOf(bookingId)).toEqual([])
  })

  test('is told of no make-up any more for the dates of that month', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    await pauseMonth(buyer, bookingId, { fromDay: '2026-11-27', untilDay: '2026-11-30' })
    const [makeUp] = await listMakeUps(buyer)
    const [free] = (await listDatesForMakeUp(buyer, makeUp!.id)).hours
    await redeemMakeUp(buyer, makeUp!.id, free!)
    const paused = async () =>
      (await listDates(buyer, bookingId)).flatMap(({ because, insteadDay }) =>
        because === 'paused' ? [insteadDay] : [],
      )
    expect(await paused()).toEqual([free!.day, null])
    await coolOff(buyer, bookingId)
    expect(await paused()).toEqual([null, null])
  })

  test('is too late once the first hour has begun or three days are over, and not alone when money went back', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const first = await createPaidBooking(sandbox)
    await at('2026-11-23T06:00:00+01:00')
    expect(await refusal(coolOff(first.buyer, first.bookingId))).toMatch('has passed')

    // a lesson cancelled in time does not count as used
    await at('2026-11-20T12:00:00+01:00')
    const second = await createPaidBooking(sandbox)
    await cancelLesson(second.buyer, (await plannedOf(second.bookingId))[0]?.id ?? '')
    await at('2026-11-23T12:00:00+01:00')
    expect((await getMonth(second.buyer, second.bookingId)).prospects?.isCoolingOff).toBe(false)
    await at('2026-11-23T11:59:00+01:00')
    const part = { paymentId: second.paymentId, amountCents: 100, reason: 'Late.', requestKey: randomUUID() }
    await refundPayment(await createAdmin(), part)
    expect(await refusal(coolOff(second.buyer, second.bookingId))).toMatch('ask at the desk')
    expect(await bookingStateOf(second.bookingId)).toBe('paid')
  })
})

describe('pause of a month', () => {
  test('owes each hour in between, beside the two a month, once, and the month ends as before', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    const { paidUntil } = await getBooking(buyer, bookingId)
    const days = (fromDay: string, untilDay: string) => ({ fromDay, untilDay })
    const stranger = await createMember()
    expect(await refusal(pauseMonth(stranger, bookingId, days('2026-11-30', '2026-12-05')))).toMatch(
      'couldn’t be found',
    )
    expect((await rejectionOf(pauseMonth(buyer, bookingId, days('2026-12-01', '2026-12-15')))).code).toBe(
      'invalid',
    )
    expect(await refusal(pauseMonth(buyer, bookingId, days('2026-12-05', '2026-12-06')))).toMatch('no hour')
    await at('2026-11-24T07:00:00+01:00')
    expect(await refusal(pauseMonth(buyer, bookingId, days('2026-11-25', '2026-11-30')))).toMatch(
      'at least 24 hours ahead',
    )
    const [, , third, , , last] = await plannedOf(bookingId)
    await cancelLesson(buyer, last?.id ?? '')
    expect(await pauseMonth(buyer, bookingId, days('2026-11-27', '2026-12-02'))).toEqual({
      hours: 3,
      until: '2027-01-11',
    })
    expect(await refusal(pauseMonth(buyer, bookingId, days('2026-12-07', '2026-12-09')))).toMatch('already')
    const owed = await listMakeUps(buyer)
    expect(owed.map(({ fromDate, because }) => `${fromDate} ${because}`)).toEqual([
      `${last?.day} given back`,
      '2026-11-27 paused',
      '2026-11-30 paused',
      '2026-12-02 paused',
    ])
    expect(third?.day).toBe('2026-11-27')
    expect((await getBooking(buyer, bookingId)).paidUntil).toEqual(paidUntil)
    const next = (await plannedOf(bookingId)).find(({ day }) => day > '2026-12-02')
    expect((await cancelLesson(buyer, next?.id ?? '')).outcome).toBe('make-up')
  })

  test('leaves a date that was chosen for a make-up', async () => {
    await at('2026-11-20T12:00:00+01:00')
    const { buyer, bookingId } = await createPaidBooking(sandbox)
    const [, , third] = await plannedOf(bookingId)
    await cancelLesson(buyer, third?.id ?? '')
    const [makeUp] = await listMakeUps(buyer)
    const [free] = (await listDatesForMakeUp(buyer, makeUp!.id)).hours
    await redeemMakeUp(buyer, makeUp!.id, free!)
    const days = { fromDay: '2026-11-25', untilDay: '2026-12-04' }
    expect((await previewPause(buyer, bookingId, days)).staying.map(({ day }) => day)).toEqual(['2026-11-27'])
    await pauseMonth(buyer, bookingId, days)
    const planned = (await plannedOf(bookingId)).map(({ day }) => day)
    expect(planned.filter((day) => day >= days.fromDay && day <= days.untilDay)).toEqual(['2026-11-27'])
  })
})
