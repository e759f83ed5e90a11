import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import {
  cancelLesson,
  listDatesToMoveTo,
  moveLesson,
} from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { extendMonth, getExtending } from './extending.server.ts'
import { getMonth } from './month.server.ts'
import { getMoving, moveMonth } from './moving.server.ts'
import { sendRenewalReminders } from './renewal-reminders.server.ts'
import { renewBooking } from './renewal.server.ts'
import { closeSlot } from './slot-closing.server.ts'

// Fixture: a month of Mondays, Wednesdays and Fridays at 06:00, paid on Friday 20 November 2026 at noon. The office
// moves or extends it.

useDatabase({ connections: 1 })
let sandbox: Sandbox
let trainer: TestTrainer
let paid: Awaited<ReturnType<typeof createPaidBooking>>
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, sandbox_intents, activities, letters, closures cascade',
  )
  await at('2026-11-20T12:00:00+01:00')
  trainer = await createTrainerWithSlots(3)
  admin = await createAdmin()
  paid = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id)
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const at = (moment: string) => setClubTime('Europe/Rome', moment)
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message
const slot = (index: number) => trainer.slots[index]!.id
const move = (index = 2) => moveMonth(admin, paid.bookingId, { slotId: slot(index), reason: 'Works late' })
const extend = (days: number | string) => extendMonth(admin, paid.bookingId, { days, reason: 'Was ill' })
/** Returns each date of the month: its hour, or the reason for none and whether it is owed. */
async function dates() {
  const { rows } = await pool.query<{ day: string; says: string }>(
    `select to_char(on_date, 'DD Mon') as day, coalesce(called_off_because, start_hour::text) as says, on_date
    from lessons where booking_id = $1
    union all select to_char(from_date, 'DD Mon'), 'owed: ' || because, from_date from make_ups where booking_id = $1
    order by on_date, says`,
    [paid.bookingId],
  )
  return rows.map(({ day, says }) => `${day} ${says}`)
}
const lessonOn = async (day: string) =>
  (await pool.query<{ id: string }>('select id from lessons where on_date = $1', [day])).rows[0]!.id
const letterNames = async () =>
  (await pool.query<{ letter: string }>(`select letter from letters where letter like 'month-%'`)).rows.map(
    ({ letter }) => letter,
  )

