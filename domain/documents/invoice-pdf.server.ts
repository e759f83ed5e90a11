import {
  invoiceLines,
  invoiceSums,
  movementOf,
  relationNote,
  sellerLines,
  taxRate,
} from '#domain/invoices/invoice-lines.rules.ts'
import { documentTitle } from '#domain/invoices/invoices.rules.ts'
import type { Invoice } from '#domain/invoices/invoices.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatPaymentMethod } from '#format/payment-methods.ts'
import { formatReason } from '#format/stored-message.ts'
import { languageOf } from '#messages/languages.ts'
import { inLanguage, t } from '#messages/t.ts'
import { writePdf } from './pdf.server.ts'

/** Returns an invoice, credit note or receipt as PDF, from what was frozen with it, in the language of its issuing. */
export const invoicePdf = (invoice: Invoice, timeZone: string): Promise<Uint8Array> =>
  inLanguage(languageOf(invoice.language ?? 'en') ?? 'en', () =>
    writeInvoice({ ...invoice, reason: formatReason(invoice.reason) }, timeZone),
  )

function writeInvoice(invoice: Invoice, timeZone: string): Promise<Uint8Array> {
  const money = (cents: number) => formatMoneyWithCents(cents, invoice.currency)
  const rate = taxRate(invoice)
  const title = documentTitle(invoice)
  const { givenAt } = invoice
  const movement = movementOf(invoice)
  return writePdf({
    brand: invoice.sellerName,
    letterhead: sellerLines(invoice).slice(1),
    title,
    reference: [invoice.number, formatDate(givenAt, timeZone)],
    facts: [
      {
        name: t('invoiceDocument.buyer'),
        lines: [invoice.buyerName, invoice.buyerAddress, invoice.buyerEmail].filter(Boolean),
      },
      ...(invoice.forName === null
        ? []
        : [{ name: t('invoiceDocument.takesPart'), lines: [invoice.forName] }]),
      {
        name: movement.name,
        lines: [
          `${formatDate(movement.at, timeZone)}, ${formatTime(movement.at, timeZone)}`,
          formatPaymentMethod(invoice),
        ],
      },
      ...monthFacts(invoice, timeZone),
    ],
    columns: [
      { heading: t('table.for'), width: 6 },
      ...(rate ? [{ heading: t('table.tax'), width: 1, right: true }] : []),
      { heading: t('table.amount'), width: 2, right: true },
    ],
    rows: invoiceLines(invoice).map(({ what, more, cents }) => [
      { text: what, below: more, bold: true },
      ...(rate ? [{ text: rate }] : []),
      { text: money(cents) },
    ]),
    sums: invoiceSums(invoice).map(({ name, cents }) => ({ name, value: money(cents) })),
    notes: [
      relationNote(invoice),
      [
        invoice.intentId && `${t('invoiceDocument.transaction')} ${invoice.intentId}`,
        `${invoice.title === null ? t('invoiceDocument.booking') : t('invoiceDocument.order')} ${invoice.bookingId}`,
      ]
        .filter(Boolean)
        .join(', '),
    ],
    foot: `${title} ${invoice.number}`,
    madeAt: givenAt,
  })
}

/** The month of an hour. */
function monthFacts(invoice: Invoice, timeZone: string) {
  if (invoice.title !== null) return []
  const { monthFrom, monthUntil } = invoice
  const lines =
    monthFrom && monthUntil
      ? [
          t('invoiceDocument.to', { monthFrom: formatDate(monthFrom, timeZone) }),
          formatDate(monthUntil, timeZone),
        ]
      : [t('invoiceDocument.noneTheHourWas')]
  return [{ name: t('invoiceDocument.forTheMonth'), lines }]
}
