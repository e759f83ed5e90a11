import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import type { BookingState, PlanName } from '#db/tables.ts'
import { createTrainerWithSlots } from './factories.ts'

// Trainers and bookings in any state, without a card processor.

/** A trainer who can act, with the ids of the slots by hour. */
export async function addTrainer(name = 'Mira Okafor', hoursADay = 3) {
  const { person, trainerId, slots } = await createTrainerWithSlots(hoursADay, { name })
  return { actor: person, trainerId, slotIds: slots.map((slot) => slot.id) }
}

/** Holds a slot as the booking operation does: with the slot's row locked against changes. */
export async function addHold(slotId: string, buyerId: string, minutes = 15): Promise<string> {
  return transaction(async (trx) => {
    const slot = await trx
      .selectFrom('slots')
      .select('priceCents')
      .where('id', '=', slotId)
      .where('removedAt', 'is', null)
      .forShare()
      .executeTakeFirstOrThrow()
    const { id } = await trx
      .insertInto('bookings')
      .values({
        slotId,
        buyerId,
        slotPriceCents: slot.priceCents,
        holdExpiresAt: sql<Date>`club_now() + make_interval(mins => ${minutes})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** A booking with a plan that went as far as this state. */
export async function addBooking(
  slotId: string,
  buyerId: string,
  state: Extract<BookingState, 'paying' | 'paid' | 'ended'>,
  plan: PlanName = 'gold',
  holdMinutes = 15,
): Promise<string> {
  const id = await addHold(slotId, buyerId, holdMinutes)
  const surcharge = sql<number>`(select surcharge_cents from plans where name = ${plan})`
  const set = (values: Record<string, unknown>) =>
    db.updateTable('bookings').set(values).where('id', '=', id).execute()
  await set({ state: 'paying', plan, amountCents: sql`slot_price_cents + ${surcharge}` })
  if (state === 'paying') return id
  await set({
    state: 'paid',
    holdExpiresAt: null,
    paidAt: clubNow,
    paidUntil: sql`club_now() + interval '1 month'`,
  })
  await db
    .insertInto('payments')
    .columns(['bookingId', 'intentId', 'amountCents', 'currency'])
    .expression((eb) =>
      eb
        .selectFrom('bookings')
        .where('id', '=', id)
        .select([
          'id',
          sql.lit(`pi_${id}`).as('intent'),
          eb.ref('amountCents').$notNull().as('amount'),
          'currency',
        ]),
    )
    .execute()
  if (state === 'ended') await set({ state: 'ended' })
  return id
}
