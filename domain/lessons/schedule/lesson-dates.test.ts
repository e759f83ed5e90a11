import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { savePayment } from '#domain/checkout/intents.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createPaidBooking,
  createHoldWithIntent,
  createSlot,
  goodCard,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { previewDates, writeMissingLessonDates } from './lesson-dates.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
beforeEach(() => pool.query('truncate orders, bookings, payments, received_intents, activities cascade'))
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

// Fixture: the trainers give Mondays, Wednesdays and Fridays, the first hour at 06:00.
const lessonsOf = (bookingId: string) =>
  db
    .selectFrom('lessons')
    .innerJoin('participants', 'participants.lessonId', 'lessons.id')
    .where('bookingId', '=', bookingId)
    .select([
      'onDate',
      'startsAt',
      'lessons.state',
      'calledOffBecause',
      'participants.state as place',
      'freeUntil',
    ])
    .orderBy('onDate')
    .execute()
const makeUpsOf = (bookingId: string) =>
  db
    .selectFrom('makeUps')
    .where('bookingId', '=', bookingId)
    .select(['because', 'fromDate', 'until'])
    .execute()
const daysOf = async (bookingId: string) => (await lessonsOf(bookingId)).map(({ onDate }) => onDate)

/** Creates a slot at 02:00 on Sundays, which clocks skip in spring. */
async function createSundayNight(): Promise<string> {
  const slotId = await createSlot()
  await pool.query(`update slots set start_hour = 2 where id = $1`, [slotId])
  await pool.query(
    `update trainers set weekdays = '{Sunday}' where id = (select trainer_id from slots where id = $1)`,
    [slotId],
  )
  return slotId
}

