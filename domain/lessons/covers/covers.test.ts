import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { listOwedTrainers } from '#domain/ledger/payouts.server.ts'
import {
  declareAbsence,
  endAbsence,
  listAbsences,
  previewAbsence,
} from '#domain/lessons/absences/absences.server.ts'
import { listOwnLessons, listTrainerLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listMakeUps } from '#domain/lessons/make-ups/make-ups.server.ts'
import { previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { approveApplication } from '#domain/trainers/approval.server.ts'
import { vacateMissedLessons, previewRetirement } from '#domain/trainers/retirement.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { listFreeTrainers } from './available-trainers.server.ts'
import { sendCoverRequests } from './cover-requests.server.ts'
import { callOffUncovered, takeCover } from './covers.server.ts'
import { listCoversToGive, listOpenCovers } from './open-covers.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
let admin: Person
let mira: TestTrainer
let theo: TestTrainer
let noor: Person
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
})
// Fixture: Mira gives Noor 06:00 and Kofi 07:00 on Mondays, Wednesdays and Fridays, from Friday the 20th on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, activities, letters, trainers cascade',
  )
  await pool.query(`update members set role = 'member' where role = 'trainer'`)
  await setClubTime('Europe/Rome', '2026-11-20T12:00:00+01:00')
  mira = await createTrainerWithSlots(3)
  theo = await createTrainerWithSlots(3, { name: 'Theo Marchetti' })
  noor = (await createPaidBooking(sandbox, 'gold', mira.slots[0]!.id)).buyer
  await createPaidBooking(sandbox, 'gold', mira.slots[1]!.id)
  await pool.query('delete from letters')
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const monday = { fromDay: '2026-11-23', untilDay: '2026-11-23' }
const lettersTo = async (person: Person) => {
  const letters = db
    .selectFrom('letters')
    .where('userId', '=', person.id)
    .where('letter', '<>', 'hour-sold')
    .orderBy('queuedAt')
  return (await letters.select('subject').execute()).map(({ subject }) => subject)
}
const callOthers = async () => {
  const { id } = await db.selectFrom('absences').select('id').executeTakeFirstOrThrow()
  for (let round = 0; round < 2; round += 1) await sendCoverRequests({ absenceId: id })
}
const lessonIdAt = async (hour: number) => {
  const { items } = await listOpenCovers(admin)
  return items.find(({ startHour }) => startHour === hour)!.lessonId
}
const hourOn = async (person: Person, day: string) =>
  (await listOwnLessons(person)).hours.find((hour) => hour.day === day)
const owedTo = async ({ trainerId }: TestTrainer) =>
  (await listOwedTrainers(admin)).items.find((each) => each.trainerId === trainerId)?.owedCents

