import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { db } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent } from '#domain/checkout/intents.server.ts'
import { executeRefund } from '#domain/payments/refunds.server.ts'
import { receiveNotice } from '#domain/payments/webhook-notices.server.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { disabledProcessor } from '#platform/cards/disabled-processor.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { startStripeDouble, type StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import type { StripeEvent } from '#tests/stripe-double/stripe-objects.ts'

/** Makes a test double of Stripe the card processor of this file. Call it after `useDatabase` or `useApi`. */
export function useStripeClub(): { readonly double: StripeDouble } {
  const state = { double: null as unknown as StripeDouble }
  beforeAll(async () => {
    state.double = await startStripeDouble()
    setCardProcessor(createStripeProcessor(state.double.settings))
  })
  afterAll(async () => {
    setCardProcessor(disabledProcessor)
    await state.double.stop()
  })
  return state
}

/** Creates `count` free slots, of as many trainers as needed. */
export async function createFreeSlots(count: number): Promise<string[]> {
  const hours: string[] = []
  while (hours.length < count) {
    const { slots } = await createTrainerWithSlots(Math.min(12, count - hours.length))
    hours.push(...slots.map(({ id }) => id))
  }
  return hours
}

export type PendingPayment = {
  buyer: Person
  bookingId: string
  slotId: string
  intentId: string
  clientSecret: string
  amountCents: number
}

/** Holds a slot, chooses a plan and creates an intent at the double. */
export async function createPendingPayment(
  buyer: Person,
  slotId: string,
  plan: PlanName = 'gold',
): Promise<PendingPayment> {
  const { bookingId } = await holdSlot(buyer, { slotId })
  await choosePlan(buyer, bookingId, { plan, acceptsOverlap: true })
  const { intentId, clientSecret, amountCents } = await requestIntent(buyer, { bookingId })
  return { buyer, bookingId, slotId, intentId, clientSecret, amountCents }
}

export const createBuyers = (count: number): Promise<Person[]> => createMembers(count)

/** Delivers an event of the double to the webhook, without a network. */
export function deliverEvent(double: StripeDouble, event: StripeEvent) {
  const { body, signature } = double.events.sign(event)
  return receiveNotice(body, signature)
}

/** Runs the jobs of all pending refunds, each twice concurrently, since a second worker must not refund again. */
export async function runPendingRefunds(): Promise<void> {
  const waiting = await db.selectFrom('refunds').where('state', '=', 'pending').select('id').execute()
  for (const { id } of waiting) await Promise.all([executeRefund(id), executeRefund(id)])
}

/** Deletes all bookings and payments, before a control. */
export async function deleteAllBookings(): Promise<void> {
  await sql`truncate orders, bookings, payment_attempts, payments, stray_charges, received_intents, refunds, disputes, processor_events, activities cascade`.execute(
    db,
  )
}

/**
 * Removes guards for a control: no query of this process locks rows, and a booking may leave any state. Returns a
 * function that restores them.
 */
export function disableRowLocks(): () => void {
  const { query } = pg.Client.prototype
  const send = query as (this: pg.Client, text: unknown, ...rest: unknown[]) => unknown
  const unguarded = (words: string) => words.replace(rowLock, '').replace(fromState, '')
  pg.Client.prototype.query = function unlocked(this: pg.Client, asked: unknown, ...rest: unknown[]) {
    if (typeof asked === 'string') return send.call(this, unguarded(asked), ...rest)
    // unnamed, since the name belongs to the prepared statement with its guards
    const { text, values } = asked as pg.QueryConfig
    return send.call(this, { text: unguarded(text), values }, ...rest)
  } as typeof query
  return () => void (pg.Client.prototype.query = query)
}

const rowLock = / for (update|no key update|share)( of [\w", ]+?)?( skip locked)?(?=\)|$)/g
const fromState = /(?<=^update "(?:bookings|orders)" .*)and "state" = '\w+'/
