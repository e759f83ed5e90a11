import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { releaseHoldAsAdmin } from '#domain/checkout/release-hold.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { listExpectedPayments } from '#domain/ledger/desk-day.server.ts'
import { getClubPerson } from '#domain/overview/person.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createTrainerWithSlots,
  expireHold,
  bookingStateOf,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { holdSlot } from './hold.server.ts'
import { holdForMember, listSlotsForMember } from './office-hold.server.ts'

useDatabase()
let admin: Person
let member: Person
let trainer: TestTrainer
beforeEach(async () => {
  admin = await createAdmin()
  member = await createMember()
  trainer = await createTrainerWithSlots(3, { name: `Mira ${randomUUID()}` })
})
afterEach(expectNoBrokenInvariants)

const slot = (index: number) => ({ slotId: trainer.slots[index]!.id, expectedPriceCents: 5000 })
const hold = (index = 0) => holdForMember(admin, member.id, slot(index))
const refusal = async (act: Promise<unknown>) => (await rejectionOf(act)).message
const lettersTo = async (userId: string) =>
  (
    await db.selectFrom('letters').where('userId', '=', userId).orderBy('queuedAt').select('letter').execute()
  ).map(({ letter }) => letter)

test('an hour that the office holds for somebody is theirs for two days, and they are told', async () => {
  const { bookingId, isNew } = await hold()
  expect(isNew).toBe(true)
  expect(await hold()).toEqual({ bookingId, isNew: false })
  const { held, acts, done } = await getClubPerson(admin, member.id)
  expect(held).toMatchObject([{ bookingId, state: 'held', forDesk: true, isFree: false }])
  const [{ createdAt, holdExpiresAt }] = held as [(typeof held)[number]]
  expect(Number(holdExpiresAt) - Number(createdAt)).toBe(48 * 3600 * 1000)
  expect(acts.items).toMatchObject([{ summary: 'We are holding 06:00 for you' }])
  expect(done.items).toMatchObject([{ action: 'hold hour', actorName: admin.name }])
  await takePayment(admin, bookingId, { plan: 'gold', method: 'cash' })
  expect(await lettersTo(member.id)).toEqual(['hour-held', 'booking-paid'])
  // this club accepts no cards
  const letter = db.selectFrom('letters').where('userId', '=', member.id).where('letter', '=', 'hour-held')
  const { text } = await letter.select('text').executeTakeFirstOrThrow()
  expect(text).toMatch(/Pay at our desk\. If you don’t want it/)
})

test('a hold that ran out is held again, and one that the office lets go is told', async () => {
  const { bookingId } = await hold()
  await expireHold(bookingId)
  const again = await hold()
  expect(again.isNew).toBe(true)
  expect(await bookingStateOf(bookingId)).toBe('expired')
  await releaseHoldAsAdmin(admin, again.bookingId)
  expect(await lettersTo(member.id)).toEqual(['hour-held', 'hour-held', 'hold-ended'])
  expect((await getClubPerson(admin, member.id)).hours.items).toMatchObject([
    { isFree: true },
    { isFree: true },
  ])
})

test('free hours are found by their trainer’s name, and never the trainer’s own', async () => {
  await holdSlot(await createMember(), slot(1))
  const { hours } = await listSlotsForMember(admin, member.id, trainer.person.name.toUpperCase())
  expect(hours.map(({ startHour }) => startHour)).toEqual([6, 8])
  expect((await listSlotsForMember(admin, trainer.person.id, trainer.person.name)).hours).toEqual([])
  expect(await refusal(holdForMember(admin, trainer.person.id, slot(0)))).toMatch('can’t book their own hour')
})

test('an hour is held for somebody by admins only, while it is free, and one at a time for the desk', async () => {
  expect((await rejectionOf(holdForMember(member, member.id, slot(0)))).code).toBe('forbidden')
  expect((await rejectionOf(holdForMember(admin, randomUUID(), slot(0)))).code).toBe('not-found')
  expect((await rejectionOf(holdForMember(admin, member.id, { slotId: 'nonsense' }))).code).toBe('not-found')
  expect(await refusal(holdForMember(admin, member.id, { ...slot(0), expectedPriceCents: 1 }))).toMatch(
    'price',
  )
  await createHold('gold', slot(1).slotId)
  expect(await refusal(hold(1))).toMatch('faster')
  await hold(0)
  expect(await refusal(hold(2))).toMatch('already has an hour to pay for at the desk')
  expect(await refusal(holdForMember(admin, member.id, { slotId: '' }))).toBe('Choose an hour.')
  const nothingChosen = expect.objectContaining({ buyerName: member.name, plan: null, amountCents: null })
  expect(await listExpectedPayments(admin)).toContainEqual(nothingChosen)
})
