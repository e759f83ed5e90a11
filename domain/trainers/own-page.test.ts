import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember, createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { readOwnPage, saveOwnPage } from './own-page.server.ts'
import { getTrainer } from './trainers.server.ts'

useDatabase()
let sandbox: ReturnType<typeof useSandbox>
beforeEach(() => {
  sandbox = useSandbox()
})

const page = {
  yearsOfExperience: '14',
  hoursADay: '4',
  weekdays: ['Tuesday', 'Saturday'],
  skills: ['Patience', 'Deadlifts'],
  about: 'I coach the lifts that look simple.',
}

test('a trainer keeps their own page, and everybody sees it', async () => {
  const { person, trainerId } = await createTrainerWithSlots(2)
  await saveOwnPage(person, { ...page, photo: await insertPicture(person.id) })
  const seen = await getTrainer(visitor, trainerId)
  expect(seen).toMatchObject({ ...page, yearsOfExperience: 14, hoursADay: 4, name: 'Mira Okafor' })
  expect(seen.portrait).not.toBeNull()
  expect(seen.slots.map(({ name, startHour }) => [name, startHour])).toEqual([
    ['Slot 1', 6],
    ['Slot 2', 7],
    ['Slot 3', 8],
    ['Slot 4', 9],
  ])
  await saveOwnPage(person, { ...page, hoursADay: 1, about: '' })
  const after = await getTrainer(visitor, trainerId)
  expect(after).toMatchObject({ hoursADay: 1, about: '', portrait: seen.portrait })
  expect(after.slots.map(({ name }) => name)).toEqual(['Slot 1'])
  const entries = db.selectFrom('auditEntries').where('subjectId', '=', trainerId).select('action')
  const change = { action: 'change trainer page' }
  expect(await entries.execute()).toEqual([change, change])
})

test('a page that is saved as it was is no change in any log', async () => {
  const { person } = await createTrainerWithSlots(4)
  await saveOwnPage(person, page)
  const logged = async () =>
    Promise.all([
      db.selectFrom('auditEntries').where('actorId', '=', person.id).select('action').execute(),
      db.selectFrom('activities').where('userId', '=', person.id).select('summary').execute(),
    ])
  const before = await logged()
  await saveOwnPage(person, page)
  expect(await logged()).toEqual(before)
  await saveOwnPage(person, { ...page, skills: ['Deadlifts', 'Patience'] })
  expect(await logged()).not.toEqual(before)
})

test('days and hours that members paid for stay until the month is over, and say so', async () => {
  const { person, slots } = await createTrainerWithSlots(3)
  await createPaidBooking(sandbox, 'gold', slots[1]!.id)
  const { occupied } = await readOwnPage(person)
  expect(occupied).toMatchObject({ slots: ['Slot 2'], weekdays: ['Monday', 'Wednesday', 'Friday'] })
  expect(occupied.until).not.toBeNull()
  const days = ['Monday', 'Wednesday', 'Friday', 'Saturday']
  const rejection = await rejectionOf(saveOwnPage(person, page))
  expect(rejection).toMatchObject({ code: 'conflict' })
  expect(rejection.errors.weekdays?.[0]).toMatch(
    /^Monday, Wednesday, Friday: members have paid for it until \d+ \w+ \d{4}\.$/,
  )
  await saveOwnPage(person, { ...page, weekdays: days, hoursADay: 1 })
  const left = await readOwnPage(person)
  expect(left).toMatchObject({ hoursADay: 1, weekdays: days, occupied })
  // both slots are occupied, one of them by a hold
  await saveOwnPage(person, { ...page, weekdays: days, hoursADay: 2 })
  const [free] = await db
    .selectFrom('slots')
    .where('trainerId', '=', left.trainerId)
    .where('removedAt', 'is', null)
    .where('name', '<>', 'Slot 2')
    .select('id')
    .execute()
  await createPaidBooking(sandbox, 'silver', free!.id)
  const fewer = await rejectionOf(saveOwnPage(person, { ...page, weekdays: days, hoursADay: 1 }))
  expect(fewer.errors.hoursADay).toEqual(['At least 2, because 2 hours are held or sold.'])
  await expectNoBrokenInvariants()
})

test('is a trainer’s own alone, with every field in its bounds and a photo of their own', async () => {
  const { person } = await createTrainerWithSlots(1)
  const member = await createMember()
  expect((await rejectionOf(readOwnPage(member))).code).toBe('forbidden')
  expect((await rejectionOf(saveOwnPage(member, page))).code).toBe('forbidden')
  const wrong = { ...page, weekdays: [], hoursADay: 13, about: 'x'.repeat(2001) }
  expect(Object.keys((await rejectionOf(saveOwnPage(person, wrong))).errors).sort()).toEqual([
    'about',
    'hoursADay',
    'weekdays',
  ])
  const photo = await insertPicture(member.id)
  expect((await rejectionOf(saveOwnPage(person, { ...page, photo }))).errors).toHaveProperty('photo')
})
