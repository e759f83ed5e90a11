import './production.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { previewDates } from '#domain/lessons/dates.server.ts'
import type { Person } from '#domain/actor.ts'
import { formatDay, formatFullDay } from '#words/days.ts'
import { useAuth } from '#tests/accounts.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { useClubPages } from './club-pages.ts'

// The dates of a month, on the pages that its buyer and its trainer open.

const database = useDatabase()
useAuth()
const club = useClubPages(database)

/** The words of a page, as they are read. */
async function read(path: string, person: Person): Promise<string> {
  const response = await club.send(path, { headers: { cookie: await cookieFor(person) } })
  expect(response.status, path).toBe(200)
  const html = (await response.text()).replace(/<script.*?<\/script>|<!-- -->/gs, '')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

describe('when to come', () => {
  let buyer: Person
  let trainer: Person
  let heldSlot: string
  let held: string
  let paid: string
  beforeAll(async () => {
    const { person, slots } = await createTrainerWithSlots(2)
    trainer = person
    buyer = await createMember({ name: 'Ada Moss' })
    heldSlot = slots[1]!.id
    held = await createBooking(heldSlot, buyer, 'held')
    paid = await createBooking(slots[0]!.id, buyer, 'paid')
  })
  const days = async () => {
    const lessons = await db
      .selectFrom('lessons')
      .where('bookingId', '=', paid)
      .select('onDate')
      .orderBy('onDate')
      .execute()
    return lessons.map(({ onDate }) => onDate)
  }

  test('is told before an hour is paid, with every date and the number of hours', async () => {
    const dates = await previewDates(heldSlot)
    const page = await read(`/trainerBooked/${held}`, buyer)
    expect(page).toContain(`Come on ${formatFullDay(dates[0]!.day)} at 07:00`)
    expect(page).toContain(`All ${dates.length} hours with Mira`)
    for (const { day } of dates) expect(page).toContain(`${formatFullDay(day)}, held for you`)
  })

  test('is told after paying, on the payment’s page, the receipt and the dashboards', async () => {
    const dates = await days()
    const [first, last] = [dates[0]!, dates.at(-1)!]
    expect(await read(`/dashboard/payment/${paid}`, buyer)).toContain(
      `Come on ${formatFullDay(first)} at 06:00`,
    )
    expect(await read(`/dashboard/receipt/${paid}`, buyer)).toContain(
      `${dates.length} hours, from ${formatDay(first)} to ${formatDay(last)}`,
    )
    expect(await read('/dashboard', buyer)).toContain(`${formatFullDay(first)}, 06:00 to 07:00`)
    expect(await read('/dashboard', trainer)).toContain(`Ada Moss Gold, hour 1 of ${dates.length}`)
  })

  test('is nobody else’s to read', async () => {
    const stranger = await createMember()
    expect(
      (await club.send(`/dashboard/payment/${paid}`, { headers: { cookie: await cookieFor(stranger) } }))
        .status,
    ).toBe(404)
    expect(await read('/dashboard', stranger)).not.toContain('Your next hour')
  })
})
