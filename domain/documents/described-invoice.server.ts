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
import { languageOf, type Language } from '#messages/languages.ts'
import { inLanguage, t } from '#messages/t.ts'

/** An invoice, credit note or receipt in the words that stand on it. */
export type DescribedInvoice = ReturnType<typeof describeInOwnWords>

/**
 * Returns the words of an invoice from what was frozen with it, in the language of its issuing: a document that was
 * given says the same on every screen and in every file, for every reader.
 */
export function describeInvoice(invoice: Invoice, timeZone: string): DescribedInvoice {
  const language = languageOf(invoice.language ?? 'en') ?? 'en'
  return inLanguage(language, () => describeInOwnWords(invoice, language, timeZone))
}

function describeInOwnWords(issued: Invoice, language: Language, timeZone: string) {
  const invoice = { ...issued, reason: formatReason(issued.reason) }
  const { givenAt, intentId, bookingId, currency } = invoice
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const movement = movementOf(invoice)
  return {
    id: invoice.id,
    language,
    title: documentTitle(invoice),
    number: invoice.number,
    givenAt,
    givenOn: formatDate(givenAt, timeZone),
    seller: sellerLines(invoice),
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
    columns: { what: t('table.for'), tax: t('table.tax'), amount: t('table.amount') },
    /** Null without tax. */
    rate: taxRate(invoice),
    lines: invoiceLines(invoice).map(({ what, more, cents }) => ({ what, more, amount: money(cents) })),
    sums: invoiceSums(invoice).map(({ name, cents }) => ({ name, amount: money(cents) })),
    references: [
      ...(intentId === null ? [] : [{ name: t('invoiceDocument.transaction'), value: intentId }]),
      {
        name: invoice.title === null ? t('invoiceDocument.booking') : t('invoiceDocument.order'),
        value: bookingId,
      },
    ],
    /** Null on a credit note. */
    renewal:
      invoice.ofNumber === null
        ? {
            name: t('invoiceDocument.renews'),
            value: invoice.renews ? t('invoiceDocument.untilCancelled') : t('invoiceDocument.neverByItself'),
          }
        : null,
    note: relationNote(invoice),
  }
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
