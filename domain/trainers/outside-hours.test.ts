import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { readOutsideHoursNote } from '#domain/club/outside-hours.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createTrainerWithSlots } from '#tests/factories.ts'
import { describeOutsideHours } from './approval.server.ts'
import { saveOwnPage } from './own-page.server.ts'
import { addSlot, changeSlot, listOwnSlots } from './own-slots.server.ts'
import { getTrainer } from './trainers.server.ts'

useDatabase()

beforeEach(async () => {
  await db.deleteFrom('openingHours').execute()
  const open = weekdays.slice(0, 6).map((weekday) => ({ weekday, opens: '08:00', closes: '22:00' }))
  await db.insertInto('openingHours').values(open).execute()
  evictClub()
})

const question = (field: string, note: string) => ({
  code: 'conflict',
  facts: { question: 'outside hours' },
  errors: { [field]: [`${note} Offer it anyway?`] },
})
const trainingDays = ['Monday', 'Wednesday', 'Friday']
const night = { name: 'Night', startHour: 23, price: 50 }

test('a trainer is asked before an hour outside the opening hours is offered, and can offer it anyway', async () => {
  const { person, trainerId, slots } = await createTrainerWithSlots(1)
  const asked = question('startHour', 'This hour is outside the opening hours, 08:00 to 22:00.')
  expect(await rejectionOf(addSlot(person, night))).toMatchObject(asked)
  expect((await getTrainer(visitor, trainerId)).slots).toHaveLength(1)
  const { id } = await addSlot(person, { ...night, acceptsOutsideHours: true })

  // another price is no other hour
  await changeSlot(person, id, { ...night, price: 60 })
  expect(await rejectionOf(changeSlot(person, id, { ...night, startHour: 22 }))).toMatchObject(asked)
  await changeSlot(person, slots[0]!.id, { ...night, name: 'Noon', startHour: 12 })
  expect((await listOwnSlots(person)).map(({ name, outsideHours }) => [name, outsideHours])).toEqual([
    ['Noon', null],
    ['Night', 'This hour is outside the opening hours, 08:00 to 22:00.'],
  ])
})

test('a trainer who adds days or hours is asked about those that are outside the opening hours', async () => {
  const { person, trainerId } = await createTrainerWithSlots(1)
  const page = { yearsOfExperience: 7, hoursADay: 1, weekdays: trainingDays, skills: [], about: '' }
  // the hour at six was there before
  await saveOwnPage(person, { ...page, about: 'Lifts.' })
  expect(await rejectionOf(saveOwnPage(person, { ...page, hoursADay: 2 }))).toMatchObject(
    question('hoursADay', '07:00 is outside the opening hours, 08:00 to 22:00.'),
  )
  const more = { ...page, hoursADay: 3, weekdays: [...trainingDays, 'Sunday'] }
  expect(await rejectionOf(saveOwnPage(person, more))).toMatchObject(
    question(
      'hoursADay',
      '06:00 and 07:00 are outside the opening hours. On Sunday 08:00 is outside the opening hours: the club is closed then.',
    ),
  )
  expect((await getTrainer(visitor, trainerId)).hoursADay).toBe(1)
  await saveOwnPage(person, { ...more, acceptsOutsideHours: true })
  expect((await getTrainer(visitor, trainerId)).hoursADay).toBe(3)
})

test('who approves an application reads which of its hours are outside the opening hours', async () => {
  const application = { hoursADay: 3, weekdays: ['Monday'] }
  expect(await describeOutsideHours(application)).toBe(
    '06:00 and 07:00 are outside the opening hours, 08:00 to 22:00.',
  )
  expect(await describeOutsideHours({ ...application, hoursADay: 0 })).toBeNull()
})

test('an hour is named to buyers when it is outside the opening hours, and never when these are not set', async () => {
  const sunday = { weekdays: ['Saturday', 'Sunday'], startHour: 9 }
  expect(await readOutsideHoursNote(sunday)).toBe(
    'On Sunday this hour is outside the opening hours: the club is closed then.',
  )
  expect(await readOutsideHoursNote({ ...sunday, weekdays: ['Saturday'] })).toBeNull()
  await db.deleteFrom('openingHours').execute()
  evictClub()
  expect(await readOutsideHoursNote(sunday)).toBeNull()
})
