import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { listTrainerLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffUncovered, takeCover } from '#domain/lessons/covers/covers.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { listDayRoster } from './day-roster.server.ts'
import { listLessons, type LessonQuery } from './lesson-list.server.ts'

useDatabase({ connections: 1 })
let admin: Person
let noor: Person
let mira: TestTrainer
let theo: TestTrainer
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const sandbox = useSandbox()
  admin = await createAdmin()
  mira = await createTrainerWithSlots(2)
  theo = await createTrainerWithSlots(1, { name: 'Theo Marchetti' })
  ;({ buyer: noor } = await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id))
  await createPaidBooking(sandbox, 'gold', mira.slots[1]!.id)
})
afterAll(() => setClubTime('UTC'))

const describeLessons = async (query: LessonQuery) =>
  (await listLessons(admin, query)).items.map(({ day, startHour, because, trainerName, insteadOf }) =>
    [day.slice(5), startHour, because ?? (insteadOf ? `${trainerName} for ${insteadOf}` : trainerName)].join(
      ' ',
    ),
  )

test('the office finds the dated hours of a member, of a trainer and of a day, a page at a time', async () => {
  const all = await listLessons(admin, { memberId: noor.id, limit: 2 })
  expect(all.total).toBe(12)
  expect(all.items).toMatchObject([
    { day: '2026-11-23', memberId: noor.id, trainerId: mira.trainerId },
    { day: '2026-11-25' },
  ])
  expect(await describeLessons({ memberId: noor.id, limit: 1, offset: 11 })).toEqual(['12-18 6 Mira Okafor'])
  expect(await describeLessons({ fromDay: '2026-11-23', untilDay: '2026-11-23' })).toEqual([
    '11-23 6 Mira Okafor',
    '11-23 7 Mira Okafor',
  ])
  await cancelLesson(noor, all.items[1]!.id)
  await declareAbsence(mira.person, { fromDay: '2026-11-27', untilDay: '2026-11-27' })
  const [friday] = (await listLessons(admin, { fromDay: '2026-11-27', untilDay: '2026-11-27' })).items
  await takeCover(theo.person, friday!.id)
  const days = { fromDay: '2026-11-25', untilDay: '2026-11-27' }
  expect(await describeLessons({ ...days, memberId: noor.id })).toEqual([
    '11-25 6 given back',
    '11-27 6 Theo Marchetti for Mira Okafor',
  ])
  expect(await describeLessons({ ...days, trainerId: theo.trainerId })).toEqual([
    '11-27 6 Theo Marchetti for Mira Okafor',
  ])
  expect(await describeLessons({ ...days, trainerId: mira.trainerId })).toHaveLength(4)
  await setClubTime('Europe/Rome', '2026-11-24T12:00:00+01:00')
  expect((await listLessons(admin)).items[0]).toMatchObject({ day: '2026-11-25' })
})

test('the office sees who is in the house on a day: who stands in, whom nobody comes for, and next what begins next', async () => {
  const rosterOf = async (query: Parameters<typeof listDayRoster>[1]) =>
    (await listDayRoster(admin, query)).items.map(
      ({ startHour, trainerName, insteadOf, needsCover, isCalledOff, isOver }) =>
        [
          startHour,
          trainerName,
          insteadOf,
          needsCover && 'is away',
          isCalledOff && 'called off',
          isOver && 'over',
        ]
          .filter(Boolean)
          .join(' '),
    )
  expect(await rosterOf({ day: '2026-11-25' })).toEqual(['7 Mira Okafor'])
  expect(await rosterOf({ day: '2026-11-27' })).toEqual([
    '6 Theo Marchetti Mira Okafor',
    '7 Mira Okafor is away',
  ])
  expect(await listDayRoster(admin, { day: '2026-11-28' })).toMatchObject({ total: 0, today: '2026-11-24' })
  await setClubTime('Europe/Rome', '2026-11-27T06:30:00+01:00')
  expect(await rosterOf({ fromNow: true, limit: 1 })).toEqual(['7 Mira Okafor is away'])
  expect(await rosterOf({ fromNow: true, limit: 1, offset: 1 })).toEqual([
    '6 Theo Marchetti Mira Okafor over',
  ])
  expect(await rosterOf({ fromNow: true })).toEqual([
    '6 Theo Marchetti Mira Okafor over',
    '7 Mira Okafor is away',
  ])
  await callOffUncovered()
  expect(await rosterOf({ fromNow: true, limit: 1 })).toEqual(['7 Mira Okafor called off'])
})

test('nobody else lists them', async () => {
  for (const person of [noor, mira.person])
    for (const refused of [listLessons(person, { memberId: noor.id }), listDayRoster(person)])
      expect((await rejectionOf(refused)).code).toBe('forbidden')
})

test('classes stand in the lists of the office and in the week of their trainer, with their places', async () => {
  const { lessonId, trainer, day } = await addClassDate(admin, { capacity: 4, inDays: 1 })
  const member = await createMember()
  await giveClasses([member], 5)
  await bookClass(member, lessonId)
  const group = { title: 'Night Ride', taken: 1, capacity: 4 }
  expect((await listDayRoster(admin, { day, withClasses: true })).items).toContainEqual(
    expect.objectContaining({
      lessonId,
      startHour: 18,
      startMinute: 30,
      memberId: null,
      group: expect.objectContaining(group),
    }),
  )
  expect((await listTrainerLessons(trainer.person, { withClasses: true })).hours[0]).toMatchObject({
    lessonId,
    name: 'Night Ride',
    group,
  })
  const idsOf = async (query: LessonQuery) => (await listLessons(admin, query)).items.map(({ id }) => id)
  expect(await idsOf({ memberId: member.id, withClasses: true })).toEqual([lessonId])
  expect(await idsOf({ memberId: member.id })).toEqual([])
})
