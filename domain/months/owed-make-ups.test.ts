import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { listOwnLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { callOffLesson, cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { extendMonth } from './extending.server.ts'
import { grantMakeUp } from './granting-make-ups.server.ts'
import { getOwedMakeUps } from './month-make-ups.server.ts'
import { refundMakeUp } from './refunding-make-ups.server.ts'

useDatabase({ connections: 2 })
let sandbox: Sandbox
let admin: Person
let buyer: Person
let bookingId: string
let paymentId: string | null
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
// Fixture: a month of twelve lessons for $70, on Mondays, Wednesdays and Fridays at 06:00.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, audit_entries cascade',
  )
  await moveTo('2026-11-20T12:00:00+01:00')
  const { slots } = await createTrainerWithSlots(2)
  ;({ buyer, bookingId, paymentId } = await createPaidBooking(sandbox, 'gold', slots[0]!.id))
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const moveTo = (moment: string) => setClubTime('Europe/Rome', moment)
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message
const ofShower = { reason: 'The shower was cold.', requestKey: 'of-the-shower' }
const lettersTo = async (person: Person) =>
  await db
    .selectFrom('letters')
    .where('userId', '=', person.id)
    .where('letter', '=', 'make-up-given')
    .selectAll()
    .execute()
const refundsOf = () =>
  db
    .selectFrom('refunds')
    .where('paymentId', '=', paymentId)
    .select(['amountCents', 'reason', 'requestedBy'])
    .execute()

/** Calls off the first lesson and returns the id of its make-up. */
async function owe(): Promise<string> {
  const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).where('state', '=', 'planned')
  const { id } = await lessons.orderBy('onDate').select('id').executeTakeFirstOrThrow()
  await callOffLesson(admin, id)
  const made = db.selectFrom('makeUps').where('fromLessonId', '=', id).select('id')
  return (await made.executeTakeFirstOrThrow()).id
}

describe('grantMakeUp', () => {
  test('is one however often the form is sent, and its member is told why, once', async () => {
    const granted = await Promise.all([1, 2].map(() => grantMakeUp(admin, bookingId, ofShower)))
    expect(granted[0]).toEqual(granted[1])
    expect(granted[0]).toMatchObject({ until: '2027-01-04', memberName: buyer.name })
    expect(await listMakeUps(buyer)).toMatchObject([
      { id: granted[0]!.makeUpId, because: 'granted', fromDate: '2026-11-20', until: '2027-01-04' },
    ])
    expect(await lettersTo(buyer)).toHaveLength(1)
    const activities = db
      .selectFrom('activities')
      .where('userId', '=', buyer.id)
      .select(['summary', 'detail'])
    expect(await activities.where('summary', '=', 'The club gave you an hour').execute()).toEqual([
      { summary: 'The club gave you an hour', detail: 'Mira Okafor, until Mon 4 Jan: The shower was cold.' },
    ])
    const audit = db
      .selectFrom('auditEntries')
      .where('action', '=', 'give make-up')
      .select(['actorId', 'subjectId', 'after'])
    expect(await audit.execute()).toEqual([
      {
        actorId: admin.id,
        subjectId: bookingId,
        after: { trainer: 'Mira Okafor', until: '2027-01-04', reason: ofShower.reason },
      },
    ])
  })

  test('is used as any other, leaves one’s own two, and is no date of the month', async () => {
    const { makeUpId } = await grantMakeUp(admin, bookingId, ofShower)
    const before = (await listOwnLessons(buyer)).hours.length
    expect(before).toBe(12)
    const { hours } = await listDatesForMakeUp(buyer, makeUpId)
    await redeemMakeUp(
      buyer,
      makeUpId,
      hours.find(({ startHour }) => startHour === 7)!,
    )
    const planned = (await listOwnLessons(buyer)).hours.filter(({ day }) => day > '2026-11-24')
    expect((await cancelLesson(buyer, planned[0]!.lessonId!)).outcome).toBe('make-up')
    expect((await cancelLesson(buyer, planned[1]!.lessonId!)).outcome).toBe('make-up')
    const { hours: owed, dates } = await getOwedMakeUps(admin, bookingId)
    expect(dates).toBe(12)
    expect(owed.map(({ because, state, reason }) => [because, state, reason])).toEqual([
      ['given back', 'open', null],
      ['given back', 'open', null],
      ['granted', 'used', ofShower.reason],
    ])
  })

  test('can be given after the month, at most as often as it was sold for, and not once its money went back', async () => {
    await moveTo('2026-12-20T12:00:01+01:00')
    await endPaidBookings()
    for (let time = 1; time <= 12; time += 1)
      await grantMakeUp(admin, bookingId, { reason: 'Ill', requestKey: `number-${time}` })
    const more = grantMakeUp(admin, bookingId, { reason: 'Ill', requestKey: 'number-13' })
    expect(await refusal(more)).toBe('As many hours have been given by hand as the month was sold for.')
    const whole = { paymentId: paymentId!, amountCents: 7000, reason: 'Moved', requestKey: bookingId }
    const { bookingId: other, paymentId: paid } = await createPaidBooking(sandbox)
    await refundPayment(admin, { ...whole, paymentId: paid })
    expect(await refusal(grantMakeUp(admin, other, ofShower))).toBe(
      'The money for this month has been returned.',
    )
  })
})

