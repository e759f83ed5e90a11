import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clubZone, db, transaction, type Queryable } from '#db/client.ts'
import type { BookingState, Renewal, BookingPeriod } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { conflict, notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { hourClosed } from '#domain/months/letters/hour-closed.ts'
import { hourOfferedAgain } from '#domain/months/letters/hour-offered-again.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'
import { formatHour, formatHourWithTrainer } from '#format/hours.ts'

type ClosableSlot = {
  bookingId: string
  slotName: string
  startHour: number
  trainerName: string
  memberId: string
  memberName: string
  paidUntil: Date
  /** Until when it can be said that the hour is closed. */
  closeBy: Date
}

/** A sold hour, whether it is closed and can be offered again, and why it cannot be closed now; null when it can. */
export type SlotClosing = ClosableSlot & { isClosed: boolean; whyNot: string | null }

/**
 * A sold hour as whoever closes it sees it. Trainers and admins; throws `not-found` for another trainer's, and before
 * it is paid.
 */
export async function getSlotClosing(actor: Actor, bookingId: string): Promise<SlotClosing> {
  return readSlotClosing(db, actor, bookingId)
}

/**
 * Closes an hour: whoever has it keeps their month and is told by mail, nobody gets the month after, and with the end
 * of the month it is off the offer. Its trainer or an admin, two weeks before that end. Throws `not-found` for another
 * trainer's, and `conflict` later, once it is closed, and when somebody has the month after.
 */
export async function closeSlot(actor: Actor, bookingId: string): Promise<SlotClosing> {
  const { id: actorId } = requireRole(actor, 'trainer', 'admin')
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, (await readSlotClosing(trx, actor, bookingId)).bookingId)
    const closing = await readSlotClosing(trx, actor, bookingId)
    if (closing.whyNot !== null) throw conflict(closing.whyNot)
    await transitionBooking(trx, booking, 'paid', { renewal: 'closed' })
    const { memberId, startHour, trainerName, paidUntil } = closing
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: booking.id,
      summary: 'An hour is given up after this month',
      detail: formatHourWithTrainer(closing),
    })
    await recordAudit(trx, {
      actorId,
      action: 'close hour',
      subjectKind: 'booking',
      subjectId: booking.id,
      after: { trainer: trainerName, hour: formatHour(startHour), until: paidUntil },
    })
    const facts = { startHour, trainerName, paidUntil }
    // an hour may be closed again after it was not any more
    const cause = `${booking.id} ${randomUUID()}`
    await queueMail(trx, hourClosed, { to: { userId: memberId }, cause, facts })
    return closing
  })
}

/**
 * Takes back that an hour is closed: it goes on after the month, and who has it is asked first again and told by mail.
 * Its trainer or an admin. Throws `not-found` for another trainer's, and `conflict` unless it is closed.
 */
export async function reopenSlot(actor: Actor, bookingId: string): Promise<SlotClosing> {
  const { id: actorId } = requireRole(actor, 'trainer', 'admin')
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, (await readSlotClosing(trx, actor, bookingId)).bookingId)
    const closing = await readSlotClosing(trx, actor, bookingId)
    if (!closing.isClosed) throw conflict('This hour is not given up.')
    await transitionBooking(trx, booking, 'paid', { renewal: 'undecided' })
    const { memberId, startHour, trainerName, paidUntil } = closing
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: booking.id,
      summary: 'An hour is offered after this month after all',
      detail: formatHourWithTrainer(closing),
    })
    await recordAudit(trx, {
      actorId,
      action: 'offer hour again',
      subjectKind: 'booking',
      subjectId: booking.id,
      after: { trainer: trainerName, hour: formatHour(startHour) },
    })
    const facts = { startHour, trainerName, paidUntil }
    const cause = `${booking.id} ${randomUUID()}`
    await queueMail(trx, hourOfferedAgain, { to: { userId: memberId }, cause, facts })
    return readSlotClosing(trx, actor, booking.id)
  })
}

type SlotClosingRow = ClosableSlot & {
  state: BookingState
  period: BookingPeriod
  renewal: Renewal
  isLate: boolean
  hasNext: boolean
  closeNoticeDays: number
}

async function readSlotClosing(from: Queryable, actor: Actor, bookingId: string): Promise<SlotClosing> {
  const person = requireRole(actor, 'trainer', 'admin')
  const id = requireId(bookingId, 'This hour')
  const { rows } = await sql<SlotClosingRow>`
    select sold.*, close_by <= club_now() as is_late,
      exists (select from bookings where follows_id = sold.booking_id and ${occupiesMonth}) as has_next
    from (
      select bookings.id as booking_id, slots.name as slot_name, start_hour, trainers.name as trainer_name,
        buyer_id as member_id, users.name as member_name, paid_until, bookings.state, period, renewal, close_notice_days,
        ((paid_until at time zone ${clubZone}) - make_interval(days => close_notice_days)) at time zone ${clubZone} as close_by
      from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
        join users on users.id = buyer_id, ${currentPolicy}
      where bookings.id = ${id} and paid_until is not null
        and (${person.role === 'admin'} or trainers.user_id = ${person.id})) sold`.execute(from)
  const [row] = rows
  if (!row) throw notFound('This hour')
  const { slotName, startHour, trainerName, memberId, memberName, paidUntil, closeBy } = row
  const sold = { bookingId: id, slotName, startHour, trainerName, memberId, memberName, paidUntil, closeBy }
  return { ...sold, isClosed: row.state === 'paid' && row.renewal === 'closed', whyNot: whyNotClosed(row) }
}

function whyNotClosed({
  state,
  period,
  renewal,
  hasNext,
  isLate,
  closeNoticeDays,
}: SlotClosingRow): string | null {
  if (state !== 'paid') return 'This month is over.'
  if (period === 'upcoming') return 'This month has not begun yet.'
  if (renewal === 'closed') return 'This hour is given up already.'
  if (hasNext) return 'The month after is taken already.'
  return isLate ? `An hour is given up at least ${closeNoticeDays} days before its month ends.` : null
}
