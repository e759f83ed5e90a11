import './production-env.ts'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { holdForMember } from '#domain/bookings/office-hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createTrainerWithSlots,
  type TestTrainer,
} from '#tests/factories.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'
import { createClubSettingsForm } from './club-settings-form.ts'
import { outlineOf } from './page-outline.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database)

let trainer: TestTrainer
beforeAll(async () => {
  trainer = await createTrainerWithSlots(3)
  const open = weekdays.map((weekday) => ({ weekday, opens: '08:00', closes: '22:00' }))
  await db.insertInto('openingHours').values(open).execute()
  evictClub()
})

const send = async (person: Person, path: string, form?: Record<string, string> | URLSearchParams) =>
  club.send(path, {
    headers: { cookie: await cookieFor(person), origin: siteOrigin },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
const look = async (person: Person, path: string) => outlineOf(await (await send(person, path)).text())
const note = 'This hour is outside the opening hours, 08:00 to 22:00.'

test('a trainer is asked by the form, keeps what was typed, and offers the hour anyway', async () => {
  const path = '/dashboard/manageSlots?slot=new'
  const typed = { intent: 'save', slotId: '', name: 'Night watch', startHour: '23', price: '61' }
  expect((await look(trainer.person, path)).buttons).not.toContain('Offer it anyway')
  const asked = await send(trainer.person, path, typed)
  expect(asked.status).toBe(409)
  const page = outlineOf(await asked.text())
  expect(page.text).toContain(`${note} Offer it anyway?`)
  expect(page.html).toContain('value="Night watch"')
  expect(page.buttons).toContain('Offer it anyway')
  expect(page.html).toContain('name="acceptsOutsideHours"')
  expect((await send(trainer.person, path, { ...typed, acceptsOutsideHours: 'yes' })).status).toBe(302)
  expect((await look(trainer.person, '/dashboard/manageSlots')).text).toContain(note)
})

test('who approves an application reads which hours it would put outside the opening hours', async () => {
  const person = await createMember({ name: 'Nia Early' })
  const { id } = await applyToBeTrainer(person, {
    name: 'Nia Early',
    yearsOfExperience: 3,
    hoursADay: 2,
    weekdays: ['Monday'],
  })
  const dialog = await look(await createAdmin(), `/dashboard/appliedTrainers?applicant=${id}`)
  expect(dialog.text).toContain('06:00 and 07:00 are outside the opening hours, 08:00 to 22:00.')
})

test('a buyer reads it on the trainer’s page, with the plans and with the payment', async () => {
  const buyer = await createMember()
  const [early, , open] = trainer.slots
  const offer = await look(buyer, `/trainers/${trainer.trainerId}`)
  // of the hours at six, seven and 23, and not of the one at eight
  expect(offer.text.split(note)).toHaveLength(4)
  const { bookingId } = await holdSlot(buyer, { slotId: early!.id })
  expect((await look(buyer, `/trainerBooked/${bookingId}`)).text).toContain(note)
  await choosePlan(buyer, bookingId, { plan: 'silver' })
  expect((await look(buyer, `/dashboard/payment/${bookingId}`)).text).toContain(note)
  const other = await holdSlot(buyer, { slotId: open!.id })
  expect((await look(buyer, `/trainerBooked/${other.bookingId}`)).text).not.toContain('outside')
})

test('the office reads it before it takes the payment at the desk', async () => {
  const [admin, member] = [await createAdmin(), await createMember()]
  const { bookingId } = await holdForMember(admin, member.id, { slotId: trainer.slots[1]!.id })
  expect((await look(admin, `/dashboard/takePayment/${bookingId}`)).text).toContain(note)
})

test('an admin reads which hours new opening hours leave outside before they are saved, and saves them anyway', async () => {
  const admin = await createAdmin()
  const member = await createMember({ name: 'Ada Early' })
  const { slots } = await createTrainerWithSlots(3)
  await createBooking(slots[2]!.id, member, 'paid')
  const form = createClubSettingsForm({ name: 'Iron Works' }, () => '', { opens: '09:00', closes: '22:00' })
  const saving = async (answer: Record<string, string> = {}) =>
    send(admin, '/dashboard/club?tab=hours', new URLSearchParams([...form, ...Object.entries(answer)]))
  const asked = await saving()
  expect(asked.status).toBe(409)
  const page = outlineOf(await asked.text())
  expect(page.text).toMatch(/ sold hours? and .* outside the new opening hours\. Save them anyway\?/)
  expect(page.text).toMatch(/08:00, Ada Early With Mira Okafor: \d+ dates, the first on /)
  expect(page.links).toContain(`Ada Early /dashboard/members/${member.id}`)
  expect(page.text).toMatch(/07:00, free with Mira Okafor Offered /)
  expect(page.buttons).toContain('Save anyway')
  expect((await saving({ acceptsHoursOutside: 'yes' })).status).toBe(302)
  // they stay listed with the settings
  expect((await look(admin, '/dashboard/club?tab=hours')).text).toMatch(/ are outside the opening hours\./)
})