describe('moveMonth', () => {
  test('is at it from tomorrow on, day for day, and its member is told', async () => {
    await at('2026-11-23T05:00:00+01:00')
    const before = await dates()
    expect(before).toHaveLength(12)
    const { hours, fromDay, whyNot } = await getMoving(admin, paid.bookingId)
    expect({ fromDay, whyNot, hours }).toMatchObject({
      fromDay: '2026-11-24',
      whyNot: null,
      hours: [
        { startHour: 7, dates: 11, owed: 0 },
        { startHour: 8, dates: 11, owed: 0 },
      ],
    })
    await move()
    expect(await dates()).toEqual(before.map((date, index) => (index ? date.replace(/6$/, '8') : date)))
    expect(await letterNames()).toEqual(['month-moved'])
    const { rows } = await pool.query(
      `select summary, detail from activities where summary like 'Your month%'`,
    )
    expect(rows).toEqual([
      {
        summary: 'Your month was moved to 08:00',
        detail: 'From Tue 24 Nov on, with Mira Okafor. Works late',
      },
    ])
    // the first lesson keeps its hour, and the former slot is on sale
    await at('2026-11-23T07:00:00+01:00')
    await holdSlot(await createMember(), { slotId: slot(0) })
    expect(await refusal(holdSlot(await createMember(), { slotId: slot(2) }))).toMatch('faster')
    await at('2026-12-21T12:00:00+01:00')
    expect(await endPaidBookings()).toBe(1)
  })

  test('keeps what was given back and what was moved, and is owed what its trainer cannot give', async () => {
    await cancelLesson(paid.buyer, await lessonOn('2026-11-27'))
    const wednesday = await lessonOn('2026-11-25')
    const to = (await listDatesToMoveTo(paid.buyer, wednesday)).hours.find(
      ({ day, startHour }) => day === '2026-11-23' && startHour === 7,
    )!
    await moveLesson(paid.buyer, wednesday, to)
    await closeDays(admin, { fromDay: '2026-12-02', untilDay: '2026-12-02', reason: 'Snow' })
    // another member has a make-up at the new hour on Monday
    const other = await createPaidBooking(sandbox, 'gold', slot(1))
    const theirs = (
      await pool.query<{ id: string }>(
        `select id from lessons where booking_id = $1 and on_date = '2026-11-27'`,
        [other.bookingId],
      )
    ).rows[0]!.id
    const eight = (await listDatesToMoveTo(other.buyer, theirs)).hours.find(
      ({ day, startHour }) => day === '2026-11-23' && startHour === 8,
    )!
    await moveLesson(other.buyer, theirs, eight)
    await move()
    expect((await dates()).slice(0, 10)).toEqual([
      '23 Nov 7',
      '23 Nov by the club',
      '23 Nov owed: by the club',
      '25 Nov moved',
      '25 Nov owed: moved',
      '27 Nov given back',
      '27 Nov owed: given back',
      '30 Nov 8',
      '02 Dec closed',
      '02 Dec owed: closed',
    ])
  })

  test('loses or gains an hour at its end by the clock, and what it loses is owed', async () => {
    // until Monday 21 December at 07:30
    await at('2026-11-21T07:30:00+01:00')
    paid = await createPaidBooking(sandbox, 'gold', slot(1))
    expect((await dates()).at(-1)).toBe('21 Dec 7')
    await move(2)
    expect((await dates()).slice(-2)).toEqual(['21 Dec by the club', '21 Dec owed: by the club'])
    trainer = await createTrainerWithSlots(3)
    paid = await createPaidBooking(sandbox, 'gold', slot(2))
    expect((await dates()).at(-1)).toBe('18 Dec 8')
    await move(1)
    expect((await dates()).at(-1)).toBe('21 Dec 7')
  })

  test('is given up at its old hour when that was closed, and goes on after it at the new one', async () => {
    await closeSlot(trainer.person, paid.bookingId)
    await move(1)
    expect(await refusal(holdSlot(await createMember(), { slotId: slot(0) }))).toMatch('no longer offered')
    await at('2026-12-19T12:00:00+01:00')
    const { bookingId } = await renewBooking(paid.buyer, paid.bookingId)
    expect(await getMonth(paid.buyer, paid.bookingId)).toMatchObject({
      prospects: { next: { bookingId } },
    })
    expect(await refusal(move())).toBe('The month after it is already sold.')
    expect(await refusal(extend(3))).toBe('The month after it is already sold.')
  })

  test('stays with its trainer, and where it is when the hour is taken or the month over', async () => {
    const { bookingId } = paid
    const other = await createTrainerWithSlots(1)
    const elsewhere = { slotId: other.slots[0]!.id, reason: 'Why not' }
    expect(await refusal(moveMonth(admin, bookingId, elsewhere))).toMatch('same trainer')
    await expect(
      pool.query(`update bookings set slot_id = $1, moved_at = club_now()`, [elsewhere.slotId]),
    ).rejects.toMatchObject({ constraint: 'booking_frozen' })
    await holdSlot(await createMember(), { slotId: slot(1) })
    expect(await refusal(move(1))).toMatch('faster')
    expect(await refusal(move(0))).toMatch('already')
    expect((await rejectionOf(moveMonth(paid.buyer, bookingId, elsewhere))).code).toBe('forbidden')
    expect((await rejectionOf(moveMonth(admin, bookingId, { slotId: slot(2), reason: '' }))).code).toBe(
      'invalid',
    )
    await at('2026-12-20T12:00:00+01:00')
    expect(await refusal(move())).toBe('This month is over.')
    expect(await letterNames()).toEqual([])
  })
})

test('a month that is moved twice on one day keeps what was given back in between', async () => {
  await move(1)
  await cancelLesson(paid.buyer, await lessonOn('2026-11-25'))
  await move(2)
  expect(await dates()).toEqual(expect.arrayContaining(['25 Nov given back', '27 Nov 8']))
})

