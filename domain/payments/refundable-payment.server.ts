import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PaymentMethod, PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { t } from '#messages/t.ts'

/** A payment that can still be refunded, in part at least. */
export type RefundablePayment = {
  paymentId: string
  buyerName: string
  /** Name of the slot, or title of another order. */
  slotName: string
  /** Null without an hour, as is the next one. */
  trainerName: string | null
  plan: PlanName | null
  method: PaymentMethod
  amountCents: number
  currency: string
  receivedAt: Date
  /** The amount neither refunded nor reserved, in cents. */
  leftCents: number
}

/** SQL expression on `payments`: the amount of failed refunds that were not retried, in cents. */
export const failedRefundCents = sql<number>`coalesce(
  (select sum(amount_cents) from failed_refunds where payment_id = payments.id), 0)`

/**
 * Returns a payment for the refund form. Null when it does not exist, is not of `ofBuyer`, is fully refunded, and while
 * a dispute is open or lost. A failed refund is retried instead. Throws `forbidden` without the permission
 * `refunds.make`.
 */
export async function findRefundable(
  actor: Actor,
  paymentId: string | null,
  ofBuyer?: string,
): Promise<RefundablePayment | null> {
  requirePermission(actor, 'refunds.make')
  if (paymentId === null) return null
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.bookingId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .leftJoin('bookings', 'bookings.id', 'orders.id')
    .leftJoin('slots', 'slots.id', 'bookings.slotId')
    .leftJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('payments.id', '=', requireId(paymentId, t('refusal.thisPayment')))
    .$if(ofBuyer !== undefined, (query) => query.where('orders.buyerId', '=', ofBuyer!))
    .select(['payments.id as paymentId', 'users.name as buyerName', 'bookings.plan'])
    .select(['trainers.name as trainerName', 'payments.method', 'payments.amountCents'])
    .select(['payments.currency', 'payments.receivedAt'])
    .select([
      sql<string>`coalesce(orders.title, slots.name)`.as('slotName'),
      sql<number>`refundable_cents(payments)`.as('leftCents'),
    ])
    .executeTakeFirst()
  return payment && payment.leftCents > 0 ? payment : null
}
