import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { listExpectedPayments } from '#domain/ledger/desk-day.server.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createHold,
  createMember,
  createHoldWithIntent,
  createSlot,
  expireHold,
  useSandbox,
} from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { choosePlan } from './choose-plan.server.ts'
import { payAtDesk } from './pay-at-desk.server.ts'
import { takePayment } from './take-payment.server.ts'

useDatabase({ connections: 10 })

let admin: Person
beforeAll(async () => {
  useSandbox()
  admin = await createAdmin()
})

const openDesk = () => db.updateTable('club').set({ paysAtDesk: true }).execute()

describe('pay-at-desk hold', () => {
  const heldFor = (bookingId: string) =>
    db
      .selectFrom('bookings')
      .where('id', '=', bookingId)
      .select(sql<number>`(extract(epoch from hold_expires_at - created_at) / 3600)::integer`.as('hours'))
      .executeTakeFirstOrThrow()

  test('waits 48 hours for its buyer, whatever plan they change to, once the club allows it', async () => {
    const { buyer, bookingId } = await createHold()
    await expect(payAtDesk(buyer, bookingId)).rejects.toThrow('doesn’t hold hours for payment at the desk')
    await openDesk()
    await payAtDesk(buyer, bookingId)
    await payAtDesk(buyer, bookingId)
    await choosePlan(buyer, bookingId, { plan: 'diamond' })
    expect(await heldFor(bookingId)).toEqual({ hours: 48 })
    expect(await listExpectedPayments(admin)).toMatchObject([
      { bookingId, plan: 'diamond', amountCents: 10_000 },
    ])
    await takePayment(admin, bookingId, { plan: 'diamond', method: 'cash' })
    expect(await listExpectedPayments(admin)).toEqual([])
    await expectNoBrokenInvariants()
  })

  test('is one a person, also when two are asked for at once, and not again for who did not come', async () => {
    await openDesk()
    const { buyer, bookingId } = await createHoldWithIntent()
    const other = await holdSlot(buyer, { slotId: await createSlot() })
    await choosePlan(buyer, other.bookingId, { plan: 'silver', acceptsOverlap: true })
    const results = await Promise.allSettled([bookingId, other.bookingId].map((id) => payAtDesk(buyer, id)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(payAtDesk(await createMember(), bookingId)).rejects.toMatchObject({ code: 'not-found' })

    const slotId = await createSlot()
    const { buyer: absent, bookingId: missed } = await createHold('gold', slotId)
    await payAtDesk(absent, missed)
    await expireHold(missed)
    const again = await holdSlot(absent, { slotId })
    await choosePlan(absent, again.bookingId, { plan: 'gold' })
    await expect(payAtDesk(absent, again.bookingId)).rejects.toThrow('before and it wasn’t paid for')
  })

  test('is for people with a proved address or a month that they paid', async () => {
    await openDesk()
    const { buyer, bookingId } = await createHold()
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', buyer.id).execute()
    await expect(payAtDesk(buyer, bookingId)).rejects.toThrow('Please confirm your email address first')
    const earlier = await holdSlot(buyer, { slotId: await createSlot() })
    await takePayment(admin, earlier.bookingId, { plan: 'silver', method: 'cash', acceptsOverlap: true })
    await payAtDesk(buyer, bookingId)
    expect((await getBooking(buyer, bookingId)).forDesk).toBe(true)
  })
})
