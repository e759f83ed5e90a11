import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import type { BookingState, PlanName, Role, Tables } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { accessOf, type Access } from '#domain/permissions.ts'
import { cards, setCardProcessor } from '#platform/cards/cards.ts'
import { createSandbox, isSandbox, type Sandbox } from '#platform/cards/sandbox.ts'

// Factories of test data. Rows are inserted directly; bookings are created by domain operations.

type PersonFields = { name?: string; email?: string }

/** The weekdays of trainers. */
const trainingDays = ['Monday', 'Wednesday', 'Friday']

/** Creates an account. Returns the actor. */
export async function createMember(fields: PersonFields = {}): Promise<Person> {
  return createPerson('member', fields)
}

export async function createAdmin(fields: PersonFields = {}): Promise<Person> {
  return createPerson('admin', { name: 'Ines Duarte', ...fields })
}

async function createPerson(role: Extract<Role, 'member' | 'admin'>, fields: PersonFields): Promise<Person> {
  const name = fields.name ?? 'Ada Moss'
  const email = fields.email ?? `${randomUUID()}@club.example`
  const { id } = await db
    .insertInto('users')
    .values({ name, email, emailVerified: true, image: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('members').values({ userId: id, role }).execute()
  return { kind: 'person', id, sessionId: randomUUID(), name, email, role, portrait: null }
}

/** Creates many members by one statement, for races. */
export async function createMembers(count: number): Promise<Person[]> {
  return transaction(async (trx) => {
    const values = Array.from({ length: count }, (_, index) => ({
      name: `Member ${index + 1}`,
      email: `${randomUUID()}@club.example`,
      emailVerified: true,
    }))
    const users = await trx
      .insertInto('users')
      .values(values)
      .returning((eb) => ['id', 'name', eb.ref('email').$notNull().as('email')])
      .execute()
    await trx
      .insertInto('members')
      .values(users.map(({ id }) => ({ userId: id })))
      .execute()
    return users.map((user) => ({
      kind: 'person' as const,
      ...user,
      sessionId: randomUUID(),
      role: 'member' as const,
      portrait: null,
    }))
  })
}

type PersonSpec = { name: string } & Access

/** Creates people of several roles. Each trainer has one slot, at 06:00; the slots of other roles are not inserted. */
export async function createPeople<Who extends string>(wanted: Record<Who, PersonSpec>) {
  const people = Object.entries<PersonSpec>(wanted).map(([who, { name, ...access }]) => {
    const id = randomUUID()
    const person: Person = {
      kind: 'person',
      id,
      sessionId: randomUUID(),
      name,
      email: `${id}@club.example`,
      portrait: null,
      ...access,
    }
    const slot = { id: randomUUID(), name: 'Slot 1', startHour: 6, priceCents: 5000 }
    return { who, trainerId: randomUUID(), person, slots: [slot] }
  })
  const trainers = people.filter(({ person }) => person.role === 'trainer')
  await transaction(async (trx) => {
    const users = people.map(({ person: { id, name, email } }) => ({ id, name, email, emailVerified: true }))
    await trx.insertInto('users').values(users).execute()
    await trx
      .insertInto('members')
      .values(people.map(({ person }) => ({ userId: person.id, ...accessOf(person) })))
      .execute()
    const rows = trainers.map(({ trainerId, person: { id, name } }) => ({
      id: trainerId,
      userId: id,
      name,
      yearsOfExperience: 7,
      hoursADay: 1,
      weekdays: trainingDays,
    }))
    await trx.insertInto('trainers').values(rows).execute()
    await trx
      .insertInto('slots')
      .values(trainers.flatMap(({ trainerId, slots }) => slots.map((slot) => ({ ...slot, trainerId }))))
      .execute()
  })
  return Object.fromEntries(people.map(({ who, ...made }) => [who, made])) as Record<Who, TestTrainer>
}

/** Makes an account a trainer without slots. */
export async function makeTrainer({ id: userId, name }: Pick<Person, 'id' | 'name'>): Promise<void> {
  await transaction(async (trx) => {
    await trx.updateTable('members').set({ role: 'trainer' }).where('userId', '=', userId).execute()
    await trx
      .insertInto('trainers')
      .values({ userId, name, yearsOfExperience: 3, hoursADay: 2, weekdays: ['Monday'] })
      .execute()
  })
}

export type TestTrainer = {
  trainerId: string
  person: Person
  /** In order of time: 'Slot 1' at 06:00, 'Slot 2' at 07:00, and so on. */
  slots: { id: string; name: string; startHour: number; priceCents: number }[]
}

/** Creates a trainer with `count` slots of one price. */
export async function createTrainerWithSlots(
  count = 3,
  fields: PersonFields & { priceCents?: number } = {},
): Promise<TestTrainer> {
  const member = await createMember({ name: 'Mira Okafor', ...fields })
  const { id: trainerId, slots } = await transaction(async (trx) => {
    await trx.updateTable('members').set({ role: 'trainer' }).where('userId', '=', member.id).execute()
    const { id } = await trx
      .insertInto('trainers')
      .values({
        userId: member.id,
        name: member.name,
        yearsOfExperience: 7,
        hoursADay: Math.min(12, Math.max(1, count)),
        weekdays: trainingDays,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = Array.from({ length: count }, (_, index) => ({
      trainerId: id,
      name: `Slot ${index + 1}`,
      startHour: 6 + index,
      priceCents: fields.priceCents ?? 5000,
    }))
    const made = await trx
      .insertInto('slots')
      .values(values)
      .returning(['id', 'name', 'startHour', 'priceCents'])
      .execute()
    return { id, slots: made.sort((left, right) => left.startHour - right.startHour) }
  })
  return { trainerId, person: { ...member, role: 'trainer' }, slots }
}

/** Creates a trainer. Returns the actor and the ids of the slots in order of time. */
export async function addTrainer(name = 'Mira Okafor', hoursADay = 3) {
  const { person, trainerId, slots } = await createTrainerWithSlots(hoursADay, { name })
  return { actor: person, trainerId, slotIds: slots.map((slot) => slot.id) }
}

/** Creates a trainer with one free slot. */
export async function createSlot(priceCents = 5000): Promise<string> {
  const { slots } = await createTrainerWithSlots(1, { priceCents })
  return (slots[0] as { id: string }).id
}

export const goodCard = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2060, cvc: '123' }
export const cardWithNumber = (number: string) => ({ ...goodCard, number })

/** Makes the sandbox the card processor of this test file. */
export function useSandbox(): Sandbox {
  const sandbox = createSandbox({ authSecret: 'a secret of at least thirty-two characters' })
  setCardProcessor(sandbox)
  return sandbox
}

/** Creates a held booking with this plan, of a new slot by a new member. */
export async function createHold(plan: PlanName = 'gold', slotId?: string) {
  const buyer = await createMember()
  const { bookingId } = await holdSlot(buyer, { slotId: slotId ?? (await createSlot()) })
  const { amountCents } = await choosePlan(buyer, bookingId, { plan })
  return { buyer, bookingId, amountCents }
}

/** Creates a booking with an intent of the sandbox. */
export async function createHoldWithIntent(plan: PlanName = 'gold', slotId?: string) {
  const hold = await createHold(plan, slotId)
  const intent = await requestIntent(hold.buyer, { bookingId: hold.bookingId })
  return { ...hold, ...intent }
}

/** Creates a booking and pays it with a valid sandbox card. */
export async function createPaidBooking(sandbox: Sandbox, plan: PlanName = 'gold', slotId?: string) {
  const paying = await createHoldWithIntent(plan, slotId)
  await sandbox.confirmIntent({ clientSecret: paying.clientSecret, card: goodCard })
  const { paymentId } = await savePayment(paying.buyer, { intentId: paying.intentId })
  return { ...paying, paymentId }
}

/**
 * Creates a booking and brings it to `state` by domain operations and jobs. Accepts another hour at its time. Makes the
 * sandbox the card processor of this test file.
 */
export async function createBooking(
  slotId: string,
  buyer: Person,
  state: Extract<BookingState, 'held' | 'paying' | 'paid' | 'ended'>,
  plan: PlanName = 'gold',
): Promise<string> {
  const { bookingId } = await holdSlot(buyer, { slotId })
  if (state === 'held') return bookingId
  const sandbox = isSandbox(cards) ? cards : useSandbox()
  await choosePlan(buyer, bookingId, { plan, acceptsOverlap: true })
  const { clientSecret, intentId } = await requestIntent(buyer, { bookingId })
  if (state === 'paying') return bookingId
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(buyer, { intentId })
  if (state === 'paid') return bookingId
  await db.updateTable('bookings').set({ paidUntil: clubNow }).where('id', '=', bookingId).execute()
  await endPaidBookings()
  return bookingId
}

type HeldBooking = { slotId: string; buyerId: string; holdExpiresAt?: RawBuilder<Date> | Date }

/** Inserts held bookings of slots that cost $50, without the checks of a hold. Returns their ids in order. */
export async function insertHeldBookings(holds: HeldBooking[]): Promise<string[]> {
  const held = holds.map(({ slotId, buyerId, holdExpiresAt = inMinutes(15) }) => ({
    order: {
      id: randomUUID(),
      kind: 'hour' as const,
      buyerId,
      holderId: buyerId,
      currency: 'usd',
      holdExpiresAt,
    },
    slotId,
  }))
  await transaction(async (trx) => {
    await trx
      .insertInto('orders')
      .values(held.map(({ order }) => order))
      .execute()
    await trx
      .insertInto('bookings')
      .values(
        held.map(({ order: { id, buyerId }, slotId }) => ({
          id,
          slotId,
          buyerId,
          slotPriceCents: 5000,
          holdExpiresAt: sql<Date>`(select hold_expires_at from orders where id = ${id})`,
        })),
      )
      .execute()
  })
  return held.map(({ order }) => order.id)
}

const inMinutes = (minutes: number) => sql<Date>`club_now() + make_interval(mins => ${minutes})`

/** Brings held bookings to `paying`, with the plan gold at $70. */
export async function startPaying(ids: string[]): Promise<void> {
  await transaction(async (trx) => {
    await trx.updateTable('bookings').set({ plan: 'gold' }).where('id', 'in', ids).execute()
    const price = { priceCents: 7000, amountCents: 7000 }
    await trx
      .updateTable('orders')
      .set({ ...price, state: 'paying' })
      .where('id', 'in', ids)
      .execute()
  })
}

/** Changes orders past the domain's operations; triggers copy them to their bookings. */
export async function changeOrders(ids: string[], changes: UpdateObject<Tables, 'orders'>): Promise<void> {
  await db.updateTable('orders').set(changes).where('id', 'in', ids).execute()
}

/** Expires the hold of a booking: moves its end to a second ago. */
export async function expireHold(bookingId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ holdExpiresAt: sql<Date>`club_now() - interval '1 second'` })
    .where('id', '=', bookingId)
    .execute()
}

export async function bookingStateOf(bookingId: string): Promise<BookingState> {
  const { state } = await db
    .selectFrom('bookings')
    .where('id', '=', bookingId)
    .select('state')
    .executeTakeFirstOrThrow()
  return state
}
