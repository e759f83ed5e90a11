import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import type { ProcessorDispute, ProcessorMovement } from '#platform/cards/card-processor.ts'
import type { ReceivedCharge } from './received-charges.server.ts'

type Owner = { charge: ReceivedCharge | null; dispute?: ProcessorDispute }

/**
 * Stores a movement of the processor's balance once. The ledger gets its cost and the money of a dispute, in the
 * currency of the club. A movement of another shop with the same account is stored without a cost.
 */
export async function recordMovement(
  trx: Transaction,
  movement: ProcessorMovement,
  { charge, dispute }: Owner,
): Promise<void> {
  const { rows } = await sql<{ currency: string }>`select currency from club`.execute(trx)
  const clubCurrency = rows[0]!.currency
  const toBooks = (cents: number) => convertToBooks(cents, movement, clubCurrency)
  const isForeign = movement.currency !== clubCurrency
  // the dispute names its amount in the currency of the charge
  const movedCents =
    isForeign && dispute ? Math.sign(movement.grossCents) * dispute.amountCents : movement.grossCents
  await trx
    .insertInto('processorMovements')
    .values({
      processorId: movement.id,
      kind: movement.kind,
      paymentId: charge?.paymentId ?? null,
      strayChargeId: charge?.strayChargeId ?? null,
      disputeId: dispute?.id ?? null,
      grossCents: movement.grossCents,
      feeCents: movement.feeCents,
      currency: movement.currency,
      movedCents: dispute ? movedCents : 0,
      costCents: costOf(movement, charge, toBooks),
      happenedAt: movement.happenedAt,
    })
    .onConflict((known) => known.column('processorId').doNothing())
    .execute()
}

/** Fees are deducted from a movement of the club's own, or are a movement by themselves. */
function costOf(
  { kind, grossCents, feeCents }: ProcessorMovement,
  charge: ReceivedCharge | null,
  toBooks: (cents: number) => number,
): number {
  if (kind === 'fee') return toBooks(feeCents - grossCents)
  return charge ? toBooks(feeCents) : 0
}

/** Returns 0 for an amount in another currency without a rate, which only the lists of payouts show. */
function convertToBooks(
  cents: number,
  { currency, exchangeRate }: ProcessorMovement,
  clubCurrency: string,
): number {
  if (currency === clubCurrency) return cents
  return exchangeRate ? Math.round(cents / exchangeRate) : 0
}