describe('lesson dates of a paid month', () => {
  test('has a lesson on each of the trainer’s days, from two waking hours after paying until the month is over', async () => {
    await setClubTime('Europe/Rome', '2026-11-20T04:30:00+01:00')
    const { bookingId } = await createPaidBooking(sandbox)
    const days = await daysOf(bookingId)
    // Friday the 20th would start in an hour and a half, which is too soon
    expect(days.slice(0, 3)).toEqual(['2026-11-23', '2026-11-25', '2026-11-27'])
    expect(days.at(-1)).toBe('2026-12-18')
    expect(days).toHaveLength(12)
  })

  test.each([
    ['Europe/Rome', '2026-03-10T18:00:00+01:00', ['2026-03-27T05:00:00.000Z', '2026-03-30T04:00:00.000Z']],
    [
      'America/New_York',
      '2026-10-20T18:00:00-04:00',
      ['2026-10-30T10:00:00.000Z', '2026-11-02T11:00:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-09-20T18:00:00+10:30',
      ['2026-10-01T19:30:00.000Z', '2026-10-04T19:00:00.000Z'],
    ],
    [
      'America/Santiago',
      '2026-08-20T18:00:00-04:00',
      ['2026-09-04T10:00:00.000Z', '2026-09-07T09:00:00.000Z'],
    ],
  ])('keeps six o’clock on the wall in %s when the clocks change', async (zone, paidAt, around) => {
    await setClubTime(zone, paidAt)
    const { bookingId } = await createPaidBooking(sandbox)
    const starts = (await lessonsOf(bookingId)).map(({ startsAt }) => startsAt.toISOString())
    expect(starts).toEqual(expect.arrayContaining(around))
  })

  test('is what was shown before it was paid', async () => {
    await setClubTime('Europe/Rome', '2026-01-31T09:30:00+01:00')
    const slotId = await createSlot()
    const shown = await previewDates(slotId)
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
    expect(shown.map(({ day }) => day)).toEqual(await daysOf(bookingId))
    expect(shown).toHaveLength(12)
  })

  test('owes the hour of a night that has no such hour', async () => {
    await setClubTime('Europe/Rome', '2026-03-10T18:00:00+01:00')
    const slotId = await createSundayNight()
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
    expect(await daysOf(bookingId)).toEqual(['2026-03-15', '2026-03-22', '2026-04-05'])
    expect(await makeUpsOf(bookingId)).toEqual([
      { because: 'no such hour', fromDate: '2026-03-29', until: '2026-05-13' },
    ])
  })

  test('can be given back for nothing until eight waking hours before each hour', async () => {
    await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
    const [first] = await lessonsOf((await createPaidBooking(sandbox)).bookingId)
    // eight waking hours before 06:00; 21:00 to 07:00 do not count
    expect(first?.freeUntil.toISOString()).toBe('2026-11-22T12:00:00.000Z')
  })
})

describe('change of the club’s time zone', () => {
  test('may be changed: lessons keep their day and hour', async () => {
    await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
    const { bookingId } = await createPaidBooking(sandbox)
    await setClubTime('Asia/Tokyo', '2026-11-20T12:00:00+01:00')
    const [first] = await lessonsOf(bookingId)
    expect(first).toMatchObject({ onDate: '2026-11-23', startsAt: new Date('2026-11-23T06:00:00+09:00') })
  })

  test('takes with it until when an hour is given back and covered, and which days a month has', async () => {
    await setClubTime('Europe/Rome', '2026-11-18T12:00:00+01:00')
    const slotId = await createSlot()
    // the month ends on Friday the 18th before this hour, which in Tokyo would come first
    await pool.query('update slots set start_hour = 15 where id = $1', [slotId])
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
    const days = await daysOf(bookingId)
    const { trainerId } = await db
      .selectFrom('slots')
      .select('trainerId')
      .where('id', '=', slotId)
      .executeTakeFirstOrThrow()
    const friday = { fromDay: '2026-11-27', untilDay: '2026-11-27', trainerId }
    expect(await declareAbsence(await createAdmin(), friday)).toEqual({ toCover: 1, calledOff: 0 })
    const promises = () =>
      db
        .selectFrom('lessons')
        .innerJoin('participants', 'participants.lessonId', 'lessons.id')
        .where('onDate', '=', '2026-11-27')
        .select(['startsAt', 'freeUntil', 'coverUntil'])
        .executeTakeFirstOrThrow()
    expect(await promises()).toEqual({
      startsAt: new Date('2026-11-27T15:00:00+01:00'),
      freeUntil: new Date('2026-11-27T07:00:00+01:00'),
      coverUntil: new Date('2026-11-27T12:00:00+01:00'),
    })
    await setClubTime('Asia/Tokyo', '2026-11-18T12:00:00+01:00')
    expect(await promises()).toEqual({
      startsAt: new Date('2026-11-27T15:00:00+09:00'),
      freeUntil: new Date('2026-11-27T07:00:00+09:00'),
      coverUntil: new Date('2026-11-27T12:00:00+09:00'),
    })
    expect(await daysOf(bookingId)).toEqual(days)
  })

  test('that skips an hour owes it', async () => {
    await setClubTime('UTC', '2026-03-10T18:00:00Z')
    const slotId = await createSundayNight()
    const { bookingId } = await createPaidBooking(sandbox, 'gold', slotId)
    await setClubTime('Europe/Rome', '2026-03-10T18:00:00Z')
    expect(await makeUpsOf(bookingId)).toEqual([
      { because: 'no such hour', fromDate: '2026-03-29', until: '2026-05-13' },
    ])
    expect((await lessonsOf(bookingId)).map(({ place }) => place)).toEqual([
      'booked',
      'booked',
      'called_off',
      'booked',
    ])
  })
})

describe('payment without lesson dates', () => {
  test('a month whose dates cannot be written is paid, and has them as soon as they can', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    await pool.query(`alter table lessons add constraint broken check (false)`)
    const { bookingId } = await createPaidBooking(sandbox)
    expect(await bookingStateOf(bookingId)).toBe('paid')
    expect(await daysOf(bookingId)).toEqual([])
    await pool.query(`alter table lessons drop constraint broken`)
    expect(await writeMissingLessonDates()).toBe(1)
    expect(await daysOf(bookingId)).toHaveLength(12)
    expect(await writeMissingLessonDates()).toBe(0)
    // the receipt listed no dates
    const letters = db.selectFrom('letters').where('cause', 'like', `%${bookingId}`).orderBy('letter')
    const [receipt, dates, sale, ...others] = await letters.select('text').execute()
    expect(others).toEqual([])
    expect(receipt!.text).not.toContain('First hour')
    expect(sale!.text).not.toContain('First hour')
    expect(dates!.text).toMatch(
      /First hour: Monday 23 Nov, 06:00\s+Hours: 12\s+Last hour: Friday 18 Dec, 06:00/,
    )
  })

  test('and would without the guard, the savepoint before the dates', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    await pool.query(`alter table lessons add constraint broken check (false)`)
    const query = pg.Client.prototype.query
    const unguarded = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...words: unknown[]
    ) {
      const isGuard = typeof words[0] === 'string' && words[0].endsWith('savepoint before_dates')
      return Reflect.apply(query, this, isGuard ? ['select'] : words)
    })
    const paying = await createHoldWithIntent()
    await sandbox.confirmIntent({ clientSecret: paying.clientSecret, card: goodCard })
    await expect(savePayment(paying.buyer, { intentId: paying.intentId })).rejects.toThrow(
      'transaction is aborted',
    )
    unguarded.mockRestore()
    expect(await bookingStateOf(paying.bookingId)).toBe('paying')
    await pool.query(`alter table lessons drop constraint broken`)
  })

  test('a month that was sold before there were lessons has its dates from now on', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    const { bookingId } = await createPaidBooking(sandbox)
    await pool.query(`truncate months, participants cascade`)
    await pool.query(`delete from lessons`)
    await setClubTime('UTC', '2026-12-10T12:00:00Z')
    await writeMissingLessonDates()
    expect(await daysOf(bookingId)).toEqual(['2026-12-11', '2026-12-14', '2026-12-16', '2026-12-18'])
  })
})

