import { sql, type Selectable } from 'kysely'
import type { Queryable } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import type { CardIntent, PaidCard, ProcessorRefund, StoredCard } from './card-processor.ts'

export type IntentRow = Selectable<Tables['sandboxIntents']>

/** Converts a row to an intent. */
export async function toCardIntent(from: Queryable, row: IntentRow): Promise<CardIntent> {
  const refunds = await from
    .selectFrom('sandboxRefunds')
    .selectAll()
    .where('intentId', '=', row.id)
    .orderBy(sql`created_at`)
    .execute()
  return {
    id: row.id,
    clientSecret: row.clientSecret,
    status: row.status,
    amountCents: row.amountCents,
    amountReceivedCents: row.status === 'succeeded' ? row.amountCents : 0,
    currency: row.currency,
    bookingId: row.bookingId,
    attempt: row.attempt,
    chargeId: row.chargeId,
    card: cardOf(row),
    storedCard: await findStoredCard(from, row),
    lastFailure:
      row.declineMessage === null
        ? null
        : { message: row.declineMessage, code: row.declineCode, declineCode: row.declineCode },
    refunds: refunds.map(toProcessorRefund),
  }
}

async function findStoredCard(from: Queryable, { status, methodId }: IntentRow): Promise<StoredCard | null> {
  return (status === 'succeeded' || status === 'processing') && methodId !== null
    ? findMethod(from, methodId)
    : null
}

/** Returns a stored card, or null after its removal. */
export async function findMethod(from: Queryable, methodId: string): Promise<StoredCard | null> {
  const method = await from
    .selectFrom('sandboxMethods')
    .selectAll()
    .where('id', '=', methodId)
    .executeTakeFirst()
  if (!method) return null
  const { id, customerId, brand, last4, expiresOn, mandateRef } = method
  const stored = { methodId: id, customerId, brand, last4 }
  if (mandateRef !== null) return { ...stored, expiresOn: null, mandateRef }
  return { ...stored, expiresOn: expiresOn ?? '', mandateRef: null }
}

export const toProcessorRefund = (row: Selectable<Tables['sandboxRefunds']>): ProcessorRefund => ({
  id: row.id,
  amountCents: row.amountCents,
  status: 'succeeded',
  refundId: row.refundId,
})

const cardOf = ({ status, chargeId, cardBrand, cardLast4 }: IntentRow): PaidCard | null =>
  (chargeId === null && status !== 'processing') || cardBrand === null || cardLast4 === null
    ? null
    : { brand: cardBrand, last4: cardLast4 }