test('an absence offers its hours to the other trainers in one letter; whoever takes one gives it, and its member is told once', async () => {
  const before = await owedTo(mira)
  expect(before).toBeGreaterThan(0)
  expect(
    (await previewAbsence(mira.person, monday)).hours.map(({ startHour, isTooSoon }) => [
      startHour,
      isTooSoon,
    ]),
  ).toEqual([
    [6, false],
    [7, false],
  ])
  expect(await declareAbsence(mira.person, monday)).toEqual({ toCover: 2, calledOff: 0 })
  await callOthers()
  expect(await lettersTo(theo.person)).toEqual(['Cover wanted: 2 hours of Mira Okafor'])
  expect([await lettersTo(noor), await lettersTo(mira.person)]).toEqual([[], []])
  expect((await listTrainerLessons(mira.person)).hours.map(({ day }) => day)).not.toContain('2026-11-23')

  // a lesson of his own clashes with one of them
  await createPaidBooking(sandbox, 'gold', theo.slots[1]!.id)
  const { items: hours, total, clashes } = await listCoversToGive(theo.person)
  expect([hours.map(({ startHour }) => startHour), total, clashes]).toEqual([[6], 1, 1])
  expect(hours[0]!.memberName).toBe(noor.name)
  // reads page by page
  const pages = [0, 1, 2].map((offset) => listOpenCovers(admin, { limit: 1, offset }))
  expect((await Promise.all(pages)).map(({ items, total: all }) => [items[0]?.startHour, all])).toEqual([
    [6, 2],
    [7, 2],
    [undefined, 2],
  ])
  await expect(takeCover(theo.person, await lessonIdAt(7))).rejects.toThrow(
    'Theo Marchetti gives an hour at 07:00.',
  )
  await takeCover(theo.person, hours[0]!.lessonId)
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({
    name: 'Theo Marchetti',
    insteadOf: 'Mira Okafor',
    because: null,
  })
  expect(await lettersTo(noor)).toEqual(['Theo Marchetti will give your hour on Mon 23 Nov, 06:00'])
  expect((await lettersTo(mira.person)).at(-1)).toBe('Theo Marchetti stands in for you: Mon 23 Nov, 06:00')
  expect((await lettersTo(theo.person)).at(-1)).toBe('You’re covering for Mira Okafor: Mon 23 Nov, 06:00')
  expect((await listTrainerLessons(theo.person)).hours[0]).toMatchObject({
    name: noor.name,
    insteadOf: 'Mira Okafor',
    coveredBy: null,
  })
  const all = (await listTrainerLessons(mira.person, { from: 3, days: 1, withChanges: true })).hours
  expect(all.map(({ startHour, needsCover, coveredBy }) => [startHour, needsCover, coveredBy])).toEqual([
    [6, false, 'Theo Marchetti'],
    [7, true, null],
  ])
  await expect(takeCover(theo.person, hours[0]!.lessonId)).rejects.toThrow('Theo Marchetti gives this hour.')

  // prices and pay did not change
  expect(await owedTo(mira)).toEqual(before)
  expect((await cancelLesson(noor, hours[0]!.lessonId)).outcome).toBe('make-up')
})

test('an admin sees who is free, names one of them, and all three are told once', async () => {
  const wednesday = '2026-11-25'
  await declareAbsence(theo.person, { fromDay: wednesday, untilDay: wednesday })
  await declareAbsence(admin, { ...monday, untilDay: wednesday, trainerId: mira.trainerId })
  const { lessonId: away } = (await hourOn(noor, wednesday))!
  expect(await listFreeTrainers(admin, away!)).toEqual({ items: [], total: 0 })
  const lessonId = await lessonIdAt(6)
  // every page lists trainers of that weekday first
  const ana = await createTrainerWithSlots(1, { name: 'Ana Duarte' })
  await pool.query(`update trainers set weekdays = '{Sunday}' where id = $1`, [ana.trainerId])
  for (const [offset, found] of [['Theo Marchetti', true], ['Ana Duarte', false], undefined].entries()) {
    const { items, total } = await listFreeTrainers(admin, lessonId, { limit: 1, offset })
    expect(items.map(({ name, worksThatDay }) => [name, worksThatDay])).toEqual(found ? [found] : [])
    expect(total).toBe(2)
  }
  for (const trainerId of [undefined, 'nobody'])
    await expect(takeCover(admin, lessonId, { trainerId })).rejects.toThrow('Choose a trainer.')
  await takeCover(admin, lessonId, { trainerId: theo.trainerId })
  expect(await lettersTo(theo.person)).toEqual(['You’re covering for Mira Okafor: Mon 23 Nov, 06:00'])
  // Theo is away as well, so Mira takes her own lesson back
  await declareAbsence(theo.person, monday)
  await endAbsence(admin, (await listAbsences(mira.person)).items[0]!.id)
  await takeCover(mira.person, lessonId)
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({ name: 'Mira Okafor', insteadOf: null })
  expect(await lettersTo(noor)).toEqual([
    'Theo Marchetti will give your hour on Mon 23 Nov, 06:00',
    'Mira Okafor will give your hour on Mon 23 Nov, 06:00',
  ])
  expect(await lettersTo(mira.person)).toEqual([
    'Theo Marchetti stands in for you: Mon 23 Nov, 06:00',
    'You’re giving your own hour again: Mon 23 Nov, 06:00',
  ])
})

