import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { db } from '#db/client.ts'
import type { CollectionStop } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { cancelPayment } from '#domain/checkout/cancel-payment.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { isUnpaid } from '#domain/orders/orders.rules.ts'
import { afterCancellation, findOpenAttempt } from '#domain/payments/attempts.server.ts'
import { formatReasonIfAny } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { forgiveInput, type ForgiveInput } from './failed-renewals.input.ts'

/** SQL predicate on `orders`: a later period that has begun and is not paid, or one whose money a bank took back. */
export const isOverdue = sql<boolean>`(orders.state in ('held', 'paying') and (period > 1 and begins_at <= club_now() or repeats_id is not null)
  and not exists (select from memberships where id = membership_id and memberships.state <> 'running'))`

/** A period that has begun and is not paid, or whose money a bank took back. */
export type FailedRenewal = {
  orderId: string
  memberId: string
  name: string
  title: string
  amountCents: number
  currency: string
  /** Charges of the stored card so far, and the bank's words about the last one. */
  tries: number
  lastFailure: string | null
  /** Null: the card is not charged again. */
  nextTryAt: Date | null
  stoppedBecause: CollectionStop | null
  /** When the bank was asked for a debit that is on its way; null otherwise. */
  processingSince: Date | null
  /** Its bank took the money back. */
  isTakenBack: boolean
  /** When the membership ends unless it is paid. */
  payBy: Date
}

/**
 * Returns the periods that have begun and are not paid, with those whose money a bank took back, in the order in which
 * their time runs out. Throws `forbidden` without the permission `memberships.manage`.
 */
export async function listFailedRenewals(actor: Actor): Promise<FailedRenewal[]> {
  requirePermission(actor, 'memberships.manage')
  const { rows } = await sql<FailedRenewal>`
    select orders.id as order_id, buyer_id as member_id, users.name, title, orders.amount_cents, orders.currency, coalesce(tries, 0) as tries,
      last_failure, next_try_at, stopped_because, processing_since, repeats_id is not null as is_taken_back, hold_expires_at as pay_by
    from orders join users on users.id = buyer_id left join collections on order_id = orders.id
      left join payment_attempts on booking_id = orders.id and payment_attempts.attempt = orders.attempt and payment_attempts.state = 'open'
    where ${isOverdue}
    order by hold_expires_at, users.name, orders.id limit 200`.execute(db)
  return rows.map((row) => ({ ...row, lastFailure: formatReasonIfAny(row.lastFailure) }))
}

/**
 * Forgives the price of a period that is not paid, so that the membership goes on; the member gets a letter. Throws
 * `forbidden` without the permission `memberships.manage`, `not-found` for any other order, `invalid` without a reason,
 * and `conflict` when it is paid or being paid.
 */
export async function forgiveRenewal(actor: Actor, orderId: string, input: ForgiveInput): Promise<void> {
  requirePermission(actor, 'memberships.manage')
  const { reason } = parseInput(forgiveInput, input)
  const { id, priceCents } = await findOverdue(orderId)
  const discount = { discountCents: priceCents ?? 0, discountReason: reason }
  await takeOrderPayment(actor, id, { method: 'cash', ...discount })
}

/**
 * Ends the membership of a period that is not paid; an open card payment is cancelled first, places booked in it are
 * given back, and the member gets a letter. Throws `forbidden` without the permission `memberships.manage`, `not-found`
 * for any other order, `conflict` when it is paid or being paid, and `unavailable` when the processor does not respond.
 */
export async function endUnpaidMembership(actor: Actor, orderId: string): Promise<void> {
  const admin = requirePermission(actor, 'memberships.manage')
  const { id } = await findOverdue(orderId)
  const justPaid = () => conflict(t('refusal.thisOrderHasJust'))
  const attempt = await cancelPayment(id, justPaid)
  await afterCancellation(attempt, async (trx) => {
    const order = await lockOrder(trx, id)
    const open = await findOpenAttempt(trx, id)
    if (!isUnpaid(order.state) || (open && open.attempt !== attempt?.attempt)) throw justPaid()
    await transitionOrder(trx, order, 'expired')
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'end unpaid membership',
      subjectKind: 'order',
      subjectId: id,
      before: { state: order.state },
      after: { state: 'expired' },
    })
  })
}

async function findOverdue(orderId: string) {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', requireId(orderId, t('refusal.thisOrder')))
    .where(isOverdue)
    .select(['id', 'priceCents'])
    .executeTakeFirst()
  if (!order) throw notFound(t('refusal.thisOrder'))
  return order
}
