import './production-env.ts'
import { expect, test } from 'vitest'
import { useAuth } from '#tests/auth-fixtures.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

test('whoever pauses on days that cannot be reads why where they chose them, and finds them there', async () => {
  const buyer = await createMember()
  const { slots } = await createTrainerWithSlots(1)
  const path = `/dashboard/hour/${await createBooking(slots[0]!.id, buyer, 'paid')}`
  const headers = { cookie: await cookieFor(buyer), origin: siteOrigin }
  const pause = async (fromDay: string, untilDay: string) => {
    const body = new URLSearchParams({ intent: 'pause', fromDay, untilDay })
    const html = await (await club.send(path, { method: 'POST', headers, body })).text()
    return outlineOf(/<details open.*?<\/details>/s.exec(html)?.[0] ?? '', 'details')
  }
  const long = await pause('2032-01-01', '2032-01-15')
  expect(long.text).toContain('A pause can last 14 days at most.')
  expect(long.fields.join()).toMatch(/2032-01-01.*2032-01-15/)
  expect((await pause('2032-01-02', '2032-01-01')).text).toContain('The last day cannot be before the first.')
  expect((await pause('2032-01-01', '')).text).toContain('Choose the last day.')
  expect((await pause('2032-01-01', '2032-01-02')).text).toContain('You have no hours on these days.')
})
