import { anyOf, clubNow, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { holdEnded } from '#domain/bookings/letters/hold-ended.ts'
import { bookingsWithSlot } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import {
  vacateLessons,
  listAffectedLessons,
  type VacatedLessons,
} from '#domain/lessons/absences/affected-lessons.server.ts'
import { endTimesOfTrainer } from '#domain/lessons/classes/class-times.server.ts'
import { retirementCoverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { liveStates, unpaidStates } from '#domain/orders/orders.rules.ts'
import { trainerLeft } from '#domain/trainers/letters/trainer-left.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** Consequences of a trainer's retirement. */
export type Retirement = {
  classes: number
  /** Number of unpaid bookings. */
  held: number
  /** Number of sold lessons, the date of the last, and the number of those that start too soon to be covered. */
  hours: number
  lastDay: Day | null
  tooSoon: number
}

/**
 * Returns the consequences of retiring a person; null unless a trainer. Throws `forbidden` without the permission
 * `roles.change`.
 */
export async function previewRetirement(actor: Actor, userId: string): Promise<Retirement | null> {
  requirePermission(actor, 'roles.change')
  const trainer = await db
    .selectFrom('trainers')
    .where('userId', '=', requireId(userId, t('refusal.thisPerson')))
    .where('retiredAt', 'is', null)
    .select((eb) => [
      'id',
      eb
        .selectFrom('classes')
        .whereRef('classes.trainerId', '=', 'trainers.id')
        .select((count) => count.fn.countAll<number>().as('classes'))
        .as('classes'),
      eb
        .selectFrom('bookings')
        .innerJoin('slots', 'slots.id', 'bookings.slotId')
        .whereRef('slots.trainerId', '=', 'trainers.id')
        .where('bookings.state', 'in', unpaidStates)
        .select((count) => count.fn.countAll<number>().as('held'))
        .as('held'),
    ])
    .executeTakeFirst()
  if (!trainer) return null
  const hours = await listAffectedLessons(db, trainer.id, await readPolicies(db))
  const tooSoon = hours.filter(({ isTooSoon }) => isTooSoon).length
  const { classes, held } = trainer
  const lastDay = hours.at(-1)?.day ?? null
  return { classes: classes ?? 0, held: held ?? 0, hours: hours.length, lastDay, tooSoon }
}

/**
 * Retires a trainer within a role change: removes free slots from sale, ends holds and offers sold lessons to the other
 * trainers, or calls them off as for an absence. Members keep their months and are notified. Requires `lockSchedule`.
 * Returns the counts of lessons, 0 unless a trainer. `actorId` is null for the operator.
 */
export async function retireTrainer(
  trx: Transaction,
  userId: string,
  actorId: string | null,
): Promise<VacatedLessons> {
  const trainer = await trx
    .updateTable('trainers')
    .set({ retiredAt: clubNow })
    .where('userId', '=', userId)
    .where('retiredAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!trainer) return { toCover: 0, calledOff: 0 }
  const removed = await removeFreeSlots(trx, trainer.id)
  const vacated = await vacateAllLessons(trx, trainer.id)
  await recordAudit(trx, {
    actorId,
    action: 'retire trainer',
    subjectKind: 'trainer',
    subjectId: trainer.id,
    after: { removedSlots: removed, hours: vacated.toCover + vacated.calledOff },
  })
  return vacated
}

async function vacateAllLessons(trx: Transaction, trainerId: string): Promise<VacatedLessons> {
  await endTimesOfTrainer(trx, trainerId)
  const vacated = await vacateLessons(trx, trainerId)
  if (vacated.toCover > 0) await retirementCoverRequests.enqueue(trx, { retiredTrainerId: trainerId })
  await notifyMembers(trx, trainerId)
  return vacated
}

/** Notifies the members with a current or upcoming month. */
async function notifyMembers(trx: Transaction, trainerId: string): Promise<void> {
  const months = await bookingsWithSlot(trx)
    .where('slots.trainerId', '=', trainerId)
    .where('bookings.state', '=', 'paid')
    .where('bookings.paidUntil', '>', clubNow)
    .orderBy('bookings.paidUntil')
    .orderBy('bookings.id')
    .execute()
  // of consecutive months only the last
  const last = new Map(months.map((month) => [`${month.slotId} ${month.buyerId}`, month]))
  for (const { id, buyerId, startHour, weekdays, trainerName, retiredAt, paidUntil } of last.values()) {
    if (paidUntil === null) continue
    await recordActivity(trx, {
      userId: buyerId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.trainerLeft', { trainerName }),
      detail: message('activity.askingOthers', { hour: formatHour(startHour) }),
    })
    // a trainer who returns and leaves again causes a second letter
    const cause = `${id} left ${retiredAt?.toISOString()}`
    await queueMail(trx, trainerLeft, {
      to: { userId: buyerId },
      cause,
      facts: { startHour, weekdays, trainerName, paidUntil },
      concerns: { hours: paidUntil },
    })
  }
}

/**
 * Job: vacates the lessons of retired trainers that are still planned, because a process of an earlier release retired
 * them.
 */
export async function vacateMissedLessons(): Promise<void> {
  const missed = db
    .selectFrom('trainers')
    .innerJoin('lessons', 'lessons.trainerId', 'trainers.id')
    .where('retiredAt', 'is not', null)
    .where('lessons.kind', '=', 'hour')
    .where('lessons.state', '=', 'planned')
    .where('startsAt', '>', clubNow)
    .where('coverUntil', 'is', null)
    .select('trainers.id')
    .distinct()
  for (const { id } of await missed.execute())
    await transaction(async (trx) => {
      await lockSchedule(trx)
      const { retiredAt } = await trx
        .selectFrom('trainers')
        .where('id', '=', id)
        .select('retiredAt')
        .executeTakeFirstOrThrow()
      if (retiredAt !== null) await vacateAllLessons(trx, id)
    })
}

/** Cancels held bookings with a letter. Bookings that are being paid expire at once, after the processor confirms. */
async function endHolds(trx: Transaction, slotIds: string[]): Promise<void> {
  const unpaid = await bookingsWithSlot(trx)
    .where('bookings.slotId', '=', anyOf(slotIds))
    .where('bookings.state', 'in', unpaidStates)
    .orderBy('bookings.id')
    .forUpdate(['bookings', 'orders'])
    .execute()
  for (const booking of unpaid) {
    if (booking.state === 'paying') {
      await transitionBooking(trx, booking, 'paying', { holdExpiresAt: clubNow })
      continue
    }
    await transitionBooking(trx, booking, 'cancelled')
    const { startHour, trainerName } = booking
    const letter = { to: { userId: booking.buyerId }, cause: booking.id }
    await queueMail(trx, holdEnded, { ...letter, facts: { startHour, trainerName, hasLeft: true } })
  }
}

/** Ends holds and removes free slots from sale. Returns the number removed. */
async function removeFreeSlots(trx: Transaction, trainerId: string): Promise<number> {
  // locks first, so that concurrent holds are visible to the next statement, or wait and fail
  const slots = await trx
    .selectFrom('slots')
    .select('id')
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const slotIds = slots.map((slot) => slot.id)
  if (slotIds.length === 0) return 0
  await endHolds(trx, slotIds)
  const { numUpdatedRows } = await trx
    .updateTable('slots')
    .set({ removedAt: clubNow })
    .where('id', '=', anyOf(slotIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookings')
            .select('bookings.id')
            .whereRef('bookings.slotId', '=', 'slots.id')
            .where('bookings.state', 'in', liveStates),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
