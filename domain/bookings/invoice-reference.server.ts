import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'

/** What is told of money: the name of its sheet and the number on it. */
export type InvoiceReference = { title: 'Invoice' | 'Receipt'; number: string }

/**
 * The invoice of a booking's payment, or of a refund; null where there is none. Has it given now, which otherwise
 * happens as the transaction commits and holds the numbers of the year until then: only ever a last step.
 */
export async function readInvoiceReference(
  trx: Transaction,
  of: { bookingId: string } | { refundId: string },
): Promise<InvoiceReference | null> {
  await sql`set constraints payment_is_invoiced, refund_is_invoiced immediate`.execute(trx)
  const found = await trx
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .$if('bookingId' in of, (query) =>
      query
        .where('payments.bookingId', '=', 'bookingId' in of ? of.bookingId : '')
        .where('invoices.refundId', 'is', null),
    )
    .$if('refundId' in of, (query) =>
      query.where('invoices.refundId', '=', 'refundId' in of ? of.refundId : ''),
    )
    // of a refund that came back and went again the newest
    .orderBy('year', 'desc')
    .orderBy('ordinal', 'desc')
    .select(['number', 'taxNumber'])
    .executeTakeFirst()
  return found ? { title: found.taxNumber === null ? 'Receipt' : 'Invoice', number: found.number } : null
}
