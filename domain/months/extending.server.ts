import { sql } from 'kysely'
import { conflict, invalidAt } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { bounds } from '#domain/bounds.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockCommitments, requireFree } from '#domain/lessons/schedule/commitments.server.ts'
import { extendDates, withTrainerNotification } from '#domain/lessons/schedule/rescheduling.server.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { monthExtended } from '#domain/months/letters/month-extended.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { readEditableMonth, type EditableMonth } from './editable-month.server.ts'
import { extendMonthInput, type ExtendMonthInput } from './months.input.ts'

/** A month and the number of days by which it can still be extended. */
export type Extending = EditableMonth & { daysLeft: number }

/**
 * Returns a month to be extended. Throws `forbidden` without the permission `months.change`, and `not-found`, also
 * before payment.
 */
export async function getExtending(actor: Actor, bookingId: string): Promise<Extending> {
  requirePermission(actor, 'months.change')
  const month = await readEditableMonth(db, requireId(bookingId, t('refusal.thisHour')))
  const daysLeft = bounds.extendedDays.most - month.extendedDays
  const whyNot =
    month.whyNot ??
    (daysLeft === 0 ? t('refusal.daysAlreadyAdded', { days: bounds.extendedDays.most }) : null)
  return { ...month, daysLeft, whyNot }
}

/**
 * Extends a month, by 31 days in total, writes the added dates and notifies the member. Later months start later.
 * Throws `forbidden` without the permission `months.change`, `not-found` and `invalid`. Throws `conflict` when the
 * month is over, when it was extended since the form was displayed, when the next month is taken, and when the member
 * has another hour at its time on the added days.
 */
export async function extendMonth(
  actor: Actor,
  bookingId: string,
  input: ExtendMonthInput,
): Promise<EditableMonth & { notified: Notified }> {
  const admin = requirePermission(actor, 'months.change')
  const id = requireId(bookingId, t('refusal.thisHour'))
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const booking = await lockBooking(trx, id)
    const month = await readEditableMonth(trx, id)
    const { days, reason, seenDays } = parseInput(extendMonthInput, input)
    if (month.whyNot !== null) throw conflict(month.whyNot)
    if (seenDays !== undefined && seenDays !== month.extendedDays)
      throw conflict(t('refusal.thisMonthHasBeen'))
    const extendedDays = month.extendedDays + days
    const daysLeft = bounds.extendedDays.most - month.extendedDays
    if (days > daysLeft) throw invalidAt('days', t('refusal.youCanAddAt', { daysLeft }))
    // an overdue hold of the next month would block the change
    await expireOverdue(trx, { slotId: booking.slotId })
    const extended = await transitionBooking(trx, booking, 'paid', { extendedDays })
    await lockCommitments(trx, { people: [month.memberId, month.trainerUserId] })
    await requireFree(trx, {
      personId: month.memberId,
      bookingId: id,
      slotId: month.slotId,
      begins: sql<Date>`${month.paidUntil}::timestamptz`,
      ends: sql<Date>`${extended.paidUntil}::timestamptz`,
    })
    const cause = `${id} ${extendedDays}`
    const outcomes = await withTrainerNotification(trx, id, { because: 'month extended', cause }, () =>
      extendDates(trx, extended, month.startHour),
    )
    const { memberId, startHour, trainerName } = month
    const paidUntil = extended.paidUntil ?? month.paidUntil
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.daysLonger', { days }),
      detail: message('activity.hourBecause', { hour: hourWithTrainer(month), reason }),
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'extend month',
      subjectKind: 'booking',
      subjectId: id,
      before: { until: month.paidUntil },
      after: { until: paidUntil, days, reason },
    })
    const isSent = await queueMail(trx, monthExtended, {
      to: { userId: memberId },
      cause,
      facts: { days, startHour, weekdays: month.weekdays, trainerName, paidUntil, reason },
      concerns: { hours: paidUntil, trainerIds: [month.trainerId] },
    })
    const notified = countNotified([{ name: month.memberName, isSent }, ...outcomes])
    return { ...month, paidUntil, extendedDays, notified }
  })
}
