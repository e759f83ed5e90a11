import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { listMembersOfTrainer } from '#domain/trainers/own-members.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { readTrainerToday } from './day-overview.server.ts'
import { listClubPeople } from './people.server.ts'

useDatabase({ connections: 1 })
let sandbox: Sandbox
beforeAll(() => {
  sandbox = useSandbox()
})

async function pay(buyer: Person, bookingId: string): Promise<string> {
  await choosePlan(buyer, bookingId, { plan: 'silver' })
  const { clientSecret, intentId } = await requestIntent(buyer, { bookingId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(buyer, { intentId })
  return bookingId
}

test('whoever has paid the next month ends neither within seven days nor first at their trainer', async () => {
  const admin = await createAdmin()
  const { person: trainer, slots } = await createTrainerWithSlots(2)
  const [keeper, leaver] = [await createMember({ name: 'Ada Moss' }), await createMember({ name: 'Bo Lind' })]
  const endingSoon = async () =>
    (await listClubPeople(admin, { shown: 'ends in 7 days' })).items.map(({ name, hour }) => [
      name,
      hour?.paidUntil.toISOString(),
    ])
  const endsFirst = async () => (await readTrainerToday(trainer)).endsFirst?.memberName
  const kept = async () => (await listMembersOfTrainer(trainer)).current.map(({ isRenewed }) => isRenewed)

  await setClubTime('UTC', '2026-01-10T12:00:00Z')
  const first = await pay(keeper, (await holdSlot(keeper, { slotId: slots[0]!.id })).bookingId)
  await setClubTime('UTC', '2026-01-11T12:00:00Z')
  await pay(leaver, (await holdSlot(leaver, { slotId: slots[1]!.id })).bookingId)
  await setClubTime('UTC', '2026-02-07T12:00:00Z')
  expect(await endingSoon()).toEqual([
    ['Ada Moss', '2026-02-10T12:00:00.000Z'],
    ['Bo Lind', '2026-02-11T12:00:00.000Z'],
  ])
  expect([await endsFirst(), await kept()]).toEqual(['Ada Moss', [false, false]])

  const { bookingId: next } = await renewBooking(keeper, first)
  // a hold is not a paid renewal
  expect(await endsFirst()).toBe('Ada Moss')
  await pay(keeper, next)
  expect(await endingSoon()).toEqual([['Bo Lind', '2026-02-11T12:00:00.000Z']])
  expect([await endsFirst(), await kept()]).toEqual(['Bo Lind', [true, false]])
  await expectNoBrokenInvariants()
})
