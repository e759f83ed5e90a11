import { sql } from 'kysely'

/**
 * SQL expression on `orders`, `bookings` and `slots`: the title of an order, or the slot's name at the time of the
 * hold; for older bookings that of the invoice or, failing that, the current name. A month that was moved keeps the
 * name it was sold under.
 */
export const slotNameAtSale = sql<string | null>`coalesce(orders.title, held_slot,
  (select slot_name from invoices join payments on payments.id = invoices.payment_id
    where payments.booking_id = bookings.id and refund_id is null and corrects is null),
  slots.name)`

/** SQL expression on `bookings` and `users`: the buyer's name as the invoice has it, or the current one without an invoice. */
export const buyerNameAtSale = sql<string | null>`coalesce(
  (select buyer_name from invoices join payments on payments.id = invoices.payment_id
    where payments.booking_id = bookings.id and refund_id is null and corrects is null),
  users.name)`
