import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { listOwnLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listOpenCovers } from '#domain/lessons/covers/open-covers.server.ts'
import { readMenuCounts } from '#domain/overview/menu-counts.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { declareAbsence, endAbsence, listAbsences } from './absences.server.ts'

// Fixture: Mira is away on Monday the 23rd. Theo covers her lessons at 06:00 and 07:00 and retires.

useDatabase({ connections: 1 })
let admin: Person
let mira: TestTrainer
let theo: TestTrainer
let noor: Person
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, trainers cascade',
  )
  await pool.query(`update members set role = 'member' where role = 'trainer'`)
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  const sandbox = useSandbox()
  admin = await createAdmin()
  mira = await createTrainerWithSlots(3)
  theo = await createTrainerWithSlots(3, { name: 'Theo Marchetti' })
  noor = (await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id)).buyer
  await createPaidBooking(sandbox, 'gold', mira.slots[1]!.id)
  await declareAbsence(mira.person, { fromDay: '2026-11-23', untilDay: '2026-11-23' })
  for (const hour of [6, 7]) await takeCover(admin, await lessonIdAt(hour), { trainerId: theo.trainerId })
  await stepDown(admin, theo.person.id, { reason: 'Moved away' })
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const lessonIdAt = async (hour: number) => {
  const { items } = await listOpenCovers(admin)
  return items.find(({ startHour }) => startHour === hour)!.lessonId
}
const isThereAfterAll = async () => endAbsence(mira.person, (await listAbsences(mira.person)).items[0]!.id)
const hourOfNoor = async () => (await listOwnLessons(noor)).hours.find(({ day }) => day === '2026-11-23')

test('an hour that somebody took who has left since is its trainer’s again once they are there after all', async () => {
  expect(await isThereAfterAll()).toEqual({ hours: 2 })
  expect((await listOpenCovers(admin)).total).toBe(0)
  expect(await hourOfNoor()).toMatchObject({ name: 'Mira Okafor', insteadOf: null, because: null })
})

test('but not where they have taken another hour meanwhile', async () => {
  await pool.query(`update absences set from_hour = 7`)
  const leo = await createTrainerWithSlots(1, { name: 'Leo Brandt' })
  await createPaidBooking(useSandbox(), 'gold', leo.slots[0]!.id)
  await declareAbsence(leo.person, { fromDay: '2026-11-23', untilDay: '2026-11-23' })
  const ofLeo = (await listOpenCovers(admin)).items.find(({ trainerName }) => trainerName === 'Leo Brandt')!
  await takeCover(mira.person, ofLeo.lessonId)
  expect(await isThereAfterAll()).toEqual({ hours: 1 })
  expect((await listOpenCovers(admin)).items.map(({ startHour }) => startHour)).toEqual([6])
  expect((await readMenuCounts(admin)).covers).toBe(1)
})

test('who takes their own hour again by hand reads that it is their own', async () => {
  await pool.query(`update absences set from_hour = 7`)
  await takeCover(mira.person, await lessonIdAt(6))
  expect(await hourOfNoor()).toMatchObject({ name: 'Mira Okafor', insteadOf: null })
  const letters = db.selectFrom('letters').where('userId', '=', mira.person.id).select('subject')
  expect((await letters.execute()).map(({ subject }) => subject)).toContain(
    'You’re giving your own hour again: Mon 23 Nov, 06:00',
  )
})
