import { sql, type RawBuilder } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { compiledQuery } from '#db/compiled-query.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { buyerOf, requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireOpenClub } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { requireDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { lockCommitments, requireNotTeaching } from '#domain/lessons/schedule/commitments.server.ts'
import { liveStates, unpaidStates } from '#domain/orders/orders.rules.ts'
import { insertOrder } from '#domain/orders/write-order.server.ts'
import { occupiesMonth, holdIsOver } from '#domain/slots/occupancy.server.ts'
import { requireWaiver } from '#domain/waivers/required-waiver.server.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { networkDigest } from '#platform/rate-limits/rate-limits.ts'
import { holdSlotInput, type HoldSlotInput } from './bookings.input.ts'
import { holdMinutes, maxHolds } from './bookings.rules.ts'
import { expireOverdue } from './expiry.server.ts'
import { firstRefusalConflict } from './first-refusal.server.ts'
import { requireNetworkHoldLimit, requireRepeatHoldPause } from './hold-limits.server.ts'
import { isSlotConflict, requirePrice } from './locked-booking.server.ts'

export type Hold = {
  bookingId: string
  /** False when the person already held this slot or was paying for it. */
  isNew: boolean
}

/**
 * Holds a slot for 15 minutes by the database's clock. Idempotent: a second call returns the same booking. Throws
 * `not-found` for an unknown slot. Throws `conflict` before the club has opened, when the slot is taken, no longer on
 * sale, without a date in the coming month, the actor's own or priced differently, and when the person already holds
 * three or gives an hour at its time. Throws `limited` after repeated holds without payment by this person or from the
 * network of `address`.
 */
export async function holdSlot(
  actor: Actor,
  input: HoldSlotInput,
  address: string | null = null,
): Promise<Hold> {
  const person = requirePerson(actor)
  await requireOpenClub()
  const selector = parseSlotSelector(input)
  const network = address === null ? null : networkDigest(address)
  return transaction(async (trx) => {
    await refuseTakenSlot(trx, selector, person)
    await lockMember(trx, person)
    const slot = await findSlot(trx, selector)
    if (slot.trainerUserId === person.id) throw conflict(t('refusal.youCantBookYour'))
    requirePrice(selector.expectedPriceCents, slot.priceCents)
    await expireOverdue(trx, { slotId: slot.id, buyerId: person.id })
    const followsId = await findDeclinedMonth(trx, slot.id, person.id)
    const own = await findOwnHold(trx, slot.id, person.id)
    if (own) return { bookingId: own, isNew: false }
    await requireHoldLimit(trx, person.id)
    if (network !== null) await requireRepeatHoldPause(trx, slot.id, person.id)
    await requireWaiver(trx, person.id, 'purchase')
    const bookingId = await insertHold(trx, slot, { ...buyerOf(person), network, followsId })
    if (network !== null) await requireNetworkHoldLimit(trx, { id: bookingId, network })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId,
      summary: message('activity.youHeld', { hour: formatHour(slot.startHour) }),
      detail: message('activity.heldFor', {
        slotName: slot.name,
        trainerName: slot.trainerName,
        minutes: holdMinutes,
      }),
    })
    return { bookingId, isNew: true }
  })
}

function parseSlotSelector(input: HoldSlotInput) {
  const { slotId, trainerId, ...rest } = parseInput(holdSlotInput, input)
  return {
    ...rest,
    ...(slotId !== undefined && { slotId: requireId(slotId, t('refusal.thisSlot')) }),
    ...(trainerId !== undefined && { trainerId: requireId(trainerId, t('refusal.thisTrainer')) }),
  }
}

type SlotSelector = { slotId?: string; trainerId?: string; slotName?: string }

const slotTaken = () => conflict(t('refusal.someoneWasFasterThis'))

/** Rejects latecomers before any lock is taken. The unique index alone decides between simultaneous holds. */
export async function refuseTakenSlot(
  trx: Transaction,
  selector: SlotSelector,
  person: Pick<Person, 'id'>,
): Promise<void> {
  const [found] =
    selector.slotId === undefined
      ? await bookingsOfOthersByName(trx, selector.trainerId, selector.slotName, person.id)
      : await bookingsOfOthersBySlot(trx, selector.slotId, person.id)
  if (found) throw slotTaken()
}

type OptionalName = string | undefined
const matchesName = (trainerId: OptionalName, slotName: OptionalName) =>
  sql<boolean>`slots.trainer_id = ${trainerId} and slots.name = ${slotName} and slots.removed_at is null`

