import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'

/** A card payment or stray charge, as far as updates of the processor need it. */
export type ReceivedCharge = {
  paymentId: string | null
  strayChargeId: string | null
  bookingId: string
  currency: string
}

/** Returns the charge of an intent, or null for an intent of another shop and one without a charge. */
export async function findChargeOfIntent(
  trx: Transaction,
  intentId: string | null,
): Promise<ReceivedCharge | null> {
  if (intentId === null) return null
  const { rows } = await sql<ReceivedCharge>`
    select id as payment_id, null::uuid as stray_charge_id, booking_id, currency from payments where intent_id = ${intentId}
    union all
    select null, id, booking_id, currency from stray_charges where intent_id = ${intentId}`.execute(trx)
  return rows[0] ?? null
}
