import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** A refund that the processor refused or left under way for days, to be retried or settled in another way. */
export type FailedRefund = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  bookingId: string
  buyerName: string
  /** A pending one cannot be retried. */
  state: 'failed' | 'pending'
  /** When it failed or, for a pending one, was requested. */
  since: Date
}

/**
 * Returns failed refunds that were neither retried nor settled, and stuck ones, newest first, at most 100. Throws
 * `forbidden` without the permission `balance.read`.
 */
export async function listFailedRefunds(actor: Actor): Promise<FailedRefund[]> {
  requirePermission(actor, 'balance.read')
  return db
    .selectFrom('stuckRefunds')
    .innerJoin('orders', 'orders.id', 'stuckRefunds.bookingId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .orderBy('stuckRefunds.since', 'desc')
    .limit(100)
    .select([
      'stuckRefunds.id as refundId',
      'stuckRefunds.amountCents',
      'stuckRefunds.currency',
      'stuckRefunds.reason',
      'stuckRefunds.bookingId',
      'users.name as buyerName',
      'stuckRefunds.since',
      'stuckRefunds.state',
    ])
    .execute()
}
