import type { Invoice } from '#domain/invoices/invoices.server.ts'
import { inLanguage } from '#messages/t.ts'
import { describeInvoice } from './described-invoice.server.ts'
import { writePdf } from './pdf.server.ts'

/** Returns an invoice, credit note or receipt as PDF, in the words that stand on it. */
export function invoicePdf(invoice: Invoice, timeZone: string): Promise<Uint8Array> {
  const { language, title, number, givenAt, givenOn, seller, facts, columns, rate, ...words } =
    describeInvoice(invoice, timeZone)
  const content = {
    brand: invoice.sellerName,
    letterhead: seller.slice(1),
    title,
    reference: [number, givenOn],
    facts,
    columns: [
      { heading: columns.what, width: 6 },
      ...(rate ? [{ heading: columns.tax, width: 1, right: true }] : []),
      { heading: columns.amount, width: 2, right: true },
    ],
    rows: words.lines.map(({ what, more, amount }) => [
      { text: what, below: more, bold: true },
      ...(rate ? [{ text: rate }] : []),
      { text: amount },
    ]),
    sums: words.sums.map(({ name, amount }) => ({ name, value: amount })),
    notes: [words.note, words.references.map(({ name, value }) => `${name} ${value}`).join(', ')],
    foot: `${title} ${number}`,
    madeAt: givenAt,
  }
  return inLanguage(language, () => writePdf(content))
}
