import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createPaidBooking,
  createHoldWithIntent,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase()
let sandbox: Sandbox
beforeAll(() => void (sandbox = useSandbox()))
afterEach(expectNoBrokenInvariants)

/** Returns the name of the constraint that a statement violates. */
async function constraintOf(statement: RawBuilder<unknown>): Promise<string | undefined> {
  try {
    await statement.execute(db)
    return 'nothing'
  } catch (error) {
    return (error as { constraint?: string }).constraint
  }
}
const change = (id: string, assignments: RawBuilder<unknown>) =>
  constraintOf(sql`update bookings set ${assignments} where id = ${id}`)

const paymentsWith = async (intentId: string) =>
  (await db.selectFrom('payments').where('intentId', '=', intentId).select('id').execute()).length

describe('booking constraints refuse', () => {
  test('a second live booking of a slot', async () => {
    const { slots } = await createTrainerWithSlots(1)
    const slotId = slots[0]?.id ?? ''
    await createHold('gold', slotId)
    const other = await createMember()
    expect(
      await constraintOf(sql`insert into bookings (slot_id, buyer_id, slot_price_cents, hold_expires_at)
        values (${slotId}, ${other.id}, 5000, club_now() + interval '15 minutes')`),
    ).toBe('one_live_booking')
  })

  test('a booking that begins otherwise than held', async () => {
    const { slots } = await createTrainerWithSlots(1)
    const buyer = await createMember()
    expect(
      await constraintOf(sql`insert into bookings (slot_id, buyer_id, slot_price_cents, state)
        values (${slots[0]?.id}, ${buyer.id}, 5000, 'cancelled')`),
    ).toBe('legal_transition')
  })

  test('a booking at another price than its slot’s', async () => {
    const { slots } = await createTrainerWithSlots(1)
    const buyer = await createMember()
    expect(
      await constraintOf(sql`insert into bookings (slot_id, buyer_id, slot_price_cents, hold_expires_at)
        values (${slots[0]?.id}, ${buyer.id}, 4999, club_now() + interval '15 minutes')`),
    ).toBe('price_is_the_slots')
  })

  test('holds without an end, or longer than an hour', async () => {
    const { bookingId } = await createHold()
    expect(await change(bookingId, sql`hold_expires_at = null`)).toBe('hold_has_end')
    expect(await change(bookingId, sql`hold_expires_at = created_at + interval '61 minutes'`)).toBe(
      'hold_is_short',
    )
  })

  test('amounts that do not add up, or belong to no plan', async () => {
    const { bookingId } = await createHold('gold')
    const ofOrder = sql`update orders set price_cents = 1, amount_cents = 1 where id = ${bookingId}`
    expect(await constraintOf(ofOrder)).toBe('amount_adds_up')
    expect(await change(bookingId, sql`plan = 'diamond'`)).toBe('amount_adds_up')
    expect(await change(bookingId, sql`plan = null, amount_cents = null, state = 'paying'`)).toBe(
      'paying_has_plan',
    )
  })

  test('a booking without an order, or whose state and money differ from its order’s', async () => {
    const { bookingId } = await createHold()
    const { slots } = await createTrainerWithSlots(1)
    const buyer = await createMember()
    expect(
      await constraintOf(sql`insert into bookings (slot_id, buyer_id, slot_price_cents, hold_expires_at)
        values (${slots[0]?.id}, ${buyer.id}, 5000, club_now() + interval '15 minutes')`),
    ).toBe('state_of_order')
    for (const changed of [
      sql`state = 'cancelled', hold_expires_at = null`,
      sql`amount_cents = 1`,
      sql`amount_cents = null`,
      sql`discount_cents = 1, discount_reason = 'Ill'`,
      sql`attempt = 7`,
      sql`hold_expires_at = club_now()`,
    ])
      expect(await change(bookingId, changed)).toBe('state_of_order')
  })

  test('another buyer, slot or price for a booking', async () => {
    const { bookingId } = await createHold()
    const other = await createMember()
    const { slots } = await createTrainerWithSlots(1)
    expect(await change(bookingId, sql`buyer_id = ${other.id}`)).toBe('booking_frozen')
    expect(await change(bookingId, sql`slot_id = ${slots[0]?.id}`)).toBe('booking_frozen')
    expect(await change(bookingId, sql`slot_price_cents = 50, amount_cents = 2050`)).toBe('booking_frozen')
  })

  test('another amount for what is paid, and payment dates that are missing', async () => {
    const { bookingId } = await createPaidBooking(sandbox)
    expect(await change(bookingId, sql`plan = 'silver', amount_cents = 5000`)).toBe('amount_frozen')
    expect(await change(bookingId, sql`paid_at = null, paid_until = null`)).toBe('paid_has_dates')
    expect(await change(bookingId, sql`state = 'held', hold_expires_at = club_now()`)).toBe(
      'legal_transition',
    )
  })

  test('changes of a slot that is held or sold', async () => {
    const { slots } = await createTrainerWithSlots(1)
    const slotId = slots[0]?.id ?? ''
    await createPaidBooking(sandbox, 'gold', slotId)
    expect(await constraintOf(sql`update slots set price_cents = 1000 where id = ${slotId}`)).toBe(
      'sold_slot_frozen',
    )
    expect(await constraintOf(sql`delete from slots where id = ${slotId}`)).toBe('sold_slot_frozen')
  })

  test('payments of another amount, a second one, and one intent for two', async () => {
    const paid = await createPaidBooking(sandbox, 'gold')
    const open = await createHoldWithIntent('gold')
    const pay = (bookingId: string, intentId: string, cents: number) =>
      constraintOf(sql`insert into payments (booking_id, intent_id, amount_cents, currency)
        values (${bookingId}, ${intentId}, ${cents}, 'usd')`)
    expect(await pay(open.bookingId, 'pi_x', 1)).toBe('payment_of_order')
    expect(await pay(paid.bookingId, 'pi_y', 7000)).toBe('payments_booking_id_key')
    expect(await pay(open.bookingId, paid.intentId, 7000)).toBe('payments_intent_id_key')
  })

  test('one intent as a payment and as a stray charge, in either order', async () => {
    const paid = await createPaidBooking(sandbox, 'gold')
    const open = await createHoldWithIntent('gold')
    const stray = (
      intentId: string,
    ) => sql`insert into stray_charges (booking_id, intent_id, amount_cents, currency)
      values (${paid.bookingId}, ${intentId}, 7000, 'usd')`
    expect(await constraintOf(stray(paid.intentId))).toBe('one_intent_one_charge')
    await db
      .transaction()
      .execute(async (trx) => {
        await stray('pi_stray').execute(trx)
        const twice = sql`insert into payments (booking_id, intent_id, amount_cents, currency)
          values (${open.bookingId}, 'pi_stray', 7000, 'usd')`
        await twice.execute(trx)
      })
      .catch((error: { constraint?: string }) => expect(error.constraint).toBe('one_intent_one_charge'))
    expect(await paymentsWith('pi_stray')).toBe(0)
  })

  test('two attempts under way for one booking', async () => {
    const { bookingId } = await createHoldWithIntent('gold')
    expect(
      await constraintOf(sql`insert into payment_attempts (booking_id, attempt, processor, amount_cents, currency)
        values (${bookingId}, 2, 'sandbox', 7000, 'usd')`),
    ).toBe('one_open_attempt')
  })

  test('refunds above the payment, of nothing, or of two charges', async () => {
    const { paymentId } = await createPaidBooking(sandbox, 'gold')
    const refund = (payment: string | null, key: string) =>
      constraintOf(sql`insert into refunds (payment_id, amount_cents, reason, request_key)
        values (${payment}, 100, 'x', ${key})`)
    for (const cents of [7001, -1])
      expect(
        await constraintOf(sql`update payments set refunded_cents = ${cents} where id = ${paymentId}`),
      ).toBe('refunds_within_payment')
    expect(await refund(null, randomUUID())).toBe('refunds_check')
    // nothing was reserved for it, however small the amount
    expect(await refund(paymentId, randomUUID())).toBe('refunds_reserved')
  })

  test('a failed refund that counts again without its amount reserved', async () => {
    const { paymentId } = await createPaidBooking(sandbox, 'gold')
    const requestKey = randomUUID()
    await sql`insert into refunds (payment_id, amount_cents, reason, request_key, state, settled_at)
      values (${paymentId}, 100, 'x', ${requestKey}, 'failed', club_now())`.execute(db)
    expect(
      await constraintOf(sql`update refunds set state = 'succeeded' where request_key = ${requestKey}`),
    ).toBe('refunds_reserved')
  })

  test('payouts of nothing and by nobody', async () => {
    const { trainerId } = await createTrainerWithSlots(1)
    const admin = await createAdmin()
    const payout = (cents: number, by: string) =>
      constraintOf(sql`insert into payouts (trainer_id, amount_cents, request_key, recorded_by)
        values (${trainerId}, ${cents}, ${randomUUID()}, ${by})`)
    expect(await payout(0, admin.id)).toBe('payout_amount')
    expect(await payout(1, randomUUID())).toBe('payouts_recorded_by_fkey')
  })

  test.each([
    ['sessions', 'token'],
    ['accounts', 'access_token'],
    ['accounts', 'password'],
    ['verifications', 'value'],
    ['sandbox_intents', 'client_secret'],
    ['sandbox_intents', 'decline_message'],
    ['sandbox_refunds', 'refund_id'],
  ])('a text without end in %s.%s', async (table, column) => {
    const member = await createMember()
    const { paymentId } = await createPaidBooking(sandbox)
    const admin = await createAdmin()
    const request = { paymentId, amountCents: 100, reason: 'Ill', requestKey: randomUUID() }
    await executeRefund((await refundPayment(admin, request)).refundId)
    await sql`insert into sessions (expires_at, token, updated_at, user_id)
      values (now(), ${randomUUID()}, now(), ${member.id})`.execute(db)
    await sql`insert into accounts (account_id, provider_id, user_id, updated_at)
      values (${member.id}, 'google', ${member.id}, now())`.execute(db)
    await sql`insert into verifications (identifier, value, expires_at)
      values ('x', 'x', now())`.execute(db)
    const tooLong = 'x'.repeat(100_000)
    expect(await constraintOf(sql`update ${sql.table(table)} set ${sql.ref(column)} = ${tooLong}`)).toBe(
      `${column}_bounded`,
    )
  })

  test('nobody a session for what their browser calls itself: that is cut', async () => {
    const member = await createMember()
    const { rows } = await sql<{
      length: number
    }>`insert into sessions (expires_at, token, updated_at, user_id, user_agent)
      values (now(), ${randomUUID()}, now(), ${member.id}, ${'x'.repeat(16_000)})
      returning char_length(user_agent) as length`.execute(db)
    expect(rows).toEqual([{ length: 500 }])
  })
})
