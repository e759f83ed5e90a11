import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** A refund that the processor refused, to be retried or settled in another way. */
export type FailedRefund = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  bookingId: string
  buyerName: string
  failedAt: Date
}

/**
 * Returns failed refunds without a successful retry, newest first, at most 100. Throws `forbidden` without the
 * permission `balance.read`.
 */
export async function listFailedRefunds(actor: Actor): Promise<FailedRefund[]> {
  requirePermission(actor, 'balance.read')
  return db
    .selectFrom('failedRefunds')
    .innerJoin('bookings', 'bookings.id', 'failedRefunds.bookingId')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
    .orderBy('failedRefunds.settledAt', 'desc')
    .limit(100)
    .select([
      'failedRefunds.id as refundId',
      'failedRefunds.amountCents',
      'failedRefunds.currency',
      'failedRefunds.reason',
      'failedRefunds.bookingId',
      'users.name as buyerName',
      'failedRefunds.settledAt as failedAt',
    ])
    .execute()
}
