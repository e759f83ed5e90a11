import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor, type Actor, type Person } from '#domain/actor.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { moveMonth } from '#domain/months/moving.server.ts'
import { declineRenewal } from '#domain/months/renewal.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
  type TestTrainer,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { endPaidBookings } from './expiry.server.ts'
import { updateFirstRefusals } from './first-refusal.server.ts'
import { holdSlot } from './hold.server.ts'
import { holdForMember, listSlotsForMember } from './office-hold.server.ts'

useDatabase({ connections: 4 })
let sandbox: Sandbox
let admin: Person
let stranger: Person
let mira: TestTrainer
let buyer: Person
let bookingId: string
let slotId: string
beforeAll(async () => {
  sandbox = useSandbox()
  admin = await createAdmin()
  stranger = await createMember({ name: 'Noor Rahman' })
})
// Fixture: Mira gives Mondays, Wednesdays and Fridays and is away from the end of a month until 20 February, so that the
// hour can be sold again from 22 January on.
beforeEach(async () => {
  await pool.query(
    'truncate orders, bookings, payments, received_intents, sandbox_intents, letters, absences cascade',
  )
  await moveTo('2026-11-26')
  mira = await createTrainerWithSlots(2)
  slotId = mira.slots[0]!.id
  ;({ buyer, bookingId } = await createPaidBooking(sandbox, 'gold', slotId))
  await away('2026-12-26', '2027-01-25')
  await away('2027-01-26', '2027-02-20')
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const moveTo = (day: string) => setClubTime('Europe/Rome', `${day}T13:00:00+01:00`)
const away = (fromDay: string, untilDay: string) => declareAbsence(mira.person, { fromDay, untilDay })
const endMonth = async () => {
  await moveTo('2026-12-27')
  await endPaidBookings()
}
const reserved = 'The member who had this hour before comes first for it.'
const stateFor = async (actor: Actor) =>
  (await getTrainer(actor, mira.trainerId)).slots.find(({ id }) => id === slotId)!.state
const openedLetters = () =>
  db.selectFrom('letters').where('letter', '=', 'first-refusal-opened').select('userId').execute()
const firstRefusals = () => db.selectFrom('firstRefusals').select(['bookingId', 'until']).execute()

describe('the hour of a month whose next one has no date', () => {
  test('is kept for its member, who is told once it can be sold again and comes first for some days', async () => {
    await endMonth()
    await updateFirstRefusals()
    expect([await stateFor(buyer), await stateFor(visitor)]).toEqual(['unavailable', 'held'])
    expect(await openedLetters()).toEqual([])
    await moveTo('2027-01-23')
    await expect(holdSlot(stranger, { slotId })).rejects.toThrow(reserved)
    await updateFirstRefusals()
    await updateFirstRefusals()
    expect(await openedLetters()).toEqual([{ userId: buyer.id }])
    expect(await firstRefusals()).toEqual([{ bookingId, until: new Date('2027-02-02T12:00:00Z') }])
    expect([await stateFor(buyer), await stateFor(stranger)]).toEqual(['free', 'held'])
    expect(await holdSlot(buyer, { slotId })).toMatchObject({ isNew: true })
  })

  test('is neither held for others nor given to a month that is moved, and the office sees for whom it is', async () => {
    await endMonth()
    await moveTo('2027-01-23')
    await updateFirstRefusals()
    await expect(holdForMember(admin, stranger.id, { slotId })).rejects.toThrow(reserved)
    const offered = async ({ id }: Person) =>
      (await listSlotsForMember(admin, id)).hours.find((hour) => hour.slotId === slotId)?.reservedFor
    expect([await offered(stranger), await offered(buyer)]).toEqual([buyer.name, null])
    expect((await listOwnSlots(mira.person)).find(({ id }) => id === slotId)?.firstRefusal).toEqual({
      name: buyer.name,
      until: new Date('2027-02-02T12:00:00Z'),
    })
    const other = await createBooking(mira.slots[1]!.id, stranger, 'paid')
    const move = { slotId, reason: 'Asked for it' }
    await expect(moveMonth(admin, other, move)).rejects.toThrow(reserved)
    expect(await holdForMember(admin, buyer.id, { slotId })).toMatchObject({ isNew: true })
  })

  test('is anybody’s again once those days are over or its member has bought it', async () => {
    await endMonth()
    await moveTo('2027-01-23')
    await updateFirstRefusals()
    await moveTo('2027-02-02')
    expect(await stateFor(stranger)).toBe('free')
    await updateFirstRefusals()
    expect(await firstRefusals()).toEqual([])
    await createBooking(slotId, stranger, 'paid')
  })

  test('waits again when its dates are gone before they could be bought', async () => {
    await endMonth()
    await moveTo('2027-01-23')
    await updateFirstRefusals()
    await away('2027-02-21', '2027-03-20')
    await updateFirstRefusals()
    expect(await firstRefusals()).toEqual([{ bookingId, until: null }])
    await moveTo('2027-02-25')
    await updateFirstRefusals()
    expect(await openedLetters()).toHaveLength(2)
  })

  test('goes to its member, not to whoever asks at the same moment', async () => {
    await endMonth()
    await moveTo('2027-01-23')
    const others = await Promise.all([createMember(), createMember()])
    const [own, ...refused] = await Promise.allSettled([
      ...[buyer, ...others].map((person) => holdSlot(person, { slotId })),
      updateFirstRefusals(),
    ])
    expect(own?.status).toBe('fulfilled')
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  test('goes to anybody without what the database refuses, and an invariant says so', async () => {
    await endMonth()
    await moveTo('2027-01-23')
    await pool.query('alter table bookings disable trigger first_refusal_checked')
    try {
      await holdSlot(stranger, { slotId })
    } finally {
      await pool.query('alter table bookings enable trigger first_refusal_checked')
    }
    expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toEqual([
      'an hour with a first refusal is only with its former holder',
    ])
    await pool.query('delete from first_refusals')
  })
})

test('a member who does not keep the hour has no first refusal later', async () => {
  await declineRenewal(buyer, bookingId)
  await endMonth()
  expect(await firstRefusals()).toEqual([])
})
