import { db, transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { conflict, invalidAt } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { extendDates, withTrainerNotification } from '#domain/lessons/schedule/rescheduling.server.ts'
import { monthExtended } from '#domain/months/letters/month-extended.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { bounds } from '#domain/bounds.ts'
import { formatCount } from '#format/text.ts'
import { formatHourWithTrainer } from '#format/hours.ts'
import { extendMonthInput, type ExtendMonthInput } from './months.input.ts'
import { readEditableMonth, type EditableMonth } from './editable-month.server.ts'

/** A month as the office extends it, and by how many days it still can. */
export type Extending = EditableMonth & { daysLeft: number }

/** A month that may be extended. Admins only; throws `not-found`, also before it is paid. */
export async function getExtending(actor: Actor, bookingId: string): Promise<Extending> {
  requireRole(actor, 'admin')
  const month = await readEditableMonth(db, requireId(bookingId, 'This hour'))
  const daysLeft = bounds.extendedDays.most - month.extendedDays
  const whyNot =
    month.whyNot ?? (daysLeft === 0 ? `${bounds.extendedDays.most} days were added already.` : null)
  return { ...month, daysLeft, whyNot }
}

/**
 * Lets a month end some days later, 31 in all: the dates on these days are its member's, who is told. What they keep
 * after it begins later. Admins only. Throws `not-found`, `invalid`, and `conflict` once the month is over, when it was
 * extended since the admin saw it, and when somebody has the next: it begins where this one ends.
 */
export async function extendMonth(
  actor: Actor,
  bookingId: string,
  input: ExtendMonthInput,
): Promise<EditableMonth> {
  const admin = requireRole(actor, 'admin')
  const id = requireId(bookingId, 'This hour')
  return transaction(async (trx) => {
    await lockSchedule(trx)
    const booking = await lockBooking(trx, id)
    const month = await readEditableMonth(trx, id)
    const { days, reason, seenDays } = parseInput(extendMonthInput, input)
    if (month.whyNot !== null) throw conflict(month.whyNot)
    if (seenDays !== undefined && seenDays !== month.extendedDays)
      throw conflict('This month was made longer meanwhile. See when it ends now.')
    const extendedDays = month.extendedDays + days
    const daysLeft = bounds.extendedDays.most - month.extendedDays
    if (days > daysLeft) throw invalidAt('days', `At most ${formatCount(daysLeft, 'day', 'days')} more.`)
    // a hold of the month after that ran out
    await expireOverdue(trx, { slotId: booking.slotId })
    const extended = await transitionBooking(trx, booking, 'paid', { extendedDays })
    const cause = `${id} ${extendedDays}`
    await withTrainerNotification(trx, id, { because: 'month extended', cause }, () =>
      extendDates(trx, extended, month.startHour),
    )
    const { memberId, startHour, trainerName } = month
    const paidUntil = extended.paidUntil ?? month.paidUntil
    const added = formatCount(days, 'day', 'days')
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: id,
      summary: `Your month is ${added} longer`,
      detail: `${formatHourWithTrainer(month)}. ${reason}`,
    })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'extend month',
      subjectKind: 'booking',
      subjectId: id,
      before: { until: month.paidUntil },
      after: { until: paidUntil, days, reason },
    })
    await queueMail(trx, monthExtended, {
      to: { userId: memberId },
      cause,
      facts: { days, startHour, trainerName, paidUntil, reason },
    })
    return { ...month, paidUntil, extendedDays }
  })
}
