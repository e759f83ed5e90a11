import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** A refund that the processor refused, for an admin to ask for again or to settle otherwise. */
export type FailedRefund = {
  refundId: string
  amountCents: number
  currency: string
  reason: string
  bookingId: string
  buyerName: string
  failedAt: Date
}

/** Refunds that failed and that no later one made good, newest first, at most 100. Admins only. */
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
