import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { conflictAt } from '#core/errors.ts'
import { anyOf, clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { wrongRole, requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { requireOutsideHoursAccepted } from '#domain/club/outside-hours.server.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import { liveStates } from '#domain/orders/orders.rules.ts'
import { portraitJson, requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { weekdaysChanged } from './letters/weekdays-changed.ts'
import { trainerPageInput, type TrainerPageInput } from './trainers.input.ts'
import { nextSlots } from './trainers.rules.ts'

export type OwnPage = {
  trainerId: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  about: string
  taxNumber: string
  portrait: Portrait | null
  occupied: OccupiedSchedule
}

/** The slots with live bookings, which cannot be removed, and their weekdays. */
export type OccupiedSchedule = {
  /** Names of the slots, by hour. */
  slots: string[]
  weekdays: string[]
  /** Weekdays that cannot be removed: those of a month that is on hold or whose dates are not written yet. */
  heldWeekdays: string[]
  /** End of the last paid month; null when all bookings are unpaid. */
  until: Date | null
}

/**
 * Returns the trainer's own page and its occupied schedule. Throws `forbidden` without the permission
 * `trainerPage.change`.
 */
export async function readOwnPage(actor: Actor): Promise<OwnPage> {
  const person = requirePermission(actor, 'trainerPage.change')
  const page = await db
    .selectFrom('trainers')
    .innerJoin('users', 'users.id', 'trainers.userId')
    .innerJoin('members', 'members.userId', 'trainers.userId')
    .leftJoin('images', (join) =>
      join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainers.photoId', 'members.photoId'))),
    )
    .where('trainers.userId', '=', person.id)
    .where('trainers.retiredAt', 'is', null)
    .select([
      'trainers.id as trainerId',
      'yearsOfExperience',
      'hoursADay',
      'weekdays',
      'trainers.skills',
      'about',
      'trainers.taxNumber',
    ])
    .select(portraitJson('images', 'users').as('portrait'))
    .executeTakeFirst()
  if (!page) throw wrongRole()
  return { ...page, occupied: await readOccupiedSchedule(db, page.trainerId) }
}

/** A month has weekdays of its own once its dates are written, and the trainer's until then. */
async function readOccupiedSchedule(from: Queryable, trainerId: string): Promise<OccupiedSchedule> {
  const rows = await from
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .leftJoin('months', 'months.bookingId', 'bookings.id')
    .where('slots.trainerId', '=', trainerId)
    .where('bookings.state', 'in', liveStates)
    .orderBy('slots.startHour')
    .select(['slots.name', 'bookings.paidUntil'])
    .select(sql<string[]>`coalesce(months.weekdays, trainers.weekdays)`.as('days'))
    .select(sql<boolean>`months.booking_id is null`.as('isHeld'))
    .execute()
  const ends = rows.flatMap(({ paidUntil }) => (paidUntil ? [paidUntil.getTime()] : []))
  return {
    slots: [...new Set(rows.map(({ name }) => name))],
    weekdays: weekdays.filter((day) => rows.some(({ days }) => days.includes(day))),
    heldWeekdays: weekdays.filter((day) => rows.some(({ isHeld, days }) => isHeld && days.includes(day))),
    until: ends.length > 0 ? new Date(Math.max(...ends)) : null,
  }
}

/**
 * Saves the trainer's own page; without a photo the previous one stays. More hours a day add slots at the next free
 * hours; fewer remove free slots, the latest first. Other weekdays count for months that are paid from now on: paid
 * months keep theirs, and their members get a letter before they renew. Without a change nothing is logged. Throws
 * `forbidden` without the permission `trainerPage.change`, `invalid`, and `conflict` for weekdays with a hold, slots
 * with live bookings, and further hours outside the opening hours that are not accepted.
 */
export async function saveOwnPage(actor: Actor, input: TrainerPageInput): Promise<void> {
  const person = requirePermission(actor, 'trainerPage.change')
  const { photo, hoursADay, acceptsOutsideHours, ...page } = parseInput(trainerPageInput, input)
  await transaction(async (trx) => {
    const before = await lockOwnPage(trx, person)
    const slots = await lockFreeSlots(trx, before.id)
    const occupied = await readOccupiedSchedule(trx, before.id)
    const removedDays = occupied.heldWeekdays.filter(
      (day) => !page.weekdays.some((remaining) => remaining === day),
    )
    if (removedDays.length > 0)
      throw conflictAt('weekdays', t('refusal.someoneIsHoldingOne', { value: removedDays.join(', ') }))
    const missing = hoursADay - slots.all.length
    if (missing < 0 && -missing > slots.free.length)
      throw conflictAt(
        'hoursADay',
        t('refusal.atLeastBecauseHour', { count: slots.all.length - slots.free.length }),
      )
    const added = nextSlots(slots.all, Math.max(0, missing), await readSlotPriceCents(trx))
    const removed = missing < 0 ? slots.free.slice(missing) : []
    const remaining = slots.all.filter((slot) => !removed.includes(slot))
    await requireOutsideHoursAccepted(trx, {
      field: 'hoursADay',
      hours: { weekdays: page.weekdays, startHours: hoursOf([...remaining, ...added]) },
      before: { weekdays: before.weekdays, startHours: hoursOf(slots.all) },
      isAccepted: acceptsOutsideHours,
    })
    if (added.length > 0)
      await trx
        .insertInto('slots')
        .values(added.map((slot) => ({ ...slot, trainerId: before.id })))
        .execute()
    if (removed.length > 0)
      await trx
        .updateTable('slots')
        .set({ removedAt: clubNow })
        .where('id', '=', anyOf(removed.map(({ id }) => id)))
        .execute()
    const photoId = photo && (await requireOwnPicture(trx, person.id, photo))
    const after = { ...page, hoursADay }
    const { id, ...old } = before
    if (!photoId && missing === 0 && isDeepStrictEqual(old, after)) return
    await trx
      .updateTable('trainers')
      .set({ ...after, ...(photoId && { photoId }) })
      .where('id', '=', id)
      .execute()
    if (!isDeepStrictEqual(old.weekdays, page.weekdays)) await notifyHolders(trx, id, page.weekdays)
    await recordAudit(trx, {
      actorId: person.id,
      action: 'change trainer page',
      subjectKind: 'trainer',
      subjectId: id,
      before: old,
      after: { ...after, ...(photoId && { photo: 'another' }) },
    })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'profile',
      summary: message('activity.youChangedTrainerPage'),
    })
  })
}

const hoursOf = (slots: { startHour: number }[]) => slots.map(({ startHour }) => startHour)

type Holder = {
  bookingId: string
  buyerId: string
  startHour: number
  weekdays: string[]
  trainerName: string
  paidUntil: Date
  priceCents: number
  currency: string
}

/** Queues a letter to each member who can renew a month, with the days and the price of the next one. */
async function notifyHolders(trx: Transaction, trainerId: string, days: readonly string[]): Promise<void> {
  const { rows } = await sql<Holder>`
    select bookings.id as booking_id, buyer_id, start_hour, ${monthWeekdays()} as weekdays, trainers.name as trainer_name, paid_until, price_cents,
      slots.currency
    from bookings join slots on slots.id = bookings.slot_id join trainers on trainers.id = slots.trainer_id
    where trainers.id = ${trainerId} and bookings.state = 'paid' and renewal = 'undecided'
      and not exists (select from bookings later where later.follows_id = bookings.id and later.state = 'paid')
    order by start_hour`.execute(trx)
  // days can change again, with a letter each time
  const change = randomUUID()
  for (const { buyerId, ...facts } of rows) {
    await recordActivity(trx, {
      userId: buyerId,
      kind: 'booking',
      bookingId: facts.bookingId,
      summary: message('activity.otherDays'),
      detail: message('activity.otherDaysOf', {
        hour: hourWithTrainer(facts),
        days: { weekdays: [...days] },
      }),
    })
    await queueMail(trx, weekdaysChanged, {
      to: { userId: buyerId },
      cause: `${facts.bookingId} ${change}`,
      facts: { ...facts, days: [...days] },
      concerns: { hours: facts.paidUntil, trainerIds: [trainerId] },
    })
  }
}

async function lockOwnPage(trx: Transaction, person: Person) {
  const trainer = await trx
    .selectFrom('trainers')
    .where('userId', '=', person.id)
    .where('retiredAt', 'is', null)
    .select(['id', 'yearsOfExperience', 'hoursADay', 'weekdays', 'skills', 'about', 'taxNumber'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!trainer) throw wrongRole()
  return trainer
}

/** Returns the slots on sale by hour, and the free ones, locked: a concurrent hold waits, or is visible. */
async function lockFreeSlots(trx: Transaction, trainerId: string) {
  const all = await trx
    .selectFrom('slots')
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .select(['id', 'name', 'startHour'])
    .orderBy('id')
    .forUpdate()
    .execute()
  all.sort((one, other) => one.startHour - other.startHour)
  for (const { id } of all) await expireOverdue(trx, { slotId: id })
  const occupied = await trx
    .selectFrom('bookings')
    .where('slotId', '=', anyOf(all.map(({ id }) => id)))
    .where('state', 'in', liveStates)
    .select('slotId')
    .execute()
  return { all, free: all.filter(({ id }) => !occupied.some(({ slotId }) => slotId === id)) }
}
