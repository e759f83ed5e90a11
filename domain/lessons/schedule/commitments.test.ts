import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listFreeTrainers } from '#domain/lessons/covers/available-trainers.server.ts'
import { sendCoverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listCoversToGive } from '#domain/lessons/covers/open-covers.server.ts'
import { listDatesForMakeUp, listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { extendMonth } from '#domain/months/extending.server.ts'
import { moveMonth } from '#domain/months/moving.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { listOverlaps } from './commitments.server.ts'
import { previewDates } from './lesson-dates.server.ts'

useDatabase()
let admin: Person
let ann: Person
let mira: TestTrainer
let dario: TestTrainer
beforeAll(async () => {
  useSandbox()
  admin = await createAdmin()
})
// Both trainers give hours at 06:00, 07:00 and 08:00 on Mondays, Wednesdays and Fridays.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, trainers cascade',
  )
  await pool.query(`update members set role = 'member' where role = 'trainer'`)
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  mira = await createTrainerWithSlots(3)
  dario = await createTrainerWithSlots(3, { name: 'Dario Conti' })
  ann = await createMember({ name: 'Ann Lee' })
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const slotOf = (trainer: TestTrainer, index = 0) => trainer.slots[index]!.id
const book = (trainer: TestTrainer, buyer: Person, index = 0) =>
  createBooking(slotOf(trainer, index), buyer, 'paid')