const bookingsOfOthers = (condition: RawBuilder<boolean>, personId: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .where(condition)
    .where('bookings.buyerId', '<>', personId)
    // the month after one whose holder declined renewal is on sale to all
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

/** Locks the member, which serialises the holds of one person. Throws `not-found`. */
export async function lockMember(trx: Transaction, person: Pick<Person, 'id'>): Promise<void> {
  const [row] = await lockMemberQuery(trx, person.id)
  if (!row) throw notFound(t('refusal.yourMemberRecord'))
}

const lockMemberQuery = compiledQuery((personId: string) =>
  db.selectFrom('members').where('userId', '=', personId).select('userId').forNoKeyUpdate(),
)

/** Returns the slot and locks its hour, price and trainer. Throws `not-found`, and `conflict` if not on sale. */
export async function findSlot(
  trx: Transaction,
  selector: { slotId?: string; trainerId?: string; slotName?: string },
) {
  const [slot] =
    selector.slotId === undefined
      ? await slotByName(trx, selector.trainerId, selector.slotName)
      : await slotById(trx, selector.slotId)
  if (!slot) throw notFound(t('refusal.thisSlot'))
  if (slot.removedAt !== null || slot.retiredAt !== null) throw conflict(t('refusal.thisHourIsNo'))
  return slot
}

const slotQuery = (condition: RawBuilder<boolean>) =>
  db
    .selectFrom('slots')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where(condition)
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
    // lock order: trainer before slot, as in the operations of trainers
    .forShare(['trainers', 'slots'])
const slotByName = compiledQuery((trainerId: OptionalName, slotName: OptionalName) =>
  slotQuery(matchesName(trainerId, slotName)),
)
const slotById = compiledQuery((slotId: string) => slotQuery(sql`slots.id = ${slotId}`))

/** Returns another person's month that will not be renewed, which a new booking of the slot follows. */
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

/**
 * Returns the person's hold of the slot, if any. Throws `conflict` when the slot is already theirs or their last
 * payment is still being checked; `name` words the message for staff.
 */
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
    throw conflict(name ? t('refusal.hasAlreadyBookedThis', { name }) : t('refusal.youHaveAlreadyBooked'), {
      bookingId: own.id,
    })
  if (own.holdIsOver) throw conflict(name ? t('refusal.theLastPaymentFor') : t('refusal.yourLastPaymentFor'))
  return own.id
}

export async function requireHoldLimit(trx: Transaction, personId: string, name?: string): Promise<void> {
  const [unpaid] = await countUnpaid(trx, personId)
  if (unpaid!.count >= maxHolds)
    throw conflict(
      name
        ? t('refusal.alreadyHasHoursOn', { name, maxHolds })
        : t('refusal.youAlreadyHaveHours', { maxHolds }),
    )
}

const countUnpaid = compiledQuery((personId: string) =>
  db
    .selectFrom('bookings')
    .where('buyerId', '=', personId)
    .where('state', 'in', unpaidStates)
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/**
 * Inserts a hold that starts now, or after the month `followsId`. Throws `conflict` when the slot is taken, when its
 * coming month has no date that can be given, and when the buyer gives an hour at its time.
 */
export async function insertHold(
  trx: Transaction,
  slot: { id: string; priceCents: number; currency: string; trainerUserId: string },
  buyer: HourBuyer,
  isStaff = false,
): Promise<string> {
  await lockCommitments(trx, { people: [buyer.buyerId, slot.trainerUserId] })
  const id = await insertHeldBooking(trx, slot, buyer)
  await requireNotTeaching(trx, { id, buyerId: buyer.buyerId, slotId: slot.id }, isStaff)
  return id
}

type HourBuyer = {
  buyerId: string
  guardianId: string | null
  network: string | null
  followsId: string | null
}

async function insertHeldBooking(
  trx: Transaction,
  slot: { id: string; priceCents: number; currency: string },
  buyer: HourBuyer,
): Promise<string> {
  try {
    const { buyerId, guardianId, network, followsId } = buyer
    const { id } = await insertOrder(trx, {
      kind: 'hour',
      buyerId,
      guardianId,
      network,
      currency: slot.currency,
      holdExpiresAt: sql<Date>`${clubNow} + make_interval(mins => ${holdMinutes})`,
    })
    await trx
      .insertInto('bookings')
      .values({
        id,
        slotId: slot.id,
        buyerId,
        network,
        followsId,
        slotPriceCents: slot.priceCents,
        currency: slot.currency,
        holdExpiresAt: sql<Date>`(select hold_expires_at from orders where id = ${id})`,
      })
      .execute()
    await requireDates(trx, { id, slotId: slot.id })
    return id
  } catch (error) {
    // the second insert waits for the first to commit, then violates the unique index
    if (isSlotConflict(error)) throw firstRefusalConflict(error) ?? slotTaken()
    throw error
  }
}
