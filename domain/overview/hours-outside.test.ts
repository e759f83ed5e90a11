import { beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { createMonth } from '#tests/lesson-api-scenarios.ts'
import { countHoursOutside } from './hours-outside.rules.ts'
import { listHoursOutside, requireHoursInside } from './hours-outside.server.ts'

useDatabase()

const week = (opens: string, closes: string) => weekdays.map((weekday) => ({ weekday, opens, closes }))

let admin: Person
let month: Awaited<ReturnType<typeof createMonth>>
beforeAll(async () => {
  month = await createMonth()
})
beforeEach(async () => {
  admin = await createAdmin()
  await db.deleteFrom('openingHours').execute()
  await db.insertInto('openingHours').values(week('06:00', '22:00')).execute()
  evictClub()
})

test('other opening hours name the sold and the free hours that they leave outside, with member and trainer', async () => {
  const { buyer, bookingId, lessons } = month
  expect(await listHoursOutside(admin)).toEqual({ sold: [], free: [] })

  const later = await listHoursOutside(admin, week('08:00', '22:00'))
  expect(later.sold).toEqual([
    {
      bookingId,
      memberId: buyer.id,
      memberName: buyer.name,
      trainerName: 'Mira Okafor',
      startHour: 6,
      lessons: lessons.length,
      first: lessons[0]!.day,
    },
  ])
  expect(later.free).toMatchObject([{ trainerName: 'Mira Okafor', startHour: 7 }])
  expect(countHoursOutside(later)).toEqual({ hours: '1 sold hour and 1 free hour', count: 2 })

  // only on the days on which the door stays shut
  const withoutFriday = week('06:00', '22:00').filter(({ weekday }) => weekday !== 'Friday')
  const { sold, free } = await listHoursOutside(admin, withoutFriday)
  const fridays = lessons.filter(({ day }) => new Date(day).getUTCDay() === 5)
  expect(sold).toMatchObject([{ lessons: fridays.length, first: fridays[0]!.day }])
  expect(free).toMatchObject([{ weekdays: ['Friday'] }])
})

test('opening hours that leave hours outside are asked about before they are saved, and unchanged ones are not', async () => {
  const save = (opens: string, closes: string) => requireHoursInside(admin, { openDays: week(opens, closes) })
  await save('06:00', '22:00')
  await save('05:00', '23:00')
  const asked = await rejectionOf(save('08:00', '22:00'))
  expect(asked).toMatchObject({ code: 'conflict', facts: { hoursOutside: { sold: [{ startHour: 6 }] } } })
  expect(asked.errors.openDays![0]).toMatch(/ outside the new opening hours\. Save them anyway\?$/)
  // saving refuses these, with messages at their fields
  await save('22:00', '22:00')
  // hours outside the opening hours in force are no news
  await db.updateTable('openingHours').set({ opens: '09:00' }).execute()
  evictClub()
  await save('09:00', '22:00')
})

test('hours outside the opening hours are for the office', async () => {
  const member = await createMember()
  expect((await rejectionOf(listHoursOutside(member))).code).toBe('forbidden')
  expect((await rejectionOf(requireHoursInside(member, { openDays: [] }))).code).toBe('forbidden')
})
