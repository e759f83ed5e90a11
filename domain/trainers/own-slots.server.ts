import { sql } from 'kysely'
import { conflict, conflictAt, notFound } from '#core/errors.ts'
import { clubNow, transaction, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day, Renewal, PlanName } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { wrongRole, requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { bounds } from '#domain/bounds.ts'
import { readOpeningSpans } from '#domain/club/club.server.ts'
import { outsideHoursNote } from '#domain/club/opening-hours.rules.ts'
import { requireOutsideHoursAccepted } from '#domain/club/outside-hours.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { listSlotsWithoutDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { updateHoursADay } from '#domain/slots/slot-removal.server.ts'
import { slotStateOf, type SlotState } from '#domain/slots/slots.rules.ts'
import { slotsWithBookings } from '#domain/slots/slots.server.ts'
import { t } from '#messages/t.ts'
import { slotInput, type SlotInput } from './trainers.input.ts'

/** A slot as its trainer sees it. `buyer` is null unless it is sold. */
export type OwnSlot = {
  id: string
  name: string
  /** 0 to 23, in the club's time zone. */
  startHour: number
  priceCents: number
  state: SlotState
  buyer: SlotBuyer | null
  /** Of a free slot without a date in the coming month: the first date after it. */
  freeAgain: Day | null
  /** The member who comes first for it after a month without a next one; until is null while it has no dates. */
  firstRefusal: { name: string; until: Date | null } | null
  /** A sentence about an hour outside the opening hours. */
  outsideHours: string | null
}

type SlotBuyer = {
  bookingId: string
  name: string
  portrait: Portrait | null
  plan: PlanName | null
  until: Date | null
  /** Date of their next lesson, if any. */
  nextDay: Day | null
  renewal: Renewal
  /** The buyer of the next month. */
  next: { name: string; isSame: boolean; until: Date } | null
}

const nextDay = sql<Day | null>`(
  select min(on_date) from lessons
  where booking_id = bookings.id and state = 'planned' and starts_at > club_now())`

/** Returns the trainer's own slots by hour. Throws `forbidden` without the permission `slots.manage`. */
export async function listOwnSlots(actor: Actor): Promise<OwnSlot[]> {
  const { id } = requirePermission(actor, 'slots.manage')
  const [rows, spans] = await Promise.all([readSlots(id), readOpeningSpans()])
  const without = await listSlotsWithoutDates(
    rows.map((row) => ({ id: row.id, state: slotStateOf(row.bookingState), freeFrom: null })),
  )
  return rows.map((row) => {
    const state = slotStateOf(row.bookingState)
    const { id: slotId, name, startHour, priceCents } = row
    const buyer = state === 'sold' ? buyerOf(row) : null
    const outsideHours = outsideHoursNote(spans, { weekdays: row.weekdays, startHours: [startHour] })
    const freeAgain = without.get(slotId) ?? null
    const firstRefusal =
      row.formerName === null ? null : { name: row.formerName, until: row.firstRefusalUntil }
    return { id: slotId, name, startHour, priceCents, state, buyer, freeAgain, firstRefusal, outsideHours }
  })
}

const readSlots = (userId: string) =>
  slotsWithBookings()
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .leftJoin('users', 'users.id', 'bookings.buyerId')
    .leftJoin('members', 'members.userId', 'bookings.buyerId')
    .leftJoin('images', 'images.id', 'members.photoId')
    .leftJoin('bookings as later', (join) =>
      join.onRef('later.followsId', '=', 'bookings.id').on('later.state', '=', 'paid'),
    )
    .leftJoin('users as laterBuyers', 'laterBuyers.id', 'later.buyerId')
    .leftJoin('firstRefusals', 'firstRefusals.slotId', 'slots.id')
    .leftJoin('bookings as former', 'former.id', 'firstRefusals.bookingId')
    .leftJoin('users as formerBuyers', 'formerBuyers.id', 'former.buyerId')
    .where('trainers.userId', '=', userId)
    .orderBy('slots.startHour')
    .select(['slots.id', 'slots.name', 'slots.startHour', 'slots.priceCents', 'trainers.weekdays'])
    .select(['bookings.id as bookingId', 'bookings.state as bookingState', 'bookings.buyerId'])
    .select(['bookings.plan', 'bookings.paidUntil', 'bookings.renewal', nextDay.as('nextDay')])
    .select(['users.name as buyerName', portraitJson('images', 'users').as('portrait')])
    .select(['later.buyerId as laterBuyerId', 'later.paidUntil as laterUntil'])
    .select('laterBuyers.name as laterName')
    .select(['formerBuyers.name as formerName', 'firstRefusals.until as firstRefusalUntil'])
    .execute()

function buyerOf(row: Awaited<ReturnType<typeof readSlots>>[number]): SlotBuyer | null {
  const { bookingId, buyerName, renewal, portrait, plan, nextDay: day, laterName, laterUntil } = row
  if (bookingId === null || buyerName === null || renewal === null) return null
  const isSame = row.laterBuyerId === row.buyerId
  const next =
    laterName === null || laterUntil === null ? null : { name: laterName, isSame, until: laterUntil }
  return { bookingId, name: buyerName, portrait, plan, until: row.paidUntil, nextDay: day, renewal, next }
}

/**
 * Adds a slot and returns its id. Throws `forbidden` without the permission `slots.manage`, `invalid`, and `conflict`
 * when hour or title are in use, the day is full, or the hour is outside the opening hours and that is not accepted.
 */
export async function addSlot(actor: Actor, input: SlotInput): Promise<{ id: string }> {
  const person = requirePermission(actor, 'slots.manage')
  const { acceptsOutsideHours, ...slot } = parseInput(slotInput, input)
  return withOwnTrainer(person, async (trx, { id: trainerId, weekdays }) => {
    if ((await countSlots(trx, trainerId)) >= bounds.hoursADay.most)
      throw conflict(t('refusal.aDayHasAt', { most: bounds.hoursADay.most }))
    await requireOutsideHoursAccepted(trx, {
      field: 'startHour',
      hours: { weekdays, startHours: [slot.startHour] },
      isAccepted: acceptsOutsideHours,
    })
    const added = await trx
      .insertInto('slots')
      .values({ ...slot, trainerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, { ...auditOf(person, added.id), action: 'add slot', after: slot })
    return added
  })
}

/**
 * Changes title, hour and price of a free slot. Throws `forbidden` without the permission `slots.manage`, `not-found`
 * for other trainers' slots, `invalid`, and `conflict` when it is held or sold, hour or title are in use, or the new hour
 * is outside the opening hours and that is not accepted.
 */
export async function changeSlot(actor: Actor, id: string, input: SlotInput): Promise<void> {
  const person = requirePermission(actor, 'slots.manage')
  const slotId = requireId(id, t('refusal.thisSlot'))
  return withOwnTrainer(person, async (trx, { id: trainerId, weekdays }) => {
    const before = await lockOwnSlot(trx, trainerId, slotId)
    const { acceptsOutsideHours, ...after } = parseInput(slotInput, input)
    await requireOutsideHoursAccepted(trx, {
      field: 'startHour',
      hours: { weekdays, startHours: [after.startHour] },
      before: { weekdays, startHours: [before.startHour] },
      isAccepted: acceptsOutsideHours,
    })
    await trx.updateTable('slots').set(after).where('id', '=', slotId).execute()
    await recordAudit(trx, { ...auditOf(person, slotId), action: 'change slot', before, after })
  })
}

/**
 * Removes a free slot from sale. Throws `forbidden` without the permission `slots.manage`, `not-found`, and
 * `conflict` when it is held or sold.
 */
export async function removeSlot(actor: Actor, id: string): Promise<void> {
  const person = requirePermission(actor, 'slots.manage')
  const slotId = requireId(id, t('refusal.thisSlot'))
  return withOwnTrainer(person, async (trx, { id: trainerId }) => {
    const before = await lockOwnSlot(trx, trainerId, slotId)
    await trx.updateTable('slots').set({ removedAt: clubNow }).where('id', '=', slotId).execute()
    await recordAudit(trx, { ...auditOf(person, slotId), action: 'remove slot', before })
  })
}

const auditOf = (person: Person, slotId: string) => ({
  actorId: person.id,
  subjectKind: 'slot',
  subjectId: slotId,
})

async function withOwnTrainer<Result>(
  person: Person,
  change: (trx: Transaction, trainer: { id: string; weekdays: string[] }) => Promise<Result>,
): Promise<Result> {
  try {
    return await transaction(async (trx) => {
      const trainer = await trx
        .selectFrom('trainers')
        .select(['id', 'weekdays'])
        .where('userId', '=', person.id)
        .where('retiredAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!trainer) throw wrongRole()
      const result = await change(trx, trainer)
      await updateHoursADay(trx, trainer.id)
      return result
    })
  } catch (error) {
    if (violates(error, 'sold_slot_frozen')) throw conflict(t('refusal.thisSlotIsHeld'))
    if (violates(error, 'one_slot_an_hour')) throw conflictAt('startHour', t('refusal.youAlreadyOfferA'))
    if (violates(error, 'one_slot_a_name')) throw conflictAt('name', t('refusal.youAlreadyHaveA'))
    throw error
  }
}

async function countSlots(trx: Transaction, trainerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('slots')
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function lockOwnSlot(trx: Transaction, trainerId: string, slotId: string) {
  const slot = await trx
    .selectFrom('slots')
    .select(['name', 'startHour', 'priceCents'])
    .where('id', '=', slotId)
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!slot) throw notFound(t('refusal.thisSlot'))
  // an overdue hold counts as free, even before the job expires it
  await expireOverdue(trx, { slotId })
  return slot
}
