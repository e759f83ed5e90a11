import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { setClubTime, useDatabase, waitForLocks } from '#tests/database.ts'
import {
  createAdmin,
  createPaidBooking,
  createTrainerWithSlots,
  bookingStateOf,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { extendMonth } from './extending.server.ts'
import { moveMonth } from './moving.server.ts'
import { renewBooking } from './renewal.server.ts'

// The holder of a month let the hold of the next month expire. The office then moves or extends the month.

useDatabase()
let paid: Awaited<ReturnType<typeof createPaidBooking>>
let next: string
let move: () => Promise<unknown>
let extend: () => Promise<unknown>
beforeEach(async () => {
  const sandbox = useSandbox()
  const admin = await createAdmin()
  await at('2026-11-20T12:00:00Z')
  const { slots } = await createTrainerWithSlots(2)
  paid = await createPaidBooking(sandbox, 'gold', slots[0]!.id)
  move = () => moveMonth(admin, paid.bookingId, { slotId: slots[1]!.id, reason: 'Works late' })
  extend = () => extendMonth(admin, paid.bookingId, { days: 3, reason: 'Was ill' })
  await at('2026-12-19T12:00:00Z')
  next = (await renewBooking(paid.buyer, paid.bookingId)).bookingId
})
afterEach(expectNoBrokenInvariants)
afterAll(() => setClubTime('UTC'))

const at = (moment: string) => setClubTime('UTC', moment)
const acts = [
  ['moved', () => move()],
  ['made longer', () => extend()],
] as const

test.each(acts)('it is %s though nobody gave the hold up yet that ran out', async (_, act) => {
  await at('2026-12-19T12:15:00Z')
  await act()
  expect(await bookingStateOf(next)).toBe('expired')
})

test.each(acts)('it is %s while that hold is just being given up', async (_, act) => {
  await at('2026-12-19T12:15:00Z')
  const giver = await pool.connect()
  await giver.query('begin')
  await giver.query(`update orders set state = 'expired', hold_expires_at = null where id = $1`, [next])
  const acting = act()
  await waitForLocks(1).finally(() => giver.query('commit').then(() => giver.release()))
  await acting
  expect(await bookingStateOf(next)).toBe('expired')
})

test.each(acts)('once it is %s, money for the next that comes late goes back', async (_, act) => {
  await choosePlan(paid.buyer, next, { plan: 'gold' })
  const { intentId } = await requestIntent(paid.buyer, { bookingId: next })
  await at('2026-12-19T12:15:00Z')
  await expireHolds()
  await act()
  await pool.query(`update sandbox_intents set status = 'succeeded', charge_id = 'ch_' || id where id = $1`, [
    intentId,
  ])
  await settleIntent(intentId)
  expect(await bookingStateOf(next)).toBe('refund_due')
})
