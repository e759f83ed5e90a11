import { sql, type RawBuilder } from 'kysely'
import { compiledQuery } from '#db/compiled-query.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { conflict, notFound } from '#core/errors.ts'
import { networkDigest } from '#platform/rate-limits/rate-limits.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { formatHour } from '#format/hours.ts'
import { occupiesMonth, holdIsOver } from '#domain/slots/occupancy.server.ts'
import { holdSlotInput, type HoldSlotInput } from './bookings.input.ts'
import { holdMinutes, liveStates, maxHolds, unpaidStates } from './bookings.rules.ts'
import { isSlotConflict, requirePrice } from './locked-booking.server.ts'
import { expireOverdue } from './expiry.server.ts'
import { requireNetworkHoldLimit, requireRepeatHoldPause } from './hold-limits.server.ts'

export type Hold = {
  bookingId: string
  /** False when the person already held or was paying this very slot. */
  isNew: boolean
}

/**
 * Holds a slot for 15 minutes by the database's clock. The same person asking again gets the same booking.
 * Throws `not-found` for an unknown slot, and `conflict` when it is taken, one's own, no longer offered or
 * priced differently, and when three others are held already; `limited` when the person, or the network of this
 * address, holds again and again without paying.
 */
export async function holdSlot(
  actor: Actor,
  input: HoldSlotInput,
  address: string | null = null,
): Promise<Hold> {
  const person = requirePerson(actor)
  const wanted = parseSlotSelector(input)
  const network = address === null ? null : networkDigest(address)
  return transaction(async (trx) => {
    await refuseTakenSlot(trx, wanted, person)
    await lockMember(trx, person)
    const slot = await findSlot(trx, wanted)
    if (slot.trainerUserId === person.id) throw conflict('You cannot book your own hour.')
    requirePrice(wanted.expectedPriceCents, slot.priceCents)
    await expireOverdue(trx, { slotId: slot.id, buyerId: person.id })
    const followsId = await findDeclinedMonth(trx, slot.id, person.id)
    const own = await findOwnHold(trx, slot.id, person.id)
    if (own) return { bookingId: own, isNew: false }
    await requireHoldLimit(trx, person.id)
    if (network !== null) await requireRepeatHoldPause(trx, slot.id, person.id)
    const bookingId = await insertHold(trx, slot, { buyerId: person.id, network, followsId })
    if (network !== null) await requireNetworkHoldLimit(trx, { id: bookingId, network })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId,
      summary: `You held ${formatHour(slot.startHour)}`,
      detail: `${slot.name} with ${slot.trainerName}, for ${holdMinutes} minutes`,
    })
    return { bookingId, isNew: true }
  })
}

function parseSlotSelector(input: HoldSlotInput) {
  const { slotId, trainerId, ...rest } = parseInput(holdSlotInput, input)
  return {
    ...rest,
    ...(slotId !== undefined && { slotId: requireId(slotId, 'This slot') }),
    ...(trainerId !== undefined && { trainerId: requireId(trainerId, 'This trainer') }),
  }
}

type SlotSelector = { slotId?: string; trainerId?: string; slotName?: string }

const slotTaken = () =>
  conflict('Somebody was faster: this hour has just been taken. Please choose another one.')

/** Sends those who come too late away early; who comes first is decided by the index alone. */
export async function refuseTakenSlot(
  trx: Transaction,
  wanted: SlotSelector,
  person: Pick<Person, 'id'>,
): Promise<void> {
  const [found] =
    wanted.slotId === undefined
      ? await bookingsOfOthersByName(trx, wanted.trainerId, wanted.slotName, person.id)
      : await bookingsOfOthersBySlot(trx, wanted.slotId, person.id)
  if (found) throw slotTaken()
}

type OptionalName = string | undefined
const matchesName = (trainerId: OptionalName, slotName: OptionalName) =>
  sql<boolean>`slots.trainer_id = ${trainerId} and slots.name = ${slotName} and slots.removed_at is null`

