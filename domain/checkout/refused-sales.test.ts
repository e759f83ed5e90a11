import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { log, troublesByPart } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { changeOrders, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { createPendingPayment, useStripeClub } from '#tests/proof/stripe-club.ts'
import { choosePlan } from './choose-plan.server.ts'
import { requestIntent } from './intents.server.ts'

useDatabase()
const club = useStripeClub()
afterEach(() => void (log.level = settings.logLevel))

describe('a sale by card', () => {
  test('goes on without the receipt of the processor when that refuses the address', async () => {
    log.level = 'silent'
    const buyer = await createMember()
    await db
      .updateTable('users')
      .set({ email: `${'a'.repeat(65)}@club.example` })
      .where('id', '=', buyer.id)
      .execute()
    const { slots } = await createTrainerWithSlots(1)
    const { intentId, bookingId } = await createPendingPayment(buyer, slots[0]!.id)
    expect(club.double.ledger.find(intentId)).toMatchObject({ receipt_email: null, amount: 7000 })
    // asking again finds the same intent
    expect(await requestIntent(buyer, { bookingId })).toMatchObject({ intentId })
    // the office reads why, without the address
    expect(troublesByPart.get('cards')?.message).toBe(
      'The processor refused a request: email_invalid (receipt_email).',
    )
  })

  test('of the least charge goes on', async () => {
    const buyer = await createMember()
    const { slots } = await createTrainerWithSlots(1)
    const { bookingId } = await holdSlot(buyer, { slotId: slots[0]!.id })
    await choosePlan(buyer, bookingId, { plan: 'silver', acceptsOverlap: true })
    await changeOrders([bookingId], { discountCents: 4_950, discountReason: 'Friend', amountCents: 50 })
    expect(await requestIntent(buyer, { bookingId })).toMatchObject({ amountCents: 50 })
  })

  test('of an amount below the least charge is refused with the way to pay it', async () => {
    const buyer = await createMember()
    const { slots } = await createTrainerWithSlots(1)
    const { bookingId } = await holdSlot(buyer, { slotId: slots[0]!.id })
    await choosePlan(buyer, bookingId, { plan: 'silver', acceptsOverlap: true })
    await changeOrders([bookingId], { discountCents: 4_990, discountReason: 'Friend', amountCents: 10 })
    const refusal = await rejectionOf(requestIntent(buyer, { bookingId }))
    expect([refusal.code, refusal.message]).toEqual([
      'conflict',
      'This amount is too small for a card. Please pay at the desk.',
    ])
  })
})