test('what nobody takes in time is called off and owed beyond one’s own two, and what begins too soon at once', async () => {
  await declareAbsence(mira.person, monday)
  // three waking hours before Monday at 06:00, and before 07:00
  await setClubTime('Europe/Rome', '2026-11-22T17:59:59+01:00')
  await callOffUncovered()
  expect(await lettersTo(noor)).toEqual([])
  await setClubTime('Europe/Rome', '2026-11-22T18:00:00+01:00')
  for (let round = 0; round < 2; round += 1) await callOffUncovered()
  expect(await lettersTo(noor)).toEqual(['Called off: Mon 23 Nov, 06:00'])
  expect(await listMakeUps(noor)).toEqual([
    expect.objectContaining({ because: 'trainer away', fromDate: '2026-11-23' }),
  ])
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({ because: 'trainer away' })
  await expect(takeCover(theo.person, (await hourOn(noor, '2026-11-23'))!.lessonId!)).rejects.toThrow(
    'This hour has already been called off.',
  )
  await setClubTime('Europe/Rome', '2026-11-25T05:00:00+01:00')
  expect(await declareAbsence(mira.person, { fromDay: '2026-11-25', untilDay: '2026-11-25' })).toEqual({
    toCover: 0,
    calledOff: 2,
  })
  expect(await listMakeUps(noor)).toHaveLength(2)
})

