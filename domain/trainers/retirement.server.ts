import { anyOf, clubNow, db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { liveStates, unpaidStates } from '#domain/bookings/bookings.rules.ts'
import { bookingsWithSlot } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import {
  vacateLessons,
  listAffectedLessons,
  type VacatedLessons,
} from '#domain/lessons/absences/affected-lessons.server.ts'
import { retirementCoverRequests } from '#domain/lessons/covers/cover-requests.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { holdEnded } from '#domain/bookings/letters/hold-ended.ts'
import { trainerLeft } from '#domain/trainers/letters/trainer-left.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { formatHour } from '#format/hours.ts'

/** What a trainer would leave behind. */
export type Retirement = {
  classes: number
  /** Hours that are held or being paid. */
  held: number
  /** Sold hours ahead, the day of the last, and how many of them begin too soon to be covered. */
  hours: number
  lastDay: Day | null
  tooSoon: number
}

/** What it would take to retire this person; null of who is no trainer. Admins only; changes nothing. */
export async function previewRetirement(actor: Actor, userId: string): Promise<Retirement | null> {
  requirePermission(actor, 'roles.change')
  const trainer = await db
    .selectFrom('trainers')
    .where('userId', '=', requireId(userId, 'This person'))
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
 * Takes a trainer off the floor: they are listed no more, free slots are gone, and what is held is let go. Sold
 * months stay with their buyers: their hours are offered to the other trainers as those of somebody who is away, and
 * called off and owed where nobody takes them; members are told. Part of the transaction that changes the role, after
 * `beginDaysOff`. Answers how many hours were left, none when this person is no trainer. `actorId` null is the operator.
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
  const left = await vacateAllLessons(trx, trainer.id)
  await recordAudit(trx, {
    actorId,
    action: 'retire trainer',
    subjectKind: 'trainer',
    subjectId: trainer.id,
    after: { removedSlots: removed, hours: left.toCover + left.calledOff },
  })
  return left
}

async function vacateAllLessons(trx: Transaction, trainerId: string): Promise<VacatedLessons> {
  const left = await vacateLessons(trx, trainerId)
  if (left.toCover > 0) await retirementCoverRequests.enqueue(trx, { retiredTrainerId: trainerId })
  await notifyMembers(trx, trainerId)
  return left
}

/** Whoever has a month that is still to run or to begin reads what becomes of it. */
async function notifyMembers(trx: Transaction, trainerId: string): Promise<void> {
  const months = await bookingsWithSlot(trx)
    .where('slots.trainerId', '=', trainerId)
    .where('bookings.state', '=', 'paid')
    .where('bookings.paidUntil', '>', clubNow)
    .orderBy('bookings.paidUntil')
    .orderBy('bookings.id')
    .execute()
  // of two months one after the other the later one
  const last = new Map(months.map((month) => [`${month.slotId} ${month.buyerId}`, month]))
  for (const { id, buyerId, startHour, trainerName, retiredAt, paidUntil } of last.values()) {
    if (paidUntil === null) continue
    await recordActivity(trx, {
      userId: buyerId,
      kind: 'booking',
      bookingId: id,
      summary: `${trainerName} has left the club`,
      detail: `The other trainers are asked to give your hour at ${formatHour(startHour)}.`,
    })
    // who comes back and leaves again is told of again
    const cause = `${id} left ${retiredAt?.toISOString()}`
    await queueMail(trx, trainerLeft, {
      to: { userId: buyerId },
      cause,
      facts: { startHour, trainerName, paidUntil },
    })
  }
}

/**
 * Leaves to others what trainers still give who retired when that was not done: before there was any of it, or by a
 * process that still was of that version. Run by a job.
 */
export async function vacateMissedLessons(): Promise<void> {
  const forgotten = db
    .selectFrom('trainers')
    .innerJoin('lessons', 'lessons.trainerId', 'trainers.id')
    .where('retiredAt', 'is not', null)
    .where('lessons.state', '=', 'planned')
    .where('startsAt', '>', clubNow)
    .where('coverUntil', 'is', null)
    .select('trainers.id')
    .distinct()
  for (const { id } of await forgotten.execute())
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

/**
 * What nobody has begun to pay is let go, and told; what is being paid has no time any more, and goes once the
 * processor was asked.
 */
async function endHolds(trx: Transaction, slotIds: string[]): Promise<void> {
  const unpaid = await bookingsWithSlot(trx)
    .where('bookings.slotId', '=', anyOf(slotIds))
    .where('bookings.state', 'in', unpaidStates)
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  for (const booking of unpaid) {
    if (booking.state === 'paying') {
      await transitionBooking(trx, booking, 'paying', { holdExpiresAt: clubNow })
      continue
    }
    await transitionBooking(trx, booking, 'cancelled')
    const { startHour, trainerName } = booking
    const errand = { to: { userId: booking.buyerId }, cause: booking.id }
    await queueMail(trx, holdEnded, { ...errand, facts: { startHour, trainerName, hasLeft: true } })
  }
}

/** Ends what is held, and takes what nobody has off the offer; answers how many hours that are. */
async function removeFreeSlots(trx: Transaction, trainerId: string): Promise<number> {
  // locked first: a hold that is under way is then seen by the next statement, or waits and finds nothing
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
