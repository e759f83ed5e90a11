import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import {
  declareAbsence,
  endAbsence,
  listAbsences,
  previewAbsence,
} from '#domain/lessons/absences/absences.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { getClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { listSubstitutes, requireFreeToGive } from './available-trainers.server.ts'
import { listOpenClassCovers, takeClassCover } from './class-covers.server.ts'
import { sendCoverRequests } from './cover-requests.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T09:00:00+01:00')
  useSandbox()
  admin = await createAdmin()
})

/** A booked class in three days whose trainer is away then. */
async function classToCover() {
  const date = await addClassDate(admin)
  const member = await createMember()
  await giveClasses([member], 5)
  await bookClass(member, date.lessonId)
  expect(await declareAbsence(date.trainer.person, { fromDay: date.day, untilDay: date.day })).toMatchObject({
    calledOff: 0,
  })
  return { ...date, member }
}
test('a trainer reads which of their classes need cover, and which is too soon for it, before they are away', async () => {
  const date = await addClassDate(admin)
  const soon = await addClassDate(admin, { inDays: 0, startsAt: '09:30', trainer: date.trainer })
  const away = { fromDay: soon.day, untilDay: date.day }
  const { hours, classes } = await previewAbsence(date.trainer.person, away)
  expect(hours).toEqual([])
  expect(classes).toMatchObject([
    { lessonId: soon.lessonId, startHour: 9, startMinute: 30, isTooSoon: true },
    { lessonId: date.lessonId, title: 'Night Ride', day: date.day, isTooSoon: false },
  ])
  expect(await declareAbsence(date.trainer.person, away)).toMatchObject({ toCover: 1, calledOff: 1 })
  const { coverUntil } = await db
    .selectFrom('lessons')
    .where('id', '=', date.lessonId)
    .select('coverUntil')
    .executeTakeFirstOrThrow()
  expect(classes[1]!.coverUntil).toEqual(coverUntil)
})

const lettersOf = async ({ id }: Pick<Person, 'id'>) => {
  const letters = db.selectFrom('letters').where('userId', '=', id).orderBy('queuedAt')
  return (await letters.select(['letter', 'text']).execute()).map(({ letter, text }) => [letter, text])
}

const openOf = async (actor: Person) => (await listOpenClassCovers(actor)).map(({ lessonId }) => lessonId)

