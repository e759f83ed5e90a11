import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence, previewAbsence } from '#domain/lessons/absences/absences.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { listOpenClassCovers, takeClassCover } from './class-covers.server.ts'
import { sendCoverRequests } from './cover-requests.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T09:00:00+01:00')
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
      'isn’t free at that time',
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
    const lettersOf = async ({ person }: typeof free) =>
      (await db.selectFrom('letters').where('userId', '=', person.id).select('letter').execute()).map(
        ({ letter }) => letter,
      )
    expect(await lettersOf(free)).toEqual(['cover-requested', 'cover-assigned'])
    expect(await lettersOf(busy.trainer)).toEqual([])
    expect(await lettersOf(trainer)).toEqual(['cover-taken'])
  })
})
