import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clubNow, db, transaction } from '../../db/client.ts'
import type { BookingState, PlanName, Role } from '../../db/tables.ts'
import type { Person } from '../actor.ts'
import { slotsWithBookings } from './slot-reading.server.ts'
import { firstPriceCents } from './trainers.rules.ts'

// Rows for the tests of training and community, written straight into the tables.

/** A picture that this person uploaded; answers its id. */
export async function addPicture(ownerId: string): Promise<string> {
  const { id } = await db
    .insertInto('images')
    .values({ ownerId, width: 800, height: 600, colour: '#336699', bytes: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Somebody with an account, as the actor of operations. */
export async function addPerson(role: Exclude<Role, 'trainer' | 'applied'> = 'member', name = 'Ada Moss') {
  const email = `${randomUUID()}@club.example`
  const { id } = await db
    .insertInto('users')
    .values({ name, email, emailVerified: true, image: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('members').values({ userId: id, role }).execute()
  return { kind: 'person', id, sessionId: randomUUID(), name, email, role, portrait: null } satisfies Person
}

/** A trainer with as many slots as hours a day. */
export async function addTrainer(name = 'Mira Okafor', hoursADay = 3) {
  const person = await addPerson('member', name)
  const trainerId = await transaction(async (trx) => {
    await trx.updateTable('members').set({ role: 'trainer' }).where('userId', '=', person.id).execute()
    const { id } = await trx
      .insertInto('trainers')
      .values({ userId: person.id, name, yearsOfExperience: 7, hoursADay, weekdays: ['Monday', 'Friday'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let index = 0; index < hoursADay; index += 1)
      await trx
        .insertInto('slots')
        .values({
          trainerId: id,
          name: `Slot ${index + 1}`,
          startHour: 6 + index,
          priceCents: firstPriceCents,
        })
        .execute()
    return id
  })
  const slots = await slotsWithBookings()
    .where('slots.trainerId', '=', trainerId)
    .orderBy('slots.startHour')
    .select('slots.id')
    .execute()
  const actor: Person = { ...person, role: 'trainer' }
  return { actor, trainerId, slotIds: slots.map((slot) => slot.id) }
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
