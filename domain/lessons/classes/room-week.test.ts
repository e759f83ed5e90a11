import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { takeClassCover } from '#domain/lessons/covers/class-covers.server.ts'
import { addDays } from '#format/days.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClass, addClassDate, addRoomWithPlaces } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { addClassTime } from './class-times.server.ts'
import { readRoomWeek } from './room-week.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-23T09:00:00+01:00')
  admin = await createAdmin()
})

describe('readRoomWeek', () => {
  test('a class stands in its room on its day, and who gives it for another is named', async () => {
    const { lessonId, day, trainer } = await addClassDate(admin, { inDays: 2, capacity: 8 })
    const of = async (id: string) => (await readRoomWeek(admin)).classes.find((each) => each.lessonId === id)
    const before = await of(lessonId)
    expect(before).toMatchObject({ day, startHour: 18, taken: 0, capacity: 8, needsCover: false })
    expect((await readRoomWeek(admin)).rooms.map(({ id }) => id)).toContain(before!.roomId)
    await declareAbsence(trainer.person, { fromDay: day, untilDay: day })
    expect(await of(lessonId)).toMatchObject({ needsCover: true })
    expect((await readRoomWeek(admin)).wanted).toMatchObject([{ lessonId, day }])
    const cover = await createTrainerWithSlots(1)
    await takeClassCover(cover.person, lessonId)
    expect(await of(lessonId)).toMatchObject({
      needsCover: false,
      trainerName: cover.person.name,
      insteadOf: trainer.person.name,
    })
    expect((await readRoomWeek(admin)).wanted).toEqual([])
    expect((await readRoomWeek(admin, { from: addDays(day, 1) })).days[0]!.day).toBe(addDays(day, 1))
    expect(await of(lessonId)).toBeDefined()
  })

  test('a date that was left out because its trainer is away needs the office, and one of a closed day does not', async () => {
    const { classId, trainer } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    // Fridays: one the club is closed, and one the trainer is away
    await closeDays(admin, { fromDay: '2026-11-27', untilDay: '2026-11-27', reason: 'Stocktaking' })
    await declareAbsence(trainer.person, { fromDay: '2026-12-04', untilDay: '2026-12-04' })
    const { id } = await addClassTime(admin, {
      classId,
      roomId,
      weekday: 5,
      startsAt: '18:00',
      minutes: 45,
      capacity: 10,
      fromDay: '2026-11-23',
    })
    const { leftOut, days } = await readRoomWeek(admin)
    expect(leftOut.filter(({ classTimeId }) => classTimeId === id)).toMatchObject([
      { day: '2026-12-04', reason: 'away', trainerName: trainer.person.name },
    ])
    expect(days.filter(({ isClosed }) => isClosed).map(({ day }) => day)).toEqual(['2026-11-27'])
  })

  test('is refused to trainers and members', async () => {
    const trainer = await createTrainerWithSlots(1)
    for (const person of [trainer.person, await createMember()])
      expect((await rejectionOf(readRoomWeek(person))).code).toBe('forbidden')
  })
})
