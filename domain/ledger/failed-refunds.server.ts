import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'

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
  requireRole(actor, 'admin')
  const { rows } = await sql<FailedRefund>`
    select r.id as refund_id, r.amount_cents, c.currency, r.reason, c.booking_id, u.name as buyer_name,
      r.settled_at as failed_at
    from refunds r
      join (select id, booking_id, currency from payments union all select id, booking_id, currency from stray_charges) c
        on c.id = coalesce(r.payment_id, r.stray_charge_id)
      join bookings b on b.id = c.booking_id
      join users u on u.id = b.buyer_id
    where r.state = 'failed' and not exists (select from refunds later where later.request_key = 'again:' || r.id)
    order by r.settled_at desc limit 100`.execute(db)
  return rows
}
