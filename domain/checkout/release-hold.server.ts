import { conflict } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { expireOverdue } from '#domain/bookings/expiry.server.ts'
import { holdEnded } from '#domain/bookings/letters/hold-ended.ts'
import { closedMessages, lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { requireId } from '#domain/ids.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder, orderIsOver, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import type { LockedOrder } from '#domain/orders/order-kind.ts'
import { isUnpaid } from '#domain/orders/orders.rules.ts'
import {
  afterCancellation,
  cancelOpenAttempt,
  findOpenAttempt,
  type Attempt,
} from '#domain/payments/attempts.server.ts'
import { isOnItsWay } from '#domain/payments/mandates.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { t } from '#messages/t.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { logError } from '#platform/observability/log.ts'
import { cancelPayment } from './cancel-payment.server.ts'

/**
 * Releases an unpaid order; an open payment is cancelled at the card processor first. Releasing it again changes
 * nothing. Throws `not-found` for other people's bookings, `conflict` for the renewal of a membership, for a sum that a
 * bank took back and when it is paid or just being paid, and `unavailable` when the processor does not respond.
 */
export async function releaseHold(
  actor: Actor,
  bookingId: string,
): Promise<{ bookingId: string; changed: boolean }> {
  const person = requirePerson(actor)
  return releaseBooking(requireId(bookingId, t('refusal.thisBooking')), { buyerId: person.id })
}

/** Releases an unpaid order of an actor whose account is being deleted, like `releaseHold`, renewals as well. */
export async function releaseForDeletion(actor: Actor, orderId: string): Promise<void> {
  await releaseBooking(orderId, { buyerId: requirePerson(actor).id, isLeaving: true })
}

/**
 * Releases any person's unpaid booking, like `releaseHold`, with a letter to them and an audit entry. Throws
 * `forbidden` without the permission `bookings.forMembers`.
 */
export async function releaseHoldAsAdmin(
  actor: Actor,
  bookingId: string,
): Promise<{ bookingId: string; changed: boolean }> {
  const admin = requirePermission(actor, 'bookings.forMembers')
  return releaseBooking(requireId(bookingId, t('refusal.thisBooking')), { adminId: admin.id })
}

type ReleasedBy =
  | { buyerId: string; isLeaving?: true; adminId?: never }
  | { adminId: string; buyerId?: never }

async function releaseBooking(
  id: string,
  releasedBy: ReleasedBy,
): Promise<{ bookingId: string; changed: boolean }> {
  const { state, period, repeatsId } = await transaction((trx) => lockOrder(trx, id, releasedBy.buyerId))
  if (repeatsId !== null && releasedBy.buyerId) throw conflict(t('refusal.thisSumIsOwed'))
  if (state === 'expired' || state === 'cancelled') return { bookingId: id, changed: false }
  if (state !== 'held' && state !== 'paying') throw notReleasable(state)
  // members leave by cancelling, which keeps the notice and the shortest time
  if (releasedBy.buyerId !== undefined && !releasedBy.isLeaving && (period ?? 1) > 1)
    throw conflict(t('refusal.cancelTheMembership'))
  const attempt = await cancelPayment(id, () => notReleasable('paid'))
  return afterCancellation(attempt, (trx) => cancelBooking(trx, { id, releasedBy, attempt }))
}

const notReleasable = (state: keyof typeof closedMessages) =>
  conflict(state === 'paid' ? t('refusal.thisBookingIsPaid') : closedMessages[state])

async function cancelBooking(
  trx: Transaction,
  request: { id: string; releasedBy: ReleasedBy; attempt: Attempt | null },
): Promise<{ bookingId: string; changed: boolean }> {
  const order = await lockOrder(trx, request.id, request.releasedBy.buyerId)
  const result = { bookingId: request.id, changed: true }
  if (order.state === 'expired' || order.state === 'cancelled') return { ...result, changed: false }
  if (order.state !== 'held' && order.state !== 'paying') throw notReleasable(order.state)
  const open = await findOpenAttempt(trx, request.id)
  if (open && open.attempt !== request.attempt?.attempt)
    throw conflict(t('refusal.thisBookingIsBeingPaidFor'))
  await transitionOrder(trx, order, 'cancelled')
  if (request.releasedBy.adminId) {
    if (order.kind === 'hour') await sendHoldEnded(trx, order)
    await recordAudit(trx, {
      actorId: request.releasedBy.adminId,
      action: 'let hold go',
      subjectKind: order.kind === 'hour' ? 'booking' : 'order',
      subjectId: request.id,
      before: { state: order.state },
      after: { state: 'cancelled' },
    })
  }
  return result
}

async function sendHoldEnded(trx: Transaction, { id, buyerId }: LockedOrder): Promise<void> {
  const { startHour, trainerName } = await lockBooking(trx, id)
  await queueMail(trx, holdEnded, { to: { userId: buyerId }, cause: id, facts: { startHour, trainerName } })
}

/** Counts of one run of `expireHolds`. */
export type ExpirySummary = {
  expired: number
  /** Paid at the last moment and therefore settled. */
  settled: number
  /** Still held, because the processor did not confirm the cancellation. */
  unconfirmed: number
}

/**
 * Job: expires overdue holds. An order that is being paid expires only after the processor has confirmed the
 * cancellation of its intent; if the payment succeeded instead, it is settled.
 */
export async function expireHolds(): Promise<ExpirySummary> {
  const summary: ExpirySummary = {
    expired: await transaction(
      async (trx) => (await expireOverdue(trx, {})) + (await expireOverdueOrders(trx)),
    ),
    settled: 0,
    unconfirmed: 0,
  }
  const paying = await db
    .selectFrom('orders')
    .where('state', '=', 'paying')
    .where('holdExpiresAt', '<=', clubNow)
    .where(isOnItsWay, '=', false)
    .orderBy('holdExpiresAt')
    .limit(100)
    .select('id')
    .execute()
  for (const { id } of paying) summary[await expirePaying(id)] += 1
  return summary
}

/** Expires overdue orders that have no hour. Returns their number, at most 500. */
async function expireOverdueOrders(trx: Transaction): Promise<number> {
  const overdue = await trx
    .selectFrom('orders')
    .where('kind', '<>', 'hour')
    .where('state', '=', 'held')
    .where(orderIsOver)
    .selectAll()
    .select(orderIsOver.as('holdIsOver'))
    // classes are locked in one order
    .orderBy('lessonId')
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const order of overdue) await transitionOrder(trx, order, 'expired')
  return overdue.length
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
    // one failure must not block the other holds
    if (!(error instanceof CardProcessorUnavailable)) logError(error, { part: 'holds', order: id })
    return 'unconfirmed'
  }
}

async function expire(trx: Transaction, id: string, cancelled: Attempt | null): Promise<boolean> {
  const order = await lockOrder(trx, id)
  if (!isUnpaid(order.state) || !order.holdIsOver) return false
  const open = await findOpenAttempt(trx, id)
  if (open && open.attempt !== cancelled?.attempt) return false
  await transitionOrder(trx, order, 'expired')
  return true
}
