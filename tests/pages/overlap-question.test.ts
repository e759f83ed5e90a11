import './production-env.ts'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { grantMakeUp } from '#domain/months/granting-make-ups.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

let admin: Person
let buyer: Person
let monthId: string
let otherSlot: string
beforeAll(async () => {
  admin = await createAdmin()
  buyer = await createMember()
  const mira = await createTrainerWithSlots(1)
  const dario = await createTrainerWithSlots(1, { name: 'Dario Conti' })
  monthId = await createBooking(mira.slots[0]!.id, buyer, 'paid')
  otherSlot = dario.slots[0]!.id
})

const send = async (person: Person, path: string, form?: Record<string, string>) =>
  club.send(path, {
    headers: { cookie: await cookieFor(person), origin: siteOrigin },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
const fieldsOf = (fields: string[]) => fields.filter((field) => field.includes('acceptsOverlap'))

test('a buyer with another hour at that time reads so with the plans, accepts it by choosing one, or lets it go', async () => {
  const { bookingId } = await holdSlot(buyer, { slotId: otherSlot })
  const path = `/trainerBooked/${bookingId}`
  const page = outlineOf(await (await send(buyer, path)).text())
  expect(page.text).toContain('You are with Mira then (Mon, Wed and Fri, 06:00).')
  expect(page.buttons).toContain('Let it go')
  expect(page.html).toContain(`action="/bookings/${bookingId}/letGo"`)
  expect(fieldsOf(page.fields)).toHaveLength(1)

  const chosen = { plan: 'silver', priceCents: '5000' }
  const refused = await send(buyer, path, chosen)
  expect(refused.status).toBe(409)
  expect(outlineOf(await refused.text()).text).toContain('Please check before you continue.')
  expect((await send(buyer, path, { ...chosen, acceptsOverlap: 'yes' })).status).toBe(302)
  expect((await getBooking(buyer, bookingId)).plan).toBe('silver')

  await send(buyer, `/bookings/${bookingId}/letGo`, {})
  expect((await getBooking(buyer, bookingId)).state).toBe('cancelled')
})

test('the office reads it at the desk, and takes the payment with it', async () => {
  const { bookingId } = await holdForMember(admin, buyer.id, { slotId: otherSlot })
  const path = `/dashboard/takePayment/${bookingId}`
  const page = outlineOf(await (await send(admin, path)).text())
  expect(page.text).toContain('Ada Moss is with Mira Okafor then (Mon, Wed and Fri, 06:00).')
  expect(fieldsOf(page.fields)).toHaveLength(1)
  const payment = { plan: 'silver', method: 'cash', discount: '', discountReason: '', slip: '', bankedOn: '' }
  expect((await send(admin, path, payment)).status).toBe(409)
  expect((await send(admin, path, { ...payment, acceptsOverlap: 'yes' })).status).toBe(302)
})

test('the office reads of make-ups that the club owes a week before they expire, with the way to their money', async () => {
  const { makeUpId } = await grantMakeUp(admin, monthId, {
    reason: 'A cold shower',
    requestKey: 'cold-shower',
  })
  const look = async (path: string) => outlineOf(await (await send(admin, path)).text())
  expect((await look('/dashboard/expiringMakeUps')).text).toContain('No make-up expires')
  await pool.query('update make_ups set until = club_today() + 7 where id = $1', [makeUpId])
  for (const path of ['/dashboard', '/dashboard/expiringMakeUps']) {
    const page = await look(path)
    expect(page.text).toMatch(/Ada Moss 1 make-up expires after .+\. With Mira Okafor\./)
    expect(page.links).toContain(`Refund a make-up of Ada Moss /dashboard/owed/${monthId}`)
  }
  await pool.query('update make_ups set until = club_today() - 1 where id = $1', [makeUpId])
  expect((await look('/dashboard/expiringMakeUps')).text).toContain('No make-up expires')
})
