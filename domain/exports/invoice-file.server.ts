import { notFound } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { invoicePdf } from '#domain/documents/invoice-pdf.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { t } from '#messages/t.ts'

/** Returns an invoice of a booking as PDF, with its number. Throws as `listInvoicesOf`, and `not-found` for another id. */
export async function readInvoicePdf(
  actor: Actor,
  bookingId: string,
  invoiceId: string,
): Promise<{ number: string; bytes: Uint8Array }> {
  const invoice = (await listInvoicesOf(actor, bookingId)).find(({ id }) => id === invoiceId)
  if (!invoice) throw notFound(t('refusal.thisReceipt'))
  const { timeZone } = await clubFacts()
  return { number: invoice.number, bytes: await invoicePdf(invoice, timeZone) }
}