test('hours of a day are an absence too: months bought meanwhile have a make-up then, and ending it gives hours back', async () => {
  const hours = { ...monday, fromHour: 7, untilHour: 9 }
  expect(await declareAbsence(mira.person, hours)).toEqual({ toCover: 1, calledOff: 0 })
  const dates = await previewDates(mira.slots[2]!.id)
  expect(dates.filter(({ because }) => because !== null)).toEqual([
    expect.objectContaining({ day: '2026-11-23', because: 'trainer away' }),
  ])
  await expect(declareAbsence(mira.person, { ...monday, fromHour: 8 })).rejects.toThrow(
    'already marked as an absence',
  )
  const [absence] = (await listAbsences(mira.person)).items
  await expect(endAbsence(theo.person, absence!.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await endAbsence(mira.person, absence!.id)).toEqual({ hours: 1 })
  expect(await listOpenCovers(admin)).toEqual({ items: [], total: 0 })
})

test('whoever retires leaves all sold hours to the other trainers, who get one letter together; nobody writes to them of it', async () => {
  expect(await previewRetirement(admin, mira.person.id)).toEqual({
    classes: 0,
    held: 0,
    hours: 24,
    lastDay: '2026-12-18',
    tooSoon: 0,
  })
  expect(await stepDown(admin, mira.person.id, { reason: 'Moved away' })).toMatchObject({
    toCover: 24,
    calledOff: 0,
  })
  expect(await lettersTo(noor)).toEqual(['Mira Okafor has left the club'])
  await pool.query('delete from letters')
  for (let round = 0; round < 2; round += 1) await sendCoverRequests({ retiredTrainerId: mira.trainerId })
  expect(await lettersTo(theo.person)).toEqual(['Cover wanted: 24 hours of Mira Okafor'])
  expect((await listOpenCovers(admin)).total).toBe(24)
  await takeCover(admin, await lessonIdAt(6), { trainerId: theo.trainerId })
  expect(await hourOn(noor, '2026-11-20')).toBeUndefined()
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({ name: 'Theo Marchetti', insteadOf: 'Mira Okafor' })
  expect([await lettersTo(mira.person), await lettersTo(noor)]).toEqual([
    [],
    ['Theo Marchetti will give your hour on Mon 23 Nov, 06:00'],
  ])
  // a retired trainer covers nothing and cannot declare absences
  await expect(takeCover(admin, await lessonIdAt(7), { trainerId: mira.trainerId })).rejects.toMatchObject({
    code: 'invalid',
  })
  for (const [person, input] of [
    [mira.person, monday],
    [admin, { ...monday, trainerId: mira.trainerId }],
  ] as const)
    await expect(declareAbsence(person, input)).rejects.toMatchObject({ code: 'invalid' })
})

test('an hour that begins too soon to be covered is called off when its trainer retires', async () => {
  await setClubTime('Europe/Rome', '2026-11-23T05:00:00+01:00')
  expect(await previewRetirement(admin, mira.person.id)).toMatchObject({ tooSoon: 2 })
  expect(await stepDown(admin, mira.person.id, { reason: 'Moved away' })).toMatchObject({ calledOff: 2 })
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({ because: 'trainer away' })
  expect((await listMakeUps(noor)).map(({ fromDate }) => fromDate)).toEqual(['2026-11-23'])
})

test('hours of a trainer who retired when none were left to others are left by the next round, once', async () => {
  await pool.query(`begin; update trainers set retired_at = club_now() where id = '${mira.trainerId}';
    update members set role = 'member' where user_id = '${mira.person.id}'; commit`)
  for (let round = 0; round < 2; round += 1) await vacateMissedLessons()
  expect((await listOpenCovers(admin)).total).toBe(24)
  await sendCoverRequests({ retiredTrainerId: mira.trainerId })
  expect(await lettersTo(theo.person)).toEqual(['Cover wanted: 24 hours of Mira Okafor'])
})

test('whoever comes back gives the hours again that nobody has taken', async () => {
  await stepDown(admin, mira.person.id, { reason: 'Moved away' })
  await takeCover(admin, await lessonIdAt(6), { trainerId: theo.trainerId })
  const { id } = await applyToBeTrainer(
    { ...mira.person, role: 'member' },
    { name: 'Mira Okafor', yearsOfExperience: 3, hoursADay: 3, weekdays: ['Monday'] },
  )
  await approveApplication(admin, id)
  expect((await listOpenCovers(admin)).total).toBe(0)
  expect(await hourOn(noor, '2026-11-23')).toMatchObject({ name: 'Theo Marchetti' })
  expect(await hourOn(noor, '2026-11-25')).toMatchObject({ name: 'Mira Okafor', because: null })
})

test('only trainers and admins say it, for days ahead, and a trainer for nobody else', async () => {
  const wrong = [
    { fromDay: '2026-11-19', untilDay: '2026-11-20' },
    { fromDay: '2026-11-24', untilDay: '2026-11-23' },
    { ...monday, fromHour: 9, untilHour: 9 },
    { fromDay: '2026-11-23', untilDay: '2027-01-23' },
  ]
  for (const each of wrong)
    for (const declare of [declareAbsence, previewAbsence])
      await expect(declare(mira.person, each)).rejects.toMatchObject({ code: 'invalid' })
  await expect(declareAbsence(admin, monday)).rejects.toMatchObject({ code: 'invalid' })
  for (const declare of [declareAbsence, previewAbsence])
    await expect(declare(theo.person, { ...monday, trainerId: mira.trainerId })).rejects.toMatchObject({
      code: 'forbidden',
    })
  await declareAbsence(theo.person, { ...monday, trainerId: theo.trainerId })
  for (const declare of [declareAbsence, previewAbsence])
    await expect(declare(theo.person, monday)).rejects.toThrow(
      'Part of that time is already marked as an absence.',
    )
  expect((await listAbsences(admin)).items.map(({ trainerName }) => trainerName)).toEqual(['Theo Marchetti'])
  const member = await createMember()
  const { lessonId } = (await hourOn(noor, '2026-11-23'))!
  for (const act of [
    declareAbsence(member, monday),
    previewAbsence(member, monday),
    listAbsences(member),
    endAbsence(member, 'nonsense'),
    takeCover(noor, lessonId!),
    listOpenCovers(theo.person),
    listFreeTrainers(theo.person, lessonId!),
    listCoversToGive(admin),
  ])
    await expect(act).rejects.toMatchObject({ code: 'forbidden' })
  await expect(takeCover(theo.person, lessonId!)).rejects.toThrow('Mira Okafor gives this hour.')
  await expect(takeCover(theo.person, admin.id)).rejects.toMatchObject({ code: 'not-found' })
})
