import type { Transaction } from '#db/client.ts'
import type { ProcessorPayout } from '#platform/cards/card-processor.ts'

/** Stores the current state of a payout to the bank. Returns true. */
export async function recordPayout(trx: Transaction, payout: ProcessorPayout): Promise<true> {
  const { id: _, ...facts } = payout
  await trx
    .insertInto('processorPayouts')
    .values(payout)
    .onConflict((known) => known.column('id').doUpdateSet(facts))
    .execute()
  return true
}