describe('lessons of a refunded or ended month', () => {
  test('once the money goes back', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    const { bookingId, paymentId } = await createPaidBooking(sandbox)
    await setClubTime('UTC', '2026-11-24T12:00:00Z')
    const reason = 'Moved away.'
    await refundPayment(await createAdmin(), { paymentId, amountCents: 7000, reason, requestKey: bookingId })
    const [monday, wednesday] = await lessonsOf(bookingId)
    expect(monday).toMatchObject({ state: 'planned', place: 'booked' })
    expect(wednesday).toMatchObject({
      state: 'called_off',
      calledOffBecause: 'refunded',
      place: 'called_off',
    })
  })

  test('and what took place stays when the month is over', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    const { bookingId } = await createPaidBooking(sandbox)
    await setClubTime('UTC', '2026-12-20T12:00:01Z')
    await endPaidBookings()
    expect(new Set((await lessonsOf(bookingId)).map(({ place }) => place))).toEqual(new Set(['booked']))
  })
})

describe('lesson constraints refuse', () => {
  test('a trainer twice at a time, a lesson without its member, and one that was called off and takes place', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    const { bookingId } = await createPaidBooking(sandbox)
    const [lesson] = await db.selectFrom('lessons').where('bookingId', '=', bookingId).selectAll().execute()
    const { trainerId, onDate, startHour, id } = lesson!
    const add = (hour: number) =>
      db.insertInto('lessons').values({ bookingId, trainerId, onDate, startHour: hour }).execute()
    await expect(add(startHour)).rejects.toMatchObject({ constraint: 'trainer_in_one_place' })
    await expect(add(startHour + 1)).rejects.toMatchObject({ constraint: 'lesson_has_its_member' })
    const callOff = pool.query(
      `update lessons set state = 'called_off', called_off_because = 'refunded' where id = $1`,
      [id],
    )
    await expect(callOff).rejects.toMatchObject({ constraint: 'lesson_has_its_member' })
    await expect(pool.query('update policies set cancellation_hours = 0')).rejects.toMatchObject({
      constraint: 'append_only',
    })
  })

  test('and what must always be true finds a date that was lost', async () => {
    await setClubTime('UTC', '2026-11-20T12:00:00Z')
    await createHold()
    const { bookingId } = await createPaidBooking(sandbox)
    await pool.query(`update months set dates_from = dates_from - interval '7 days' where booking_id = $1`, [
      bookingId,
    ])
    expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toEqual([
      'each date of a paid month is one lesson or make-up',
      'each date of a paid month is one lesson or make-up',
      'each date of a paid month is one lesson or make-up',
    ])
    await pool.query(`update months set dates_from = dates_from + interval '7 days'`)
  })
})
