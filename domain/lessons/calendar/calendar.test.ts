import { afterAll, beforeAll, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { refundPayment } from '#domain/payments/refunds.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { listOwnLessons, listTrainerLessons, readDayOff } from './calendar.server.ts'

useDatabase({ connections: 1 })
let trainer: TestTrainer
let buyer: Person
let face: string
// Fixture: Mira gives Mondays, Wednesdays and Fridays at 06:00. The club is closed on Monday the 30th.
beforeAll(async () => {
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  trainer = await createTrainerWithSlots(1)
  await closeDays(await createAdmin(), { fromDay: '2026-11-30', untilDay: '2026-11-30', reason: 'Holiday' })
  ;({ buyer } = await createPaidBooking(useSandbox(), 'gold', trainer.slots[0]!.id))
  face = await insertPicture(buyer.id)
  await pool.query('update members set photo_id = $1 where user_id = $2', [face, buyer.id])
  await setClubTime('Europe/Rome', '2026-11-25T12:00:00+01:00')
})
afterAll(() => setClubTime('UTC'))

test('a member sees the hours of so many days back and ahead, and why there is none on one of them', async () => {
  const { today, hours } = await listOwnLessons(buyer, { back: 2, ahead: 5 })
  expect(today).toBe('2026-11-25')
  expect(hours.map(({ day, because, isOver }) => [day, because, isOver])).toEqual([
    ['2026-11-23', null, true],
    ['2026-11-25', null, true],
    ['2026-11-27', null, false],
    ['2026-11-30', 'closed', false],
  ])
  expect(hours[0]).toMatchObject({ startHour: 6, name: 'Mira Okafor' })
  expect((await listOwnLessons(await createMember())).hours).toEqual([])
})

test('a trainer sees the hours of two weeks, with whom, which of how many of their month each is, and who gave one back', async () => {
  const { today, hours } = await listTrainerLessons(trainer.person)
  expect(today).toBe('2026-11-25')
  expect(hours.map(({ day, ordinal, of }) => `${day}: ${ordinal} of ${of}`)).toEqual([
    '2026-11-25: 2 of 11',
    '2026-11-27: 3 of 11',
    '2026-12-02: 4 of 11',
    '2026-12-04: 5 of 11',
    '2026-12-07: 6 of 11',
    '2026-12-09: 7 of 11',
  ])
  expect(hours[0]).toMatchObject({ startHour: 6, name: buyer.name, plan: 'gold', portrait: { id: face } })
  await cancelLesson(buyer, hours[1]!.lessonId!)
  // changes are included on request only
  const week = await listTrainerLessons(trainer.person, { from: -2, days: 7, withChanges: true })
  expect(week.hours.map(({ day, because, isOver }) => [day, because, isOver])).toEqual([
    ['2026-11-23', null, true],
    ['2026-11-25', null, true],
    ['2026-11-27', 'given back', false],
  ])
  expect((await listTrainerLessons(trainer.person)).hours.map(({ day }) => day)).not.toContain('2026-11-27')
  expect((await listTrainerLessons((await createTrainerWithSlots(1)).person)).hours).toEqual([])
  await expect(listTrainerLessons(buyer)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a trainer is told that the club is closed today, and why, or that they are away themselves', async () => {
  const { person } = await createTrainerWithSlots(1)
  await declareAbsence(person, { fromDay: '2026-11-27', untilDay: '2026-12-01' })
  await declareAbsence(person, { fromDay: '2026-12-02', untilDay: '2026-12-02', fromHour: 6, untilHour: 9 })
  const on = async (day: string) => {
    await setClubTime('Europe/Rome', `${day}T12:00:00+01:00`)
    return readDayOff(person)
  }
  expect(await on('2026-11-26')).toBeNull()
  expect(await on('2026-11-27')).toEqual({ because: 'away' })
  expect(await on('2026-11-30')).toEqual({ because: 'closed', reason: 'Holiday' })
  expect(await on('2026-12-02')).toBeNull()
  await expect(readDayOff(buyer)).rejects.toMatchObject({ code: 'forbidden' })
})

test('of a month whose money went back a member sees only what was', async () => {
  await setClubTime('Europe/Rome', '2026-11-25T12:00:00+01:00')
  const { slots } = await createTrainerWithSlots(1)
  const { buyer: other, paymentId } = await createPaidBooking(useSandbox(), 'gold', slots[0]!.id)
  await setClubTime('Europe/Rome', '2026-11-28T12:00:00+01:00')
  const daysOf = async () => (await listOwnLessons(other, { back: 7, ahead: 7 })).hours.map(({ day }) => day)
  expect(await daysOf()).toEqual(['2026-11-27', '2026-11-30', '2026-12-02', '2026-12-04'])
  await refundPayment(await createAdmin(), {
    paymentId,
    amountCents: 7000,
    reason: 'Fell ill',
    requestKey: 'calendar',
  })
  expect(await daysOf()).toEqual(['2026-11-27'])
})