test('its trainer reads which hours of theirs go and come', async () => {
  await move(1)
  await extend(3)
  const { rows } = await pool.query<{ subject: string; text: string }>(
    `select subject, text from letters where letter = 'hours-changed' and user_id = $1 order by queued_at`,
    [trainer.person.id],
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['Moved to 07:00: Ada Moss', 'Extended: Ada Moss'])
  expect(rows[0]!.text).toMatch(/Mon 23 Nov, 06:00.*isn’t coming[^]*Mon 23 Nov, 07:00.*is coming/)
  expect(rows[1]!.text).toMatch(/Mon 21 Dec, 07:00.*is coming/)
})

describe('extendMonth', () => {
  test('ends later and has the dates in between, at the hour it has now', async () => {
    await move(1)
    await extend(4)
    await extend(3)
    expect((await dates()).slice(-4)).toEqual(['18 Dec 7', '21 Dec 7', '23 Dec 7', '25 Dec 7'])
    const { booking } = await getMonth(paid.buyer, paid.bookingId)
    expect(booking.paidUntil).toEqual(new Date('2026-12-27T12:00:00+01:00'))
    expect(await letterNames()).toEqual(['month-moved', 'month-extended', 'month-extended'])
  })

  test('is followed by a whole month', async () => {
    await extend(7)
    await at('2026-12-26T12:00:00+01:00')
    const { prospects } = await getMonth(paid.buyer, paid.bookingId)
    expect(prospects?.nextUntil).toEqual(new Date('2027-01-27T12:00:00+01:00'))
    const { bookingId } = await renewBooking(paid.buyer, paid.bookingId)
    const { rows } = await pool.query('select begins_at, carried_days from bookings where id = $1', [
      bookingId,
    ])
    expect(rows).toEqual([{ begins_at: new Date('2026-12-27T12:00:00+01:00'), carried_days: 7 }])
  })

  test('begins and ends by the clock on the wall, also of another zone', async () => {
    await extend(3)
    await move(1)
    await setClubTime('UTC', '2026-11-20T12:00:00+01:00')
    const { booking } = await getMonth(paid.buyer, paid.bookingId)
    expect(booking.paidUntil).toEqual(new Date('2026-12-23T12:00:00Z'))
  })

  test('is asked for again in its new last days', async () => {
    await at('2026-12-18T12:00:00+01:00')
    await sendRenewalReminders()
    await extend(14)
    await at('2027-01-02T12:00:00+01:00')
    await sendRenewalReminders()
    const { rows } = await pool.query(`select from letters where letter = 'renewal-reminder'`)
    expect(rows).toHaveLength(2)
  })

  test('is extended once by a form that is sent twice', async () => {
    const form = { days: 2, reason: 'Was ill', seenDays: 0 }
    const sent = await Promise.allSettled([1, 2, 3].map(() => extendMonth(admin, paid.bookingId, form)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(extendMonth(admin, paid.bookingId, { ...form, seenDays: '0' }))).toBe(
      'This month has been extended in the meantime. Please check when it ends now.',
    )
    expect(await getExtending(admin, paid.bookingId)).toMatchObject({ extendedDays: 2 })
    await extendMonth(admin, paid.bookingId, { ...form, seenDays: '2' })
  })

  test('ends 31 days later at most', async () => {
    await extend(30)
    expect(await getExtending(admin, paid.bookingId)).toMatchObject({ daysLeft: 1, whyNot: null })
    expect(await refusal(extend(2))).toBe('You can add at most 1 more day.')
    for (const odd of [0, '3.', '3,5', '']) expect((await rejectionOf(extend(odd))).code).toBe('invalid')
    expect(
      (await rejectionOf(extendMonth(paid.buyer, paid.bookingId, { days: 1, reason: 'Why' }))).code,
    ).toBe('forbidden')
    await expect(pool.query('update bookings set extended_days = 0')).rejects.toMatchObject({
      constraint: 'month_extends',
    })
  })
})