const bookingsOfOthers = (isWanted: RawBuilder<boolean>, personId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .where(isWanted)
    .where('bookings.buyerId', '<>', personId)
    // the month after one whose holder does not go on is anybody's
    .where(occupiesMonth)
    .where('renewal', '<>', 'declined')
    .select('bookings.id')
    .limit(1)
const bookingsOfOthersByName = compiledQuery(
  (trainerId: OptionalName, slotName: OptionalName, personId: string) =>
    bookingsOfOthers(matchesName(trainerId, slotName), personId),
)
const bookingsOfOthersBySlot = compiledQuery((slotId: string, personId: string) =>
  bookingsOfOthers(sql`slots.id = ${slotId}`, personId),
)

/** One person's holds are counted and made one after the other. */
export async function lockMember(trx: Transaction, person: Pick<Person, 'id'>): Promise<void> {
  const [row] = await lockMemberQuery(trx, person.id)
  if (!row) throw notFound('Your member record')
}

const lockMemberQuery = compiledQuery((personId: string) =>
  db.selectFrom('members').where('userId', '=', personId).select('userId').forNoKeyUpdate(),
)

/** The slot, which cannot change its hour, price or trainer until the transaction ends. */
export async function findSlot(
  trx: Transaction,
  wanted: { slotId?: string; trainerId?: string; slotName?: string },
) {
  const [slot] =
    wanted.slotId === undefined
      ? await slotByName(trx, wanted.trainerId, wanted.slotName)
      : await slotById(trx, wanted.slotId)
  if (!slot) throw notFound('This slot')
  if (slot.removedAt !== null || slot.retiredAt !== null) throw conflict('This hour is no longer offered.')
  return slot
}

const slotQuery = (isWanted: RawBuilder<boolean>) =>
  db
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where(isWanted)
    .select([
      'slots.id',
      'slots.name',
      'slots.startHour',
      'slots.priceCents',
      'slots.currency',
      'slots.removedAt',
      'trainers.name as trainerName',
      'trainers.userId as trainerUserId',
      'trainers.retiredAt',
    ])
    // in the order in which trainers change their day
    .forShare(['trainers', 'slots'])
const slotByName = compiledQuery((trainerId: OptionalName, slotName: OptionalName) =>
  slotQuery(matchesName(trainerId, slotName)),
)
const slotById = compiledQuery((slotId: string) => slotQuery(sql`slots.id = ${slotId}`))

/** The month of somebody else that ends without being kept: what is booked now follows it. */
export async function findDeclinedMonth(
  trx: Transaction,
  slotId: string,
  personId: string,
): Promise<string | null> {
  const [month] = await declinedMonths(trx, slotId, personId)
  return month?.id ?? null
}

const declinedMonths = compiledQuery((slotId: string, personId: string) =>
  db
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('buyerId', '<>', personId)
    .where('state', '=', 'paid')
    .where('period', '=', 'current')
    .where('renewal', '=', 'declined')
    .select('id'),
)

/** The person's hold of the hour; throws `conflict`, which names whoever is not asked themselves, when it is theirs already or its payment is checked. */
export async function findOwnHold(
  trx: Transaction,
  slotId: string,
  personId: string,
  { period, name }: { period?: 'upcoming'; name?: string } = {},
): Promise<string | null> {
  const own = await trx
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('buyerId', '=', personId)
    .where('state', 'in', liveStates)
    .$if(period !== undefined, (query) => query.where('period', '=', period!))
    .orderBy('period')
    .select(['id', 'state', holdIsOver.as('holdIsOver')])
    .executeTakeFirst()
  if (!own) return null
  if (own.state === 'paid')
    throw conflict(`${name ? `${name} has` : 'You have'} booked this hour already.`, { bookingId: own.id })
  if (own.holdIsOver)
    throw conflict(
      `${name ? 'The' : 'Your'} last payment for this hour is still being checked. Please try again in a minute.`,
    )
  return own.id
}

export async function requireHoldLimit(trx: Transaction, personId: string, name?: string): Promise<void> {
  const [held] = await countUnpaid(trx, personId)
  if (held!.count >= maxHolds)
    throw conflict(
      name
        ? `${name} holds ${maxHolds} hours already. Take the payment of one or let one go first.`
        : `You hold ${maxHolds} hours already. Pay for one or let one go before you book the next.`,
    )
}

const countUnpaid = compiledQuery((personId: string) =>
  db
    .selectFrom('bookings')
    .where('buyerId', '=', personId)
    .where('state', 'in', unpaidStates)
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/** Holds the slot from now on, or from the end of the month that is followed. Throws `conflict` when it is taken. */
export async function insertHold(
  trx: Transaction,
  slot: { id: string; priceCents: number; currency: string },
  by: { buyerId: string; network: string | null; followsId: string | null },
): Promise<string> {
  try {
    const { id } = await trx
      .insertInto('bookings')
      .values({
        slotId: slot.id,
        ...by,
        slotPriceCents: slot.priceCents,
        currency: slot.currency,
        holdExpiresAt: sql<Date>`${clubNow} + make_interval(mins => ${holdMinutes})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    // whoever comes second waits for the first to commit, and only then is refused by the index
    if (isSlotConflict(error)) throw slotTaken()
    throw error
  }
}
