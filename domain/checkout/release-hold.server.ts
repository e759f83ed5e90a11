import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { logError } from '#platform/observability/log.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, requireRole, type Actor } from '#domain/actor.ts'
import { isUnpaid } from '#domain/bookings/bookings.rules.ts'
import { conflict } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { holdEnded } from '#domain/bookings/letters/hold-ended.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import {
  afterCancellation,
  cancelOpenAttempt,
  findOpenAttempt,
  type Attempt,
} from '#domain/payments/attempts.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { closedMessages, lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { transitionBooking } from '#domain/bookings/transition.server.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { cancelPayment } from './cancel-payment.server.ts'

/**
 * Gives up a booking that is not paid; a payment under way is cancelled at the card processor first. Letting
 * go what is over already changes nothing. Throws `not-found` for anybody else's booking, `conflict` when it
 * is paid or being paid just then, and `unavailable` when the processor does not answer.
 */
export async function releaseHold(
  actor: Actor,
  bookingId: string,
): Promise<{ bookingId: string; changed: boolean }> {
  const person = requirePerson(actor)
  return releaseBooking(requireId(bookingId, 'This booking'), { buyerId: person.id })
}

/**
 * Gives back the hour that somebody holds without paying, like `letGo`. They are told by mail. Admins only; the audit log
 * keeps who did it.
 */
export async function releaseHoldAsAdmin(
  actor: Actor,
  bookingId: string,
): Promise<{ bookingId: string; changed: boolean }> {
  const admin = requireRole(actor, 'admin')
  return releaseBooking(requireId(bookingId, 'This booking'), { adminId: admin.id })
}

/** The buyer whose booking it must be, or the admin who may end anybody's. */
type ReleasedBy = { buyerId: string; adminId?: never } | { adminId: string; buyerId?: never }

async function releaseBooking(id: string, by: ReleasedBy): Promise<{ bookingId: string; changed: boolean }> {
  const state = await transaction(async (trx) => (await lockBooking(trx, id, by.buyerId)).state)
  if (state === 'expired' || state === 'cancelled') return { bookingId: id, changed: false }
  if (state !== 'held' && state !== 'paying') throw notReleasable(state)
  const attempt = await cancelPayment(id, () => notReleasable('paid'))
  return afterCancellation(attempt, (trx) => cancelBooking(trx, { id, by, attempt }))
}

const notReleasable = (state: keyof typeof closedMessages) =>
  conflict(state === 'paid' ? 'This booking is paid, so it cannot be let go.' : closedMessages[state])

async function cancelBooking(
  trx: Transaction,
  wanted: { id: string; by: ReleasedBy; attempt: Attempt | null },
): Promise<{ bookingId: string; changed: boolean }> {
  const booking = await lockBooking(trx, wanted.id, wanted.by.buyerId)
  const done = { bookingId: wanted.id, changed: true }
  if (booking.state === 'expired' || booking.state === 'cancelled') return { ...done, changed: false }
  if (booking.state !== 'held' && booking.state !== 'paying') throw notReleasable(booking.state)
  const open = await findOpenAttempt(trx, wanted.id)
  if (open && open.attempt !== wanted.attempt?.attempt)
    throw conflict('This booking is being paid in another window.')
  await transitionBooking(trx, booking, 'cancelled')
  if (wanted.by.adminId) {
    const { startHour, trainerName } = booking
    const facts = { startHour, trainerName }
    await queueMail(trx, holdEnded, { to: { userId: booking.buyerId }, cause: wanted.id, facts })
    await recordAudit(trx, {
      actorId: wanted.by.adminId,
      action: 'let hold go',
      subjectKind: 'booking',
      subjectId: wanted.id,
      before: { state: booking.state },
      after: { state: 'cancelled' },
    })
  }
  return done
}

/** How one round of giving up overdue holds went. */
export type ExpirySummary = {
  expired: number
  /** Paid at the last moment, so they are bookings now. */
  settled: number
  /** Kept, because the processor did not confirm that nobody can pay for them any more. */
  unconfirmed: number
}

/**
 * Gives up holds whose time is over. A booking that is being paid gives its hour up only after the processor
 * has confirmed the cancellation of its intent; if that has succeeded instead, it is settled. Run by a job.
 */
export async function expireHolds(): Promise<ExpirySummary> {
  const sweep: ExpirySummary = {
    expired: await transaction((trx) => expireOverdue(trx, {})),
    settled: 0,
    unconfirmed: 0,
  }
  const paying = await db
    .selectFrom('bookings')
    .where('state', '=', 'paying')
    .where('holdExpiresAt', '<=', clubNow)
    .orderBy('holdExpiresAt')
    .limit(100)
    .select('id')
    .execute()
  for (const { id } of paying) sweep[await expirePaying(id)] += 1
  return sweep
}

async function expirePaying(id: string): Promise<keyof ExpirySummary> {
  try {
    const { outcome, attempt, intentId } = await cancelOpenAttempt(id)
    if (outcome === 'processing') return 'unconfirmed'
    if (outcome === 'succeeded' && intentId !== null) {
      await settleIntent(intentId)
      return 'settled'
    }
    const expired = await afterCancellation(attempt, (trx) => expire(trx, id, attempt))
    return expired ? 'expired' : 'unconfirmed'
  } catch (error) {
    if (isUnavailable(error)) throw error
    // one that cannot be given up must not keep the others waiting
    if (!(error instanceof CardProcessorUnavailable)) logError(error, { part: 'holds', booking: id })
    return 'unconfirmed'
  }
}

async function expire(trx: Transaction, id: string, cancelled: Attempt | null): Promise<boolean> {
  const booking = await lockBooking(trx, id)
  if (!isUnpaid(booking.state) || !booking.holdIsOver) return false
  const open = await findOpenAttempt(trx, id)
  if (open && open.attempt !== cancelled?.attempt) return false
  await transitionBooking(trx, booking, 'expired')
  return true
}
