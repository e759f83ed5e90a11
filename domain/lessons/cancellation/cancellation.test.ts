import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { listChangedPastLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { getLesson } from '#domain/lessons/lesson.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { pauseMonth } from '#domain/months/pausing.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { retireTrainer } from '#domain/trainers/retirement.server.ts'
import { recordVisit } from '#domain/visits/visits.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { callOffLesson, cancelLesson, moveLesson } from './cancellation.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let trainer: TestTrainer
let buyer: Person
let bookingId: string
let paymentId: string | null
beforeAll(() => void (sandbox = useSandbox()))
// Fixture: Mira gives Mondays, Wednesdays and Fridays at 06:00, 07:00 and 08:00. A member buys the first slot.
beforeEach(async () => {
  await pool.query('truncate orders, bookings, payments, received_intents, activities, letters cascade')
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  trainer = await createTrainerWithSlots(3)
  ;({ buyer, bookingId, paymentId } = await createPaidBooking(sandbox, 'gold', trainer.slots[0]!.id))
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const lessonOn = async (onDate: string) => {
  const { id } = await db
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .where('onDate', '=', onDate)
    .where('state', '=', 'planned')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
const moveTo = (moment: string) => setClubTime('Europe/Rome', moment)

describe('cancellation by the member', () => {
  test('is refused once they came, and the trainer can still call the hour off', async () => {
    await moveTo('2026-11-25T05:30:00+01:00')
    const id = await lessonOn('2026-11-25')
    const admin = await createAdmin()
    await recordVisit(admin, { id: crypto.randomUUID(), memberId: buyer.id, lessonId: id })
    expect(await getLesson(buyer, id)).toMatchObject({ outcome: null, hasCome: true })
    for (const work of [cancelLesson(buyer, id), moveLesson(buyer, id, { day: '2026-11-30', startHour: 7 })])
      await expect(work).rejects.toThrow('You came to this hour')
    expect(await callOffLesson(trainer.person, id)).toMatchObject({ until: expect.any(String) })
  })

  test('in time makes it a make-up, twice a month, and a third brings nothing; each is told before', async () => {
    const outcomes = []
    for (const day of ['2026-11-25', '2026-11-27', '2026-11-30']) {
      const id = await lessonOn(day)
      const { outcome: preview } = await getLesson(buyer, id)
      const { outcome, until } = await cancelLesson(buyer, id)
      expect(outcome).toBe(preview)
      outcomes.push([outcome, until])
    }
    expect(outcomes).toEqual([
      ['make-up', '2027-01-04'],
      ['make-up', '2027-01-04'],
      ['make-ups used', null],
    ])
    expect((await listMakeUps(buyer)).map(({ fromDate }) => fromDate)).toEqual(['2026-11-25', '2026-11-27'])
  })

  test('after the time loses it', async () => {
    // the deadline for Monday at 06:00 was Sunday at 13:00
    await moveTo('2026-11-22T13:00:00+01:00')
    expect(await cancelLesson(buyer, await lessonOn('2026-11-23'))).toEqual({
      outcome: 'too late',
      until: null,
    })
    expect(await listMakeUps(buyer)).toEqual([])
  })

  test('a second before is in time, and the trainer has that hour free for others', async () => {
    await moveTo('2026-11-22T12:59:59+01:00')
    const id = await lessonOn('2026-11-23')
    expect((await cancelLesson(buyer, id)).outcome).toBe('make-up')
    const [makeUp] = await listMakeUps(buyer)
    const { hours } = await listDatesForMakeUp(buyer, makeUp!.id)
    expect(hours).toContainEqual(expect.objectContaining({ day: '2026-11-23', startHour: 6 }))
    await expect(cancelLesson(buyer, id)).rejects.toThrow('This hour has already been called off.')
  })

  test('is only its member’s, and not once it has begun', async () => {
    const id = await lessonOn('2026-11-23')
    for (const other of [await createMember(), trainer.person, await createAdmin()])
      await expect(cancelLesson(other, id)).rejects.toMatchObject({ code: 'not-found' })
    await moveTo('2026-11-23T06:00:00+01:00')
    await expect(cancelLesson(buyer, id)).rejects.toThrow('This hour has already begun.')
  })
})

describe('an hour that waits for cover', () => {
  const away = (fromDay: string, untilDay: string) => declareAbsence(trainer.person, { fromDay, untilDay })
  const owed = async () => (await listMakeUps(buyer)).map(({ fromDate, because }) => `${fromDate} ${because}`)

  test('is owed when it is given back, also after the time', async () => {
    await away('2026-11-23', '2026-11-23')
    await moveTo('2026-11-22T13:30:00+01:00')
    const id = await lessonOn('2026-11-23')
    expect(await getLesson(buyer, id)).toMatchObject({ isLate: true, outcome: 'make-up' })
    expect(await cancelLesson(buyer, id)).toEqual({ outcome: 'make-up', until: '2027-01-07' })
    expect(await owed()).toEqual(['2026-11-23 trainer away'])
    expect(await getLesson(buyer, id)).toMatchObject({
      because: 'trainer away',
      participantState: 'called_off',
    })
  })

  test('takes none of the member’s own two a month', async () => {
    await away('2026-11-23', '2026-11-28')
    for (const day of ['2026-11-23', '2026-11-25', '2026-11-27'])
      expect((await cancelLesson(buyer, await lessonOn(day))).outcome).toBe('make-up')
    const planned = ['2026-11-30', '2026-12-02', '2026-12-04']
    for (const [index, outcome] of ['make-up', 'make-up', 'make-ups used'].entries())
      expect((await cancelLesson(buyer, await lessonOn(planned[index]!))).outcome).toBe(outcome)
    // the term of the club's begins on the date, that of the member's own with giving back
    expect(await owed()).toEqual([
      '2026-11-30 given back',
      '2026-12-02 given back',
      '2026-11-23 trainer away',
      '2026-11-25 trainer away',
      '2026-11-27 trainer away',
    ])
  })

  test('is moved as one that the club called off, and is owed again when the new hour waits, too', async () => {
    await away('2026-11-23', '2026-11-23')
    const first = await lessonOn('2026-11-23')
    await moveLesson(buyer, first, { day: '2026-11-25', startHour: 8 })
    expect(await getLesson(buyer, first)).toMatchObject({ because: 'trainer away', ownMakeUps: 0 })
    await away('2026-11-25', '2026-11-25')
    const { id } = await db
      .selectFrom('lessons')
      .where('startHour', '=', 8)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await cancelLesson(buyer, id)).outcome).toBe('make-up')
    expect(await owed()).toEqual(['2026-11-25 trainer away'])
  })

  test('is not one of the hours of a pause, and needs no notice', async () => {
    await away('2026-11-23', '2026-11-25')
    await moveTo('2026-11-22T13:30:00+01:00')
    const onlyWaiting = { fromDay: '2026-11-23', untilDay: '2026-11-23' }
    expect((await pauseMonth(buyer, bookingId, onlyWaiting)).hours).toBe(1)
    expect(
      (await pauseMonth(buyer, bookingId, { fromDay: '2026-11-25', untilDay: '2026-11-27' })).hours,
    ).toBe(2)
    expect(await owed()).toEqual(['2026-11-23 trainer away', '2026-11-25 trainer away', '2026-11-27 paused'])
  })
})

describe('moving a lesson', () => {
  test('gives it back and takes a free one, or neither', async () => {
    const id = await lessonOn('2026-11-23')
    await expect(moveLesson(buyer, id, { day: '2026-11-24', startHour: 7 })).rejects.toThrow(
      'Someone was faster',
    )
    expect((await getLesson(buyer, id)).state).toBe('planned')
    await moveLesson(buyer, id, { day: '2026-11-25', startHour: 8 })
    expect(await getLesson(buyer, id)).toMatchObject({
      state: 'called_off',
      because: 'moved',
      participantState: 'cancelled',
    })
    const moved = await db
      .selectFrom('lessons')
      .where('startHour', '=', 8)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(moved).toMatchObject({ onDate: '2026-11-25', state: 'planned' })
    expect(await listMakeUps(buyer)).toEqual([])
    // a make-up cannot be moved again
    await expect(moveLesson(buyer, moved.id, { day: '2026-11-27', startHour: 8 })).rejects.toThrow(
      'A make-up can’t be moved again.',
    )
    expect((await cancelLesson(buyer, moved.id)).outcome).toBe('was a make-up')
  })

  test('takes no hour that is held, sold, too soon or more than a week away', async () => {
    await createHold('gold', trainer.slots[1]!.id)
    await createPaidBooking(sandbox, 'gold', trainer.slots[2]!.id)
    await cancelLesson(buyer, await lessonOn('2026-11-30'))
    const [makeUp] = await listMakeUps(buyer)
    expect((await listDatesForMakeUp(buyer, makeUp!.id)).hours).toEqual([])
    await cancelLesson(buyer, await lessonOn('2026-11-27'))
    expect(
      (await listDatesForMakeUp(buyer, makeUp!.id)).hours.map(({ day, startHour }) => [day, startHour]),
    ).toEqual([['2026-11-27', 6]])
  })
})

describe('spendMakeUp', () => {
  const owed = async () => {
    await cancelLesson(buyer, await lessonOn('2026-11-25'))
    const [makeUp] = await listMakeUps(buyer)
    return makeUp!.id
  }

  test('is used once, also when it is sent many times at once', async () => {
    const id = await owed()
    const tries = await Promise.allSettled(
      [6, 7, 8, 7].map((startHour) => redeemMakeUp(buyer, id, { day: '2026-11-25', startHour })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(listDatesForMakeUp(buyer, id)).rejects.toThrow('This make-up has already been used.')
  })

  test('is nobody else’s, and ends', async () => {
    const id = await owed()
    await expect(listDatesForMakeUp(await createMember(), id)).rejects.toMatchObject({ code: 'not-found' })
    await moveTo('2027-01-05T00:00:01+01:00')
    expect(await listMakeUps(buyer)).toEqual([])
    await expect(listDatesForMakeUp(buyer, id)).rejects.toThrow('This make-up has expired.')
  })

  test('can be used after its month is over, which it outlives', async () => {
    const id = await owed()
    await moveTo('2026-12-20T11:00:00+01:00')
    await redeemMakeUp(buyer, id, { day: '2026-12-21', startHour: 7 })
    await moveTo('2026-12-20T12:00:01+01:00')
    await endPaidBookings()
    expect(
      await db.selectFrom('lessons').where('onDate', '=', '2026-12-21').select('state').execute(),
    ).toEqual([{ state: 'planned' }])
  })

  test('is gone with the money of its month', async () => {
    await owed()
    await refundPayment(await createAdmin(), {
      paymentId: paymentId!,
      amountCents: 7000,
      reason: 'Moved.',
      requestKey: bookingId,
    })
    expect(await listMakeUps(buyer)).toEqual([])
  })

  test('of a trainer who has left is another trainer’s hour', async () => {
    const id = await owed()
    await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
    await transaction(async (trx) => {
      await trx
        .updateTable('members')
        .set({ role: 'member' })
        .where('userId', '=', trainer.person.id)
        .execute()
      await retireTrainer(trx, trainer.person.id, null)
    })
    const { hours } = await listDatesForMakeUp(buyer, id)
    const names = hours.map(({ trainerName }) => trainerName)
    expect(names).toContain('Theo Marchetti')
    expect(hours.map(({ trainerId }) => trainerId)).not.toContain(trainer.trainerId)
    await redeemMakeUp(buyer, id, hours[0]!)
  })
})

test('an hour that its trainer or an admin calls off is always owed, and its member is told by mail', async () => {
  for (const day of ['2026-11-25', '2026-11-27']) await cancelLesson(buyer, await lessonOn(day))
  const [first, second] = [await lessonOn('2026-11-30'), await lessonOn('2026-12-02')]
  await callOffLesson(trainer.person, first)
  await callOffLesson(await createAdmin(), second)
  const formerTrainer = { ...trainer.person, role: 'member' } as const
  for (const other of [await createMember(), formerTrainer])
    await expect(callOffLesson(other, second)).rejects.toMatchObject({ code: 'not-found' })
  expect((await listMakeUps(buyer)).map(({ because }) => because)).toEqual([
    'given back',
    'given back',
    'by the club',
    'by the club',
  ])
  const letters = await db
    .selectFrom('letters')
    .where('letter', '=', 'hour-called-off')
    .select('subject')
    .execute()
  expect(letters.map(({ subject }) => subject).sort()).toEqual([
    'Called off: Mon 30 Nov, 06:00',
    'Called off: Wed 2 Dec, 06:00',
  ])
})

test('each date of a month says what became of it: moved to when, made good by which hour or not, covered by whom, lost', async () => {
  const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  const [monday, wednesday, friday] = [
    await lessonOn('2026-11-23'),
    await lessonOn('2026-11-25'),
    await lessonOn('2026-11-27'),
  ]
  await moveLesson(buyer, wednesday, { day: '2026-11-25', startHour: 7 })
  for (const day of ['2026-11-30', '2026-12-02']) await callOffLesson(trainer.person, await lessonOn(day))
  await declareAbsence(trainer.person, { fromDay: '2026-11-27', untilDay: '2026-11-27' })
  await takeCover(theo.person, friday)
  const [first, second] = await listMakeUps(buyer)
  await redeemMakeUp(buyer, first!.id, { day: '2026-11-25', startHour: 8 })
  await moveTo('2026-11-22T13:00:00+01:00')
  await cancelLesson(buyer, monday)
  const dates = new Map(
    (await listDates(buyer, bookingId)).map((date) => [`${date.day} ${date.startHour}`, date]),
  )
  expect(dates.get('2026-11-23 6')).toMatchObject({ because: 'given back', wasLate: true, makeUpId: null })
  expect(dates.get('2026-11-25 6')).toMatchObject({
    because: 'moved',
    insteadDay: '2026-11-25',
    insteadHour: 7,
  })
  expect(dates.get('2026-11-27 6')).toMatchObject({ trainerName: 'Theo Marchetti', insteadOf: 'Mira Okafor' })
  expect(dates.get('2026-11-30 6')).toMatchObject({
    insteadDay: '2026-11-25',
    insteadHour: 8,
    makeUpId: null,
  })
  expect(dates.get('2026-12-02 6')).toMatchObject({ insteadDay: null, makeUpId: second!.id, ranOut: false })
  expect(await getLesson(buyer, wednesday)).toMatchObject({ insteadDay: '2026-11-25', insteadHour: 7 })

  // past dates that went otherwise are newest first
  await pool.query('update make_ups set checked_on = until')
  await moveTo('2027-01-17T12:00:00+01:00')
  await endPaidBookings()
  const changed = [...dates.values()].filter(
    ({ because, insteadOf }) => because !== null || insteadOf !== null,
  )
  const { items, total } = await listChangedPastLessons(buyer, { limit: 2, offset: changed.length - 2 })
  expect(total).toBe(changed.length)
  expect(items.map(({ day, startHour }) => `${day} ${startHour}`)).toEqual(['2026-11-25 6', '2026-11-23 6'])
  expect((await listDates(buyer, bookingId)).find(({ day }) => day === '2026-12-02')).toMatchObject({
    makeUpId: null,
    ranOut: true,
  })
})
