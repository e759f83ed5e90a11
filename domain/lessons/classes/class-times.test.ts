import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { addDays } from '#format/days.ts'
import { addClass, addRoomWithPlaces } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { planClasses } from './class-planning.server.ts'
import { addClassTime, endClassTime, listClassTimes } from './class-times.server.ts'
import { addRoom, changeRoom, removeRoom } from './rooms.server.ts'
import { listGivenClasses, readTimetable } from './timetable.server.ts'

useDatabase()

let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin()
})

const time = { weekday: 2, startsAt: '18:30', minutes: 45, capacity: 10 }

describe('addClassTime', () => {
  test('its lessons are planned six weeks ahead, on its weekday and at its time', async () => {
    const { classId } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    const { id } = await addClassTime(admin, { ...time, classId, roomId })
    const lessons = await db
      .selectFrom('lessons')
      .where('classTimeId', '=', id)
      .select(['onDate', 'startHour', 'startMinute', 'minutes', 'capacity', 'taken', 'kind'])
      .orderBy('onDate')
      .execute()
    expect([6, 7]).toContain(lessons.length)
    for (const [index, lesson] of lessons.entries()) {
      expect(lesson).toMatchObject({ startHour: 18, startMinute: 30, minutes: 45, capacity: 10, taken: 0 })
      expect(new Date(lesson.onDate).getUTCDay()).toBe(2)
      expect(lesson.onDate).toBe(addDays(lessons[0]!.onDate, index * 7))
    }
    await planClasses()
    const { rows } = await pool.query('select from lessons where class_time_id = $1', [id])
    expect(rows).toHaveLength(lessons.length)
  })

  test('a trainer adds times to their own classes only', async () => {
    const own = await addClass()
    const other = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    await expect(
      addClassTime(own.trainer.person, { ...time, classId: other.classId, roomId }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await addClassTime(own.trainer.person, { ...time, classId: own.classId, roomId })
    expect(await listClassTimes(own.trainer.person)).toMatchObject([{ classId: own.classId, weekday: 2 }])
    await expect(
      addClassTime(await createMember(), { ...time, classId: own.classId, roomId }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('a trainer is in one place at a time, and a room is used once', async () => {
    const { classId, trainer } = await addClass()
    const another = await addClass(trainer)
    const stranger = await addClass()
    const [roomId, otherRoomId] = [await addRoomWithPlaces(admin), await addRoomWithPlaces(admin)]
    await addClassTime(admin, { ...time, classId, roomId })
    await expect(
      addClassTime(admin, { ...time, startsAt: '19:10', classId: another.classId, roomId: otherRoomId }),
    ).rejects.toThrow('The trainer has another class then.')
    await expect(
      addClassTime(admin, { ...time, startsAt: '17:50', classId: stranger.classId, roomId }),
    ).rejects.toThrow('There is another class in this room then.')
    await addClassTime(admin, { ...time, startsAt: '19:15', classId: another.classId, roomId })
  })

  test('the same time sent several times at once is added once', async () => {
    const { classId } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => addClassTime(admin, { ...time, classId, roomId })),
    )
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(refused).toHaveLength(3)
    expect(refused.filter((reason) => !reason.includes('another class'))).toEqual([])
  })

  test('an hour on sale and a class share no weekly time', async () => {
    const trainer = await createTrainerWithSlots(1)
    const { classId } = await addClass(trainer)
    const roomId = await addRoomWithPlaces(admin)
    // its hour is at 06:00 on Mondays, Wednesdays and Fridays
    await expect(
      addClassTime(admin, { ...time, weekday: 3, startsAt: '05:30', classId, roomId }),
    ).rejects.toThrow('The trainer has an hour on sale then.')
    await addClassTime(admin, { ...time, weekday: 3, startsAt: '05:15', classId, roomId })
    await expect(
      pool.query('update slots set start_hour = 5 where trainer_id = $1', [trainer.trainerId]),
    ).rejects.toMatchObject({ constraint: 'slot_or_class' })
  })

  test('a class has no more places than its room, and ends by midnight', async () => {
    const { classId } = await addClass()
    const roomId = await addRoomWithPlaces(admin, 8)
    await expect(addClassTime(admin, { ...time, classId, roomId })).rejects.toThrow('The room has 8 places.')
    await expect(
      addClassTime(admin, { ...time, startsAt: '23:30', capacity: 8, classId, roomId }),
    ).rejects.toMatchObject({ errors: { minutes: ['The class must end by midnight.'] } })
    await addClassTime(admin, { ...time, capacity: 8, classId, roomId })
    await expect(changeRoom(admin, roomId, { name: 'Smaller', capacity: 7 })).rejects.toThrow(
      'The room has fewer places than a class in it.',
    )
  })
})

describe('endClassTime', () => {
  test('it keeps today’s lesson and calls off the later ones; nothing else of it changes', async () => {
    const { classId } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    const { id } = await addClassTime(admin, { ...time, classId, roomId })
    await expect(pool.query('update class_times set minutes = 60 where id = $1', [id])).rejects.toMatchObject(
      { constraint: 'class_time_frozen' },
    )
    const { lessons } = await endClassTime(admin, id)
    expect(lessons).toBeGreaterThanOrEqual(5)
    await planClasses()
    const { rows } = await pool.query(
      `select from lessons where class_time_id = $1 and state = 'planned' and on_date > club_today()`,
      [id],
    )
    expect(rows).toEqual([])
    await expect(endClassTime(admin, id)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('rooms', () => {
  test('only the office adds and removes rooms, and a used one stays', async () => {
    const { classId, trainer } = await addClass()
    await expect(addRoom(trainer.person, { name: 'Attic', capacity: 4 })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const roomId = await addRoomWithPlaces(admin)
    await addClassTime(admin, { ...time, classId, roomId })
    await expect(removeRoom(admin, roomId)).rejects.toThrow('End their times first.')
    const { id } = await addRoom(admin, { name: 'Attic', capacity: 4 })
    await expect(addRoom(admin, { name: 'ATTIC', capacity: 4 })).rejects.toThrow(
      'Another room has this name.',
    )
    await removeRoom(admin, id)
    await addRoom(admin, { name: 'Attic', capacity: 4 })
  })
})

describe('readTimetable', () => {
  test('a visitor reads a week from today on, by class, trainer and time of day', async () => {
    const { classId, trainer } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    for (const weekday of [1, 2, 3, 4, 5, 6, 7])
      await addClassTime(admin, { ...time, weekday, startsAt: '23:00', minutes: 30, classId, roomId })
    const { today } = await readTimetable(visitor)
    const week = await readTimetable(visitor, { classId, from: addDays(today, -3) })
    expect(week.days.map(({ day }) => day)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((ahead) => addDays(today, ahead)),
    )
    const next = await readTimetable(visitor, { trainerId: trainer.trainerId, from: addDays(today, 7) })
    expect(next.days.flatMap(({ classes }) => classes)).toHaveLength(7)
    expect(next.days[0]!.classes[0]).toMatchObject({ capacity: 10, taken: 0, own: null, isOver: false })
    const mornings = await readTimetable(visitor, { classId, from: addDays(today, 7), untilHour: 12 })
    expect(mornings.days.flatMap(({ classes }) => classes)).toEqual([])
    // the trainer's own list, from today on
    expect((await listGivenClasses(trainer.person)).map(({ day }) => day)).toEqual(
      week.days.flatMap(({ classes }) => classes.map(({ day }) => day)),
    )
    expect(await listGivenClasses((await createTrainerWithSlots(1)).person)).toEqual([])
  })

  test('a closed day has its reason and no class', async () => {
    const { classId } = await addClass()
    const roomId = await addRoomWithPlaces(admin)
    const { today } = await readTimetable(visitor)
    const day = addDays(today, 9)
    await pool.query(
      `insert into closures (from_day, until_day, reason, set_by) values ($1, $1, 'Holiday', $2)`,
      [day, admin.id],
    )
    for (const weekday of [1, 2, 3, 4, 5, 6, 7])
      await addClassTime(admin, { ...time, weekday, classId, roomId })
    const { days } = await readTimetable(visitor, { classId, from: day })
    expect(days[0]).toMatchObject({ day, closedBecause: 'Holiday', classes: [] })
    expect(days[1]!.classes).toHaveLength(1)
  })
})
