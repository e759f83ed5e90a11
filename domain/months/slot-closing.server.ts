import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubZone, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { BookingState, Renewal, BookingPeriod } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { requireId } from '#domain/ids.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { countNotified, type Notified } from '#domain/mail/change-notices.rules.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { hourClosed } from '#domain/months/letters/hour-closed.ts'
import { hourOfferedAgain } from '#domain/months/letters/hour-offered-again.ts'
import { can } from '#domain/permissions.ts'
import { monthWeekdays } from '#domain/slots/month-weekdays.server.ts'
import { occupiesMonth } from '#domain/slots/occupancy.server.ts'
import { formatHour } from '#format/hours.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

type ClosableSlot = {
  bookingId: string
  slotName: string
  startHour: number
  weekdays: string[]
  trainerId: string
  trainerName: string
  memberId: string
  memberName: string
  paidUntil: Date
  /** Deadline for closing the slot. */
  closeBy: Date
}

/** A sold slot and its closing: whether it is closed, and the reason that prevents closing it now, if any. */
export type SlotClosing = ClosableSlot & { isClosed: boolean; whyNot: string | null }

/**
 * Returns the closing of a sold slot. Trainers see their own slots, admins all. Throws `forbidden`, and `not-found`
 * for other trainers' slots and before payment.
 */
export async function getSlotClosing(actor: Actor, bookingId: string): Promise<SlotClosing> {
  return readSlotClosing(db, actor, bookingId)
}

/**
 * Closes a slot after the current month, with the notice of the policy before that month ends. The holder keeps the
 * month and gets a letter; the slot is removed from sale when it ends. Throws `forbidden` without the permission
 * `slots.close`, and `not-found` for other trainers' slots. Throws `conflict` after the deadline, when the slot is
 * already closed and when the next month is taken.
 */
export async function closeSlot(
  actor: Actor,
  bookingId: string,
): Promise<SlotClosing & { notified: Notified }> {
  const { id: actorId } = requirePermission(actor, 'slots.close')
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
      summary: message('activity.wontBeOffered'),
      detail: hourWithTrainer(closing),
    })
    await recordAudit(trx, {
      actorId,
      action: 'close hour',
      subjectKind: 'booking',
      subjectId: booking.id,
      after: { trainer: trainerName, hour: formatHour(startHour), until: paidUntil },
    })
    const notified = await notifyMember(trx, hourClosed, closing)
    return { ...closing, notified }
  })
}

/**
 * Reopens a closed slot: the holder has first refusal of the next month again and gets a letter. Throws `forbidden`
 * without the permission `slots.close`, `not-found` for other trainers' slots, and `conflict` unless the slot is
 * closed.
 */
export async function reopenSlot(
  actor: Actor,
  bookingId: string,
): Promise<SlotClosing & { notified: Notified }> {
  const { id: actorId } = requirePermission(actor, 'slots.close')
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, (await readSlotClosing(trx, actor, bookingId)).bookingId)
    const closing = await readSlotClosing(trx, actor, bookingId)
    if (!closing.isClosed) throw conflict(t('refusal.thisHourIsStill'))
    await transitionBooking(trx, booking, 'paid', { renewal: 'undecided' })
    const { memberId, startHour, trainerName } = closing
    await recordActivity(trx, {
      userId: memberId,
      kind: 'booking',
      bookingId: booking.id,
      summary: message('activity.offeredAfterAll'),
      detail: hourWithTrainer(closing),
    })
    await recordAudit(trx, {
      actorId,
      action: 'offer hour again',
      subjectKind: 'booking',
      subjectId: booking.id,
      after: { trainer: trainerName, hour: formatHour(startHour) },
    })
    const notified = await notifyMember(trx, hourOfferedAgain, closing)
    return { ...(await readSlotClosing(trx, actor, booking.id)), notified }
  })
}

async function notifyMember(
  trx: Transaction,
  letter: typeof hourClosed,
  { bookingId, memberId, memberName, startHour, weekdays, trainerId, trainerName, paidUntil }: ClosableSlot,
): Promise<Notified> {
  const isSent = await queueMail(trx, letter, {
    to: { userId: memberId },
    // a slot can be reopened and closed again, with a letter each time
    cause: `${bookingId} ${randomUUID()}`,
    facts: { startHour, weekdays, trainerName, paidUntil },
    concerns: { hours: paidUntil, trainerIds: [trainerId] },
  })
  return countNotified([{ name: memberName, isSent }])
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
  const person = requirePermission(actor, 'slots.close')
  const id = requireId(bookingId, t('refusal.thisHour'))
  const { rows } = await sql<SlotClosingRow>`
    select sold.*, close_by <= club_now() as is_late,
      exists (select from bookings where follows_id = sold.booking_id and ${occupiesMonth}) as has_next
    from (
      select bookings.id as booking_id, slots.name as slot_name, start_hour, ${monthWeekdays()} as weekdays, trainers.id as trainer_id,
        trainers.name as trainer_name, buyer_id as member_id, users.name as member_name, paid_until, bookings.state, period, renewal, close_notice_days,
        ((paid_until at time zone ${clubZone}) - make_interval(days => close_notice_days)) at time zone ${clubZone} as close_by
      from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
        join users on users.id = buyer_id, ${currentPolicy}
      where bookings.id = ${id} and paid_until is not null
        and (${can(person, 'lessons.manageAll')} or trainers.user_id = ${person.id})) sold`.execute(from)
  const [row] = rows
  if (!row) throw notFound(t('refusal.thisHour'))
  const { slotName, startHour, weekdays, trainerId, trainerName, memberId, memberName, paidUntil, closeBy } =
    row
  const sold = {
    bookingId: id,
    slotName,
    startHour,
    weekdays,
    trainerId,
    trainerName,
    memberId,
    memberName,
    paidUntil,
    closeBy,
  }
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
  if (state !== 'paid') return t('refusal.monthIsOver')
  if (period === 'upcoming') return t('refusal.thisMonthHasntBegun')
  if (renewal === 'closed') return t('refusal.hourIsGivenUp')
  if (hasNext) return t('refusal.nextMonthIsTaken')
  return isLate ? t('refusal.closeNotice', { days: closeNoticeDays }) : null
}
