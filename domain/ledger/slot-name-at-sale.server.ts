import { sql } from 'kysely'

/**
 * What the hour of a booking was called when it was held; for those from before that was kept, as their invoice says,
 * or what it is called now. A month may have moved to another hour since, and the past does not change. For queries
 * that name `bookings` and `slots`.
 */
export const slotNameAtSale = sql<string | null>`coalesce(held_slot,
  (select slot_name from invoices join payments on payments.id = invoices.payment_id
    where payments.booking_id = bookings.id and refund_id is null),
  slots.name)`
