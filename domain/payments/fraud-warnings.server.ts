import type { Transaction } from '#db/client.ts'
import type { FraudWarning } from '#platform/cards/card-processor.ts'
import { findChargeOfIntent } from './received-charges.server.ts'

/** Stores a warning of a card's bank once. Returns whether it concerns the club. */
export async function recordFraudWarning(trx: Transaction, warning: FraudWarning): Promise<boolean> {
  const charge = await findChargeOfIntent(trx, warning.intentId)
  if (charge === null) return false
  await trx
    .insertInto('fraudWarnings')
    .values({
      id: warning.id,
      paymentId: charge.paymentId,
      strayChargeId: charge.strayChargeId,
      fraudType: warning.fraudType.slice(0, 60),
    })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  return true
}
