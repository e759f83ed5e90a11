import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { firstRefusalConflict } from '#domain/bookings/first-refusal.server.ts'
import { findSlot } from '#domain/bookings/hold.server.ts'
import { isSlotConflict, lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockCommitments, requireFree } from '#domain/lessons/schedule/commitments.server.ts'
import { readLessonDays } from '#domain/lessons/schedule/lesson-dates.server.ts'
import {
  rescheduleDates,
  rescheduledFrom,
  withTrainerNotification,
} from '#domain/lessons/schedule/rescheduling.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { monthMoved } from '#domain/months/letters/month-moved.ts'
import { occupiesSlot } from '#domain/slots/occupancy.server.ts'
import { removeClosedSlot } from '#domain/slots/slot-removal.server.ts'
import { formatHour } from '#format/hours.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { readEditableMonth, type EditableMonth } from './editable-month.server.ts'
import { moveMonthInput, type MoveMonthInput } from './months.input.ts'

/** A free slot of the same trainer, with the number of the month's dates there and of those that become make-ups. */
export type OtherSlot = { slotId: string; name: string; startHour: number; dates: number; owed: number }

/** A month to be moved and the slots on offer. */
export type Moving = EditableMonth & { fromDay: Day; hours: OtherSlot[] }

/**
 * Returns a month to be moved. Throws `forbidden` without the permission `months.change`, and `not-found`, also
 * before payment.
 */
export async function getMoving(actor: Actor, bookingId: string): Promise<Moving> {
  requirePermission(actor, 'months.change')
  const id = requireId(bookingId, t('refusal.thisHour'))
  const [month, isCovered, fromDay] = await Promise.all([
    readEditableMonth(db, id),
    hasCover(db, id),
    readFromDay(db),
  ])
  const whyNot = whyNotMoved(month, isCovered)
  const hours = whyNot === null ? await listOtherSlots(month) : []
  return { ...month, fromDay, whyNot, hours }
}

async function listOtherSlots({ bookingId, slotId, trainerId }: EditableMonth): Promise<OtherSlot[]> {
  const { rows } = await sql<OtherSlot>`
    select slots.id as slot_id, slots.name, slots.start_hour, dates.dates, dates.owed
    from slots join trainers on trainers.id = slots.trainer_id
      left join lateral (select * from months where booking_id = ${bookingId} order by dates_from desc limit 1) last on true,
      lateral (select count(*)::integer as dates, count(because)::integer as owed
        from dates_of_hour(slots.trainer_id, last.weekdays, slots.start_hour, greatest(last.dates_from, ${rescheduledFrom}), last.dates_until)) dates
    where slots.trainer_id = ${trainerId} and slots.id <> ${slotId} and slots.removed_at is null and trainers.retired_at is null
      and not exists (select from bookings where bookings.slot_id = slots.id and ${occupiesSlot})
    order by slots.start_hour`.execute(db)
  return rows
}

const slotTaken = () => conflict(t('refusal.someoneWasFasterThis'))

/**
 * Moves a month to another free slot of its trainer from tomorrow on, with a letter to the member. Dates keep their
 * days, and those not possible at the new hour become make-ups; price and end do not change. Throws `forbidden`
 * without the permission `months.change`, `not-found` and `invalid`. Throws `conflict` when the month is over, when
 * the next month is taken, while another trainer covers one of its lessons, when the slot is not free, and when the
 * member has another hour at its time.
 */
export async function moveMonth(
  actor: Actor,
  bookingId: string,
  input: MoveMonthInput,
): Promise<EditableMonth & { notified: Notified }> {
  const admin = requirePermission(actor, 'months.change')
  const id = requireId(bookingId, t('refusal.thisHour'))
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const booking = await lockBooking(trx, id)
    const month = await readEditableMonth(trx, id)
    const { slotId, reason } = parseInput(moveMonthInput, input)
    const whyNot = whyNotMoved(month, await hasCover(trx, id))
    if (whyNot !== null) throw conflict(whyNot)
    const hour = await findSlot(trx, { slotId: requireId(slotId, t('refusal.thisSlot')) })
    if (hour.id === booking.slotId) throw conflict(t('refusal.theMonthIsAlready'))
    if (hour.trainerUserId !== month.trainerUserId) throw conflict(t('refusal.aMonthCanOnly'))
    await expireOverdue(trx, { slotId: hour.id })
    // an overdue hold of the next month would block the change
    await expireOverdue(trx, { slotId: booking.slotId })
    const moved = await transitionBooking(trx, booking, 'paid', {
      slotId: hour.id,
      movedAt: clubNow,
      // a closed slot is closed for its former month only
      ...(booking.renewal === 'closed' && { renewal: 'undecided' }),
    }).catch((error: unknown) => {
      throw isSlotConflict(error) ? (firstRefusalConflict(error) ?? slotTaken()) : error
    })
    await removeClosedSlot(trx, booking)
    await lockCommitments(trx, { people: [month.memberId, month.trainerUserId] })
    await requireFree(trx, hoursAfterMove(month, hour.id))
    const cause = `${id} ${moved.movedAt?.toISOString()}`
    const outcomes = await withTrainerNotification(trx, id, { because: 'month moved', cause }, () =>
      rescheduleDates(trx, moved, hour.startHour),
    )
    const fromDay = await readFromDay(trx)
    const { memberId, trainerName, paidUntil } = month
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.monthMoved', { hour: formatHour(hour.startHour) }),
      detail: message('activity.monthMovedFrom', { day: { day: fromDay }, trainerName, reason }),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'move month',
      subjectKind: 'booking',
      subjectId: id,
      before: { hour: formatHour(month.startHour) },
      after: { hour: formatHour(hour.startHour), fromDay, reason },
    })
    const days = (await readLessonDays(trx, id)).filter((day) => day >= fromDay)
    const isSent = await queueMail(trx, monthMoved, {
      to: { userId: memberId },
      cause,
      concerns: {
        hours: days.slice(0, 1).map((day) => ({ day, startHour: hour.startHour })),
        trainerIds: [month.trainerId],
      },
      facts: {
        before: month.startHour,
        startHour: hour.startHour,
        weekdays: month.weekdays,
        trainerName,
        fromDay,
        paidUntil,
        reason,
      },
    })
    const notified = countNotified([{ name: month.memberName, isSent }, ...outcomes])
    return { ...month, startHour: hour.startHour, slotName: hour.name, notified }
  })
}

const hoursAfterMove = ({ memberId, bookingId, paidUntil }: EditableMonth, slotId: string) => ({
  personId: memberId,
  bookingId,
  slotId,
  begins: rescheduledFrom,
  ends: sql<Date>`${paidUntil}::timestamptz`,
})

/** Returns the first day at the new hour, if the month is moved now. */
async function readFromDay(from: Queryable): Promise<Day> {
  const day = from.selectNoFrom(sql<Day>`(club_today() + 1)::text`.as('fromDay'))
  return (await day.executeTakeFirstOrThrow()).fromDay
}

function whyNotMoved({ whyNot }: EditableMonth, isCovered: boolean): string | null {
  if (whyNot !== null) return whyNot
  return isCovered ? t('refusal.hourIsCovered') : null
}

/** Whether another trainer covers one of the lessons that would move. */
async function hasCover(from: Queryable, bookingId: string): Promise<boolean> {
  const covered = await from
    .selectFrom('lessons')
    .where('bookingId', '=', bookingId)
    .where('state', '=', 'planned')
    .where('insteadOf', 'is not', null)
    .where('startsAt', '>=', rescheduledFrom)
    .select('id')
    .executeTakeFirst()
  return covered !== undefined
}