const hold = async (trainer: TestTrainer, buyer: Person) =>
  (await holdSlot(buyer, { slotId: slotOf(trainer) })).bookingId
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
const lessonOn = async (bookingId: string, day: string) =>
  (
    await db
      .selectFrom('lessons')
      .where('bookingId', '=', bookingId)
      .where('onDate', '=', day)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const monday = '2026-11-23'
const away = (trainer: TestTrainer) => declareAbsence(trainer.person, { fromDay: monday, untilDay: monday })
const withMira = 'You are with Mira then (Mon, Wed and Fri, 06:00).'

describe('a buyer who is with another trainer at that time', () => {
  test('is asked before a plan is chosen, and has both hours once they accept', async () => {
    await book(mira, ann)
    const bookingId = await hold(dario, ann)
    const { slot, buyer } = await getBooking(ann, bookingId)
    expect(await listOverlaps({ id: bookingId, buyerId: buyer.id, slotId: slot.id })).toMatchObject([
      { trainerName: 'Mira Okafor', startHour: 6, day: null },
    ])
    expect(await refusal(choosePlan(ann, bookingId, { plan: 'gold' }))).toMatch(withMira)
    expect((await getBooking(ann, bookingId)).plan).toBeNull()
    expect((await choosePlan(ann, bookingId, { plan: 'gold', acceptsOverlap: true })).plan).toBe('gold')
    await releaseHold(ann, bookingId)
    await book(dario, ann)
  })

  test('is asked of an hour on hold, too, and not of one that was let go', async () => {
    const first = await hold(mira, ann)
    const second = await hold(dario, ann)
    expect(await refusal(choosePlan(ann, second, { plan: 'gold' }))).toMatch(withMira)
    await releaseHold(ann, first)
    await choosePlan(ann, second, { plan: 'gold' })
  })

  test('is asked of a single date by its day', async () => {
    const month = await book(mira, ann, 1)
    await callOffLesson(mira.person, await lessonOn(month, monday))
    const [makeUp] = await listMakeUps(ann)
    await redeemMakeUp(ann, makeUp!.id, { day: '2026-11-25', startHour: 6 })
    expect(await refusal(choosePlan(ann, await hold(dario, ann), { plan: 'gold' }))).toMatch(
      'You are with Mira then (Wed 25 Nov, 06:00).',
    )
  })

  test('is asked of at the desk, where the office accepts it', async () => {
    await book(mira, ann)
    const { bookingId } = await holdForMember(admin, ann.id, { slotId: slotOf(dario) })
    const payment = { plan: 'gold', method: 'cash' } as const
    expect(await refusal(takePayment(admin, bookingId, payment))).toMatch(
      'Ann Lee is with Mira Okafor then (Mon, Wed and Fri, 06:00).',
    )
    await takePayment(admin, bookingId, { ...payment, acceptsOverlap: true })
  })

  test('keeps the hour of a month that the office wants to move or extend into the other', async () => {
    await book(mira, ann)
    const later = await book(dario, ann, 1)
    expect(await refusal(moveMonth(admin, later, { slotId: slotOf(dario), reason: 'Works late' }))).toMatch(
      'Ann Lee is with Mira Okafor then (Mon, Wed and Fri, 06:00).',
    )
    await setClubTime('Europe/Rome', '2026-12-15T12:00:00+01:00')
    const own = await book(await createTrainerWithSlots(2, { name: 'Theo Marchetti' }), ann, 1)
    expect(await refusal(extendMonth(admin, later, { days: 7, reason: 'Was ill' }))).toMatch(
      'Ann Lee is with Theo Marchetti then',
    )
    expect((await getBooking(ann, own)).state).toBe('paid')
  })
})

describe('a trainer who gives an hour', () => {
  test('cannot buy one at that time, by themselves or at the desk', async () => {
    await book(mira, ann)
    const sentence = 'hour then, on Mon 23 Nov at 06:00.'
    expect(await refusal(hold(dario, mira.person))).toBe(`You give an ${sentence}`)
    expect(await refusal(holdForMember(admin, mira.person.id, { slotId: slotOf(dario) }))).toBe(
      `Mira Okafor gives an ${sentence}`,
    )
    await holdSlot(mira.person, { slotId: slotOf(dario, 1) })
  })

  test('cannot buy one either while theirs is on hold, or keep one when theirs was sold since', async () => {
    const bookingId = await hold(mira, ann)
    expect(await refusal(hold(dario, mira.person))).toMatch('You give an hour then')
    await releaseHold(ann, bookingId)
    const month = await book(dario, mira.person)
    await setClubTime('Europe/Rome', '2026-12-15T12:00:00+01:00')
    await book(mira, ann)
    expect(await refusal(renewBooking(mira.person, month))).toBe(
      'You give an hour then, on Mon 21 Dec at 06:00.',
    )
  })

  test('is not offered it for a make-up of their own', async () => {
    await book(mira, ann, 1)
    const month = await book(dario, mira.person)
    await callOffLesson(dario.person, await lessonOn(month, monday))
    const [makeUp] = await listMakeUps(mira.person)
    const { hours } = await listDatesForMakeUp(mira.person, makeUp!.id)
    const on = (day: string) => hours.filter((hour) => hour.day === day).map(({ startHour }) => startHour)
    expect(on('2026-11-25')).toEqual([8])
  })
})

describe('a trainer who takes an hour', () => {
  test('has no date to sell at that time, from the hold on', async () => {
    const bookingId = await hold(dario, mira.person)
    expect(await refusal(hold(mira, ann))).toMatch('The trainer is booking an hour of their own')
    await releaseHold(mira.person, bookingId)
    await book(dario, mira.person)
    const dates = await previewDates(slotOf(mira))
    expect(new Set(dates.map(({ because }) => because))).toEqual(new Set(['trainer taken']))
  })

  test('covers no other hour then, and is not asked to', async () => {
    const samira = await createTrainerWithSlots(1, { name: 'Samira Aziz' })
    await book(dario, samira.person)
    const lessonId = await lessonOn(await book(mira, ann), monday)
    await away(mira)
    expect((await listFreeTrainers(admin, lessonId)).items.map(({ name }) => name)).toEqual([])
    expect(await listCoversToGive(samira.person)).toMatchObject({ items: [], clashes: 1 })
    expect(await refusal(takeCover(samira.person, lessonId))).toBe('Samira Aziz takes an hour at 06:00.')
    expect(await refusal(takeCover(admin, lessonId, { trainerId: samira.trainerId }))).toMatch(
      'takes an hour at 06:00',
    )
    const { id } = await db.selectFrom('absences').select('id').executeTakeFirstOrThrow()
    await sendCoverRequests({ absenceId: id })
    const asked = await db
      .selectFrom('letters')
      .where('letter', '=', 'cover-requested')
      .select('userId')
      .execute()
    expect(asked).toEqual([])
  })

  test('cannot be given one at that time by a statement past all operations', async () => {
    await book(dario, mira.person)
    const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
    const lessonId = await lessonOn(await book(theo, ann), monday)
    await expect(
      pool.query('update lessons set trainer_id = $1 where id = $2', [mira.trainerId, lessonId]),
    ).rejects.toMatchObject({ constraint: 'one_place_at_a_time' })
  })
})

describe('two at once', () => {
  /** Starts the operations while no activity can be recorded, until all wait, and returns their outcomes. */
  async function together(works: (() => Promise<unknown>)[]): Promise<string[]> {
    const door = await pool.connect()
    await door.query('begin; lock table activities in share row exclusive mode')
    const settled = Promise.allSettled(works.map((work) => work()))
    await waitForLocks(works.length)
    await door.query('commit')
    door.release()
    return (await settled).map(({ status }) => status).toSorted()
  }

  let theo: TestTrainer
  let lessonId: string
  beforeEach(async () => {
    theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
    lessonId = await lessonOn(await book(mira, ann), monday)
    await away(mira)
  })
  const coverAndHold = () =>
    together([() => takeCover(theo.person, lessonId), () => holdSlot(theo.person, { slotId: slotOf(dario) })])

  test('of a cover and a hold at one time a trainer has one', async () => {
    expect(await coverAndHold()).toEqual(['fulfilled', 'rejected'])
  })

  test('and both without the guard, the lock on the hours of a person', async () => {
    const { rows } = await pool.query<{ body: string }>(
      `select pg_get_functiondef('advisory_lock'::regproc) as body`,
    )
    await pool.query(
      `create or replace function advisory_lock(name text) returns void language sql as $$ select null::void $$`,
    )
    expect(await coverAndHold()).toEqual(['fulfilled', 'fulfilled'])
    await pool.query(rows[0]!.body)
  })

  const twoCovers = async () => {
    const noor = await createMember({ name: 'Noor Rahman' })
    const other = await lessonOn(await book(dario, noor), monday)
    await away(dario)
    return together([() => takeCover(theo.person, lessonId), () => takeCover(theo.person, other)])
  }

  test('of two covers at one time a trainer has one', async () => {
    expect(await twoCovers()).toEqual(['fulfilled', 'rejected'])
  })

  test('and both without the guards, the lock and the index of one lesson an hour', async () => {
    const { rows } = await pool.query<{ body: string }>(
      `select pg_get_functiondef('advisory_lock'::regproc) as body`,
    )
    await pool.query(`create or replace function advisory_lock(name text) returns void language sql as $$ select null::void $$;
      alter table lessons drop constraint trainer_in_one_place`)
    expect(await twoCovers()).toEqual(['fulfilled', 'fulfilled'])
    expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toEqual([
      'a trainer gives one lesson at a time, and none to themselves',
    ])
    await pool.query('truncate orders, bookings cascade')
    await pool.query(
      `alter table lessons add constraint trainer_in_one_place exclude using gist (trainer_id with =, span with &&) where (state = 'planned')`,
    )
    await pool.query(rows[0]!.body)
  })
})
