import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'

/** Title and number of an invoice, for letters and pages. */
export type InvoiceReference = { title: 'Invoice' | 'Receipt'; number: string }

/**
 * Returns the invoice of a booking's payment or of a refund, or null. Forces the deferred trigger that issues it,
 * which locks the numbers of the year until commit: call it last in a transaction.
 */
export async function readInvoiceReference(
  trx: Transaction,
  key: { bookingId: string } | { refundId: string },
): Promise<InvoiceReference | null> {
  await sql`set constraints payment_is_invoiced, refund_is_invoiced immediate`.execute(trx)
  const found = await trx
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .$if('bookingId' in key, (query) =>
      query
        .where('payments.bookingId', '=', 'bookingId' in key ? key.bookingId : '')
        .where('invoices.refundId', 'is', null),
    )
    .$if('refundId' in key, (query) =>
      query.where('invoices.refundId', '=', 'refundId' in key ? key.refundId : ''),
    )
    // a refund that failed and was repeated has several; takes the newest
    .orderBy('year', 'desc')
    .orderBy('ordinal', 'desc')
    .select(['number', 'taxNumber'])
    .executeTakeFirst()
  return found ? { title: found.taxNumber === null ? 'Receipt' : 'Invoice', number: found.number } : null
}
