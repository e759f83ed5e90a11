import './production-env.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { callOffLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listMakeUps, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { formatDay } from '#format/days.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

test('a pause is previewed with its hours and those that stay, and is refused where its days were chosen', async () => {
  const buyer = await createMember()
  const { person, slots } = await createTrainerWithSlots(2)
  const bookingId = await createBooking(slots[0]!.id, buyer, 'paid')
  const path = `/dashboard/hour/${bookingId}`
  const headers = { cookie: await cookieFor(buyer), origin: siteOrigin }
  const preview = async (days: Record<string, string>) =>
    (await club.send(`${path}?${new URLSearchParams(days).toString()}`, { headers })).text()
  const refused = async (fromDay: string, untilDay: string) =>
    outlineOf(/<details open.*?<\/details>/s.exec(await preview({ fromDay, untilDay }))?.[0] ?? '', 'details')
  const long = await refused('2032-01-01', '2032-01-15')
  expect(long.text).toContain('A pause can last 14 days at most.')
  expect(long.fields.join()).toMatch(/2032-01-01.*2032-01-15/)
  expect((await refused('2032-01-02', '2032-01-01')).text).toContain(
    'The last day can’t be before the first.',
  )
  expect((await refused('2032-01-01', '2032-01-02')).text).toContain('You have no hours on these days.')

  // the first lesson is called off, and its make-up is chosen for the hour after the second, the first of the pause
  const lessons = await db
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .orderBy('onDate')
    .select(['id', 'onDate'])
    .execute()
  await callOffLesson(person, lessons[0]!.id)
  const [makeUp] = await listMakeUps(buyer)
  const day = lessons[1]!.onDate
  await redeemMakeUp(buyer, makeUp!.id, { day, startHour: 7 })
  const days = { fromDay: day, untilDay: lessons[2]!.onDate }
  const page = outlineOf(await preview(days), 'main').text
  expect(page).toContain(`${formatDay(day)}, 06:00 becomes a make-up`)
  expect(page).toContain(`${formatDay(lessons[2]!.onDate)}, 06:00 becomes a make-up`)
  expect(page).toContain(`${formatDay(day)}, 07:00 stays: it is a make-up`)
  expect(await listMakeUps(buyer)).toEqual([])

  const body = new URLSearchParams({ intent: 'pause', ...days })
  expect((await club.send(path, { method: 'POST', headers, body })).status).toBe(302)
  expect((await listMakeUps(buyer)).map(({ because }) => because)).toEqual(['paused', 'paused'])
})