describe('refundMakeUp', () => {
  test('goes back once, as one of the month’s hours, and the make-up is gone with it', async () => {
    const id = await owe()
    expect((await getOwedMakeUps(admin, bookingId)).hours).toMatchObject([
      { id, refundCents: 583, state: 'open' },
    ])
    expect(await refundMakeUp(admin, id, { reason: 'Ill' })).toMatchObject({ amountCents: 583 })
    expect(await refusal(refundMakeUp(admin, id, { reason: 'Ill' }))).toBe(
      'The money for this make-up has been returned.',
    )
    expect(await refundsOf()).toEqual([
      { amountCents: 583, reason: 'Make-up for Mon 23 Nov: Ill', requestedBy: admin.id },
    ])
    expect(await bookingStateOf(bookingId)).toBe('paid')
    expect(await listMakeUps(buyer)).toEqual([])
    expect(await refusal(listDatesForMakeUp(buyer, id))).toBe('The money for this make-up has been returned.')
    expect((await getOwedMakeUps(admin, bookingId)).hours).toMatchObject([
      { state: 'refunded', refundCents: null },
    ])
  })

  test('is no less because the office added days to the month, for nothing', async () => {
    const id = await owe()
    const before = await getOwedMakeUps(admin, bookingId)
    await extendMonth(admin, bookingId, { days: 31, reason: 'The boiler' })
    const { dates, hours } = await getOwedMakeUps(admin, bookingId)
    expect([dates, hours]).toEqual([12, before.hours])
    expect(await refundMakeUp(admin, id, { reason: 'Ill' })).toMatchObject({ amountCents: 583 })
  })

  test('goes back on the page of its own month only', async () => {
    const id = await owe()
    const { bookingId: other } = await createPaidBooking(sandbox)
    expect((await rejectionOf(refundMakeUp(admin, id, { reason: 'Ill' }, other))).code).toBe('not-found')
    expect(await refundsOf()).toEqual([])
    expect(await refundMakeUp(admin, id, { reason: 'Ill' }, bookingId)).toMatchObject({ amountCents: 583 })
  })

  test('or the hour is used: of both at once one is done, never both', async () => {
    const id = await owe()
    const { hours } = await listDatesForMakeUp(buyer, id)
    const both = await Promise.allSettled([
      redeemMakeUp(buyer, id, hours[0]!),
      refundMakeUp(admin, id, { reason: 'Ill' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const spent = pool.query(
      `update make_ups set spent_on = coalesce(spent_on, from_lesson_id),
      refund_id = coalesce(refund_id, (select id from refunds limit 1), gen_random_uuid()) where id = $1`,
      [id],
    )
    await expect(spent).rejects.toMatchObject({ constraint: 'spent_or_refunded' })
  })

  test('stays where it was given by hand, ran out, or too little of the payment is left', async () => {
    const { makeUpId } = await grantMakeUp(admin, bookingId, ofShower)
    expect(await refusal(refundMakeUp(admin, makeUpId, { reason: 'Ill' }))).toMatch(
      'The club gave this hour free of charge',
    )
    const id = await owe()
    const part = { paymentId: paymentId!, amountCents: 6500, reason: 'Ill', requestKey: bookingId }
    await refundPayment(admin, part)
    expect(await refusal(refundMakeUp(admin, id, { reason: 'Ill' }))).toMatch('At most $5 of this payment')
    // checked on each day of its term, with free hours
    await pool.query('update make_ups set checked_on = until')
    await moveTo('2027-02-05T00:00:00+01:00')
    expect(await refusal(refundMakeUp(admin, id, { reason: 'Ill' }))).toBe('This make-up has expired.')
    expect((await refundsOf()).map(({ amountCents }) => amountCents)).toEqual([6500])
  })

  test('stays as well where an hour that was given, or a day that was added, was called off in its turn', async () => {
    const { makeUpId } = await grantMakeUp(admin, bookingId, ofShower)
    const { hours } = await listDatesForMakeUp(buyer, makeUpId)
    const { lessonId } = await redeemMakeUp(buyer, makeUpId, hours[0]!)
    await callOffLesson(admin, lessonId)
    await extendMonth(admin, bookingId, { days: 7, reason: 'The boiler' })
    const lessons = db.selectFrom('lessons').where('bookingId', '=', bookingId).orderBy('onDate', 'desc')
    await callOffLesson(admin, (await lessons.select('id').executeTakeFirstOrThrow()).id)
    const owed = (await getOwedMakeUps(admin, bookingId)).hours
    expect(owed.map(({ state, isGift, refundCents }) => [state, isGift, refundCents])).toEqual([
      ['open', true, null],
      ['open', true, null],
      ['used', true, null],
    ])
    for (const { id } of owed.filter(({ state }) => state === 'open'))
      expect(await refusal(refundMakeUp(admin, id, { reason: 'Ill' }))).toMatch(
        'The club gave this hour free of charge',
      )
    // a paid date keeps its price when another lesson replaces it
    const paid = await owe()
    const chosen = await redeemMakeUp(buyer, paid, (await listDatesForMakeUp(buyer, paid)).hours[0]!)
    await callOffLesson(admin, chosen.lessonId)
    expect((await getOwedMakeUps(admin, bookingId)).hours).toContainEqual(
      expect.objectContaining({ state: 'open', isGift: false, refundCents: 583 }),
    )
  })

  test('of the last hours of a month goes back with the hour itself, when nothing of the payment is left then', async () => {
    const id = await owe()
    const part = { paymentId: paymentId!, amountCents: 7000 - 583, reason: 'Ill', requestKey: bookingId }
    await refundPayment(admin, part)
    const month = await getOwedMakeUps(admin, bookingId)
    expect(month.hours[0]!.refundCents).toBe(month.leftCents)
    await refundMakeUp(admin, id, { reason: 'Ill' })
    expect(await bookingStateOf(bookingId)).toBe('refund_due')
  })
})

test('only admins see what is owed for a month, give and refund, and only of a month that was paid', async () => {
  const id = await owe()
  for (const person of [buyer, await createMember()])
    for (const act of [
      () => getOwedMakeUps(person, bookingId),
      () => grantMakeUp(person, bookingId, ofShower),
      () => refundMakeUp(person, id, { reason: 'Ill' }),
    ])
      expect((await rejectionOf(act())).code).toBe('forbidden')
  for (const act of [
    () => getOwedMakeUps(admin, crypto.randomUUID()),
    () => grantMakeUp(admin, crypto.randomUUID(), ofShower),
    () => refundMakeUp(admin, 'nonsense', { reason: 'Ill' }),
    () => refundMakeUp(admin, crypto.randomUUID(), { reason: 'Ill' }),
  ])
    expect((await rejectionOf(act())).code).toBe('not-found')
  expect((await rejectionOf(grantMakeUp(admin, bookingId, { ...ofShower, reason: ' ' }))).code).toBe(
    'invalid',
  )
  expect((await rejectionOf(refundMakeUp(admin, id, { reason: '' }))).code).toBe('invalid')
})
