import { sql, type RawBuilder } from 'kysely'
import { compiledQuery } from '#db/built-once.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { networkDigest } from '#platform/limits.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { formatHour } from '#words/hours.ts'
import { hasMonth, holdIsOver } from '#domain/slots/taken.server.ts'
import { holdSlotInput, type HoldSlotInput } from './bookings.input.ts'
import { holdMinutes, liveStates, mostHolds, unpaidStates } from './bookings.rules.ts'
import { belongsToOther, requirePrice } from './locked-booking.server.ts'
import { expireOverdue } from './overdue.server.ts'
import { requireFewStrangers, requirePause } from './squatting.server.ts'

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
  const wanted = parseWanted(input)
  const network = address === null ? null : networkDigest(address)
  return transaction(async (trx) => {
    await refuseTaken(trx, wanted, person)
    await lockMember(trx, person)
    const slot = await findSlot(trx, wanted)
    if (slot.trainerUserId === person.id) throw conflict('You cannot book your own hour.')
    requirePrice(wanted.expectedPriceCents, slot.priceCents)
    await expireOverdue(trx, { slotId: slot.id, buyerId: person.id })
    const followsId = await findGivenUp(trx, slot.id, person.id)
    const own = await findOwn(trx, slot.id, person.id)
    if (own) return { bookingId: own, isNew: false }
    await requireFewHolds(trx, person.id)
    if (network !== null) await requirePause(trx, slot.id, person.id)
    const bookingId = await insertHold(trx, slot, { buyerId: person.id, network, followsId })
    if (network !== null) await requireFewStrangers(trx, { id: bookingId, network })
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

function parseWanted(input: HoldSlotInput) {
  const { slotId, trainerId, ...rest } = parseInput(holdSlotInput, input)
  return {
    ...rest,
    ...(slotId !== undefined && { slotId: requireId(slotId, 'This slot') }),
    ...(trainerId !== undefined && { trainerId: requireId(trainerId, 'This trainer') }),
  }
}

type Wanted = { slotId?: string; trainerId?: string; slotName?: string }

const taken = () => conflict('Somebody was faster: this hour has just been taken. Please choose another one.')

/** Sends those who come too late away early; who comes first is decided by the index alone. */
export async function refuseTaken(
  trx: Transaction,
  wanted: Wanted,
  person: Pick<Person, 'id'>,
): Promise<void> {
  const [found] =
    wanted.slotId === undefined
      ? await takingNamed(trx, wanted.trainerId, wanted.slotName, person.id)
      : await takingSlot(trx, wanted.slotId, person.id)
  if (found) throw taken()
}

type Name = string | undefined
const isNamed = (trainerId: Name, slotName: Name) =>
  sql<boolean>`slots.trainer_id = ${trainerId} and slots.name = ${slotName} and slots.removed_at is null`

const taking = (isWanted: RawBuilder<boolean>, personId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .where(isWanted)
    .where('bookings.buyerId', '<>', personId)
    // the month after one whose holder does not go on is anybody's
    .where(hasMonth)
    .where('keeps', '<>', 'no')
    .select('bookings.id')
    .limit(1)
const takingNamed = compiledQuery((trainerId: Name, slotName: Name, personId: string) =>
  taking(isNamed(trainerId, slotName), personId),
)
const takingSlot = compiledQuery((slotId: string, personId: string) =>
  taking(sql`slots.id = ${slotId}`, personId),
)

/** One person's holds are counted and made one after the other. */
export async function lockMember(trx: Transaction, person: Pick<Person, 'id'>): Promise<void> {
  const [row] = await lockedMember(trx, person.id)
  if (!row) throw notFound('Your member record')
}

const lockedMember = compiledQuery((personId: string) =>
  db.selectFrom('members').where('userId', '=', personId).select('userId').forNoKeyUpdate(),
)

/** The slot, which cannot change its hour, price or trainer until the transaction ends. */
export async function findSlot(
  trx: Transaction,
  wanted: { slotId?: string; trainerId?: string; slotName?: string },
) {
  const [slot] =
    wanted.slotId === undefined
      ? await offeredNamed(trx, wanted.trainerId, wanted.slotName)
      : await offeredSlot(trx, wanted.slotId)
  if (!slot) throw notFound('This slot')
  if (slot.removedAt !== null || slot.retiredAt !== null) throw conflict('This hour is no longer offered.')
  return slot
}

const offered = (isWanted: RawBuilder<boolean>) =>
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
const offeredNamed = compiledQuery((trainerId: Name, slotName: Name) => offered(isNamed(trainerId, slotName)))
const offeredSlot = compiledQuery((slotId: string) => offered(sql`slots.id = ${slotId}`))

/** The month of somebody else that ends without being kept: what is booked now follows it. */
export async function findGivenUp(
  trx: Transaction,
  slotId: string,
  personId: string,
): Promise<string | null> {
  const [month] = await givenUp(trx, slotId, personId)
  return month?.id ?? null
}

const givenUp = compiledQuery((slotId: string, personId: string) =>
  db
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('buyerId', '<>', personId)
    .where('state', '=', 'paid')
    .where('turn', '=', 'now')
    .where('keeps', '=', 'no')
    .select('id'),
)

/** The person's hold of the hour; throws `conflict`, which names whoever is not asked themselves, when it is theirs already or its payment is checked. */
export async function findOwn(
  trx: Transaction,
  slotId: string,
  personId: string,
  { turn, name }: { turn?: 'next'; name?: string } = {},
): Promise<string | null> {
  const own = await trx
    .selectFrom('bookings')
    .where('slotId', '=', slotId)
    .where('buyerId', '=', personId)
    .where('state', 'in', liveStates)
    .$if(turn !== undefined, (query) => query.where('turn', '=', turn!))
    .orderBy('turn', 'desc')
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

export async function requireFewHolds(trx: Transaction, personId: string, name?: string): Promise<void> {
  const [held] = await unpaidOf(trx, personId)
  if (held!.count >= mostHolds)
    throw conflict(
      name
        ? `${name} holds ${mostHolds} hours already. Take the payment of one or let one go first.`
        : `You hold ${mostHolds} hours already. Pay for one or let one go before you book the next.`,
    )
}

const unpaidOf = compiledQuery((personId: string) =>
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
    if (belongsToOther(error)) throw taken()
    throw error
  }
}