describe('takeClassCover', () => {
  test('a free trainer takes the class of one who is away, and everyone in it gets one letter', async () => {
    const { lessonId, member, trainer } = await classToCover()
    const cover = await createTrainerWithSlots(1)
    expect(await openOf(cover.person)).toContain(lessonId)
    expect(await openOf(trainer.person)).not.toContain(lessonId)
    expect(await takeClassCover(cover.person, lessonId)).toMatchObject({ trainerName: cover.person.name })
    expect(
      await db
        .selectFrom('lessons')
        .where('id', '=', lessonId)
        .select(['trainerId', 'insteadOf', 'coverUntil', 'state'])
        .executeTakeFirst(),
    ).toEqual({
      trainerId: cover.trainerId,
      insteadOf: trainer.trainerId,
      coverUntil: null,
      state: 'planned',
    })
    const { rows } = await pool.query(
      `select count(*)::integer from letters where user_id = $1 and letter = 'class-covered'`,
      [member.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    await expect(takeClassCover(cover.person, lessonId)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the office names a trainer, and one who gives another class then is refused', async () => {
    const { lessonId } = await classToCover()
    const busy = await addClassDate(admin)
    const free = await createTrainerWithSlots(1)
    const open = (await listOpenClassCovers(admin)).find((each) => each.lessonId === lessonId)
    const offered = open!.free.map(({ id }) => id)
    expect(offered).toContain(free.trainerId)
    expect(offered).not.toContain(busy.trainer.trainerId)
    await expect(takeClassCover(admin, lessonId, { trainerId: busy.trainer.trainerId })).rejects.toThrow(
      'gives Night Ride at 18:30.',
    )
    await expect(takeClassCover(await createMember(), lessonId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await takeClassCover(admin, lessonId, { trainerId: free.trainerId })).toMatchObject({
      trainerName: free.person.name,
    })
  })
})

describe('sendCoverRequests', () => {
  test('a class of a trainer who is away is offered to those who are free, and both trainers hear who took it', async () => {
    const { lessonId, trainer } = await classToCover()
    const busy = await addClassDate(admin)
    const free = await createTrainerWithSlots(1)
    const { id: absenceId } = await db
      .selectFrom('absences')
      .where('trainerId', '=', trainer.trainerId)
      .select('id')
      .executeTakeFirstOrThrow()
    await sendCoverRequests({ absenceId })
    await takeClassCover(free.person, lessonId)
    const namesOf = async ({ person }: TestTrainer) => (await lettersOf(person)).map(([letter]) => letter)
    expect(await namesOf(free)).toEqual(['cover-requested', 'cover-assigned'])
    expect(await namesOf(busy.trainer)).toEqual([])
    expect(await namesOf(trainer)).toEqual(['cover-taken'])
  })
})

type SevenOf<Each> = [Each, Each, Each, Each, Each, Each, Each]

describe('a substitute for one date', () => {
  test('is named by the office while the trainer is there; everyone in it and both trainers are told', async () => {
    const { lessonId, trainer } = await addClassDate(admin)
    const member = await createMember()
    await giveClasses([member], 5)
    await bookClass(member, lessonId)
    const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
    await expect(takeClassCover(theo.person, lessonId)).rejects.toThrow('Mira Okafor gives this class.')
    expect(await takeClassCover(admin, lessonId, { trainerId: theo.trainerId })).toMatchObject({
      trainerName: 'Theo Marchetti',
    })
    expect(await lettersOf(member)).toEqual([
      ['class-covered', expect.stringContaining('at 18:30 instead of Mira Okafor. Nothing else changes.')],
    ])
    expect(await lettersOf(theo.person)).toEqual([
      ['cover-assigned', expect.stringContaining('to give Night Ride instead of Mira Okafor.')],
    ])
    expect(await lettersOf(trainer.person)).toMatchObject([['cover-taken', expect.anything()]])
    await expect(takeClassCover(admin, lessonId, { trainerId: theo.trainerId })).rejects.toThrow(
      'Theo Marchetti gives this class.',
    )
  })

  test('who falls ill calls for attention again, and the class can go back to its trainer', async () => {
    const { lessonId, trainer, day } = await addClassDate(admin)
    const theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
    await takeClassCover(admin, lessonId, { trainerId: theo.trainerId })
    expect(await openOf(admin)).not.toContain(lessonId)
    // the trainer whose class it is may be away now
    const away = { fromDay: day, untilDay: day }
    expect(await declareAbsence(trainer.person, away)).toMatchObject({ toCover: 0 })
    expect(await endAbsence(trainer.person, (await listAbsences(trainer.person)).items[0]!.id)).toEqual({
      hours: 0,
    })
    await declareAbsence(theo.person, away)
    expect(await openOf(admin)).toContain(lessonId)
    await takeClassCover(admin, lessonId, { trainerId: trainer.trainerId })
    expect(await openOf(admin)).not.toContain(lessonId)
    expect(await getClassDate(admin, lessonId)).toMatchObject({ trainerId: trainer.trainerId })
  })

  test('is listed with the reason why not, and refused with it', async () => {
    const { lessonId, day, trainer } = await addClassDate(admin, { inDays: 2, startsAt: '08:30' })
    const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus']
    const trainers: TestTrainer[] = []
    for (const name of names) trainers.push(await createTrainerWithSlots(3, { name: `${name} Moss` }))
    const [ada, ben, cleo, dan, eve, finn, gus] = trainers as SevenOf<TestTrainer>
    await declareAbsence(ada.person, { fromDay: day, untilDay: day })
    await addClassDate(admin, { inDays: 2, startsAt: '09:00', trainer: ben })
    const other = await addClassDate(admin, { inDays: 2, startsAt: '08:15' })
    await giveClasses([cleo.person, dan.person], 5)
    await bookClass(cleo.person, other.lessonId)
    await bookClass(dan.person, lessonId)
    await createBooking(eve.slots[2]!.id, finn.person, 'paid')
    await holdSlot(await createMember(), { slotId: gus.slots[2]!.id })
    const found = await listSubstitutes(admin, lessonId)
    const why = new Map(found.map(({ name, busyBecause }) => [name, busyBecause]))
    expect(names.map((name) => why.get(`${name} Moss`))).toEqual([
      'Ada is away then.',
      'Ben gives Night Ride at 09:00.',
      'Cleo is in Night Ride at 08:15.',
      'Dan has a place in this class.',
      'Eve gives an hour at 08:00.',
      'Finn takes an hour at 08:00.',
      'An hour of Gus at 08:00 is being booked.',
    ])
    for (const { trainerId, person } of trainers)
      await expect(takeClassCover(admin, lessonId, { trainerId })).rejects.toThrow(person.name)
    expect(found.map(({ id }) => id)).not.toContain(trainer.trainerId)
    const own = { id: trainer.trainerId, name: 'Mira Okafor' }
    await expect(transaction((trx) => requireFreeToGive(trx, lessonId, own))).rejects.toThrow(
      'Mira Okafor isn’t free at that time.',
    )
    const free = found.filter(({ busyBecause }) => busyBecause === null)
    expect(found.slice(0, free.length)).toEqual(free)
    await expect(listSubstitutes(trainer.person, lessonId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listSubstitutes(admin, randomUUID())).toEqual([])
  })
})
