import type { ReactNode } from 'react'
import { LogoMark } from '#app/components/mark.tsx'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
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
import { t } from '#messages/t.ts'

type Props = { invoice: Invoice; club: ClubFacts; heading?: 'h1' | 'h2' }

/** An invoice, credit note or receipt on one A4 page. */
export function InvoiceDocument({ invoice, club, heading: Heading = 'h2' }: Props) {
  const { timeZone } = club
  const movement = movementOf(invoice)
  return (
    <article className="receipt">
      <header>
        <span className="brand">
          <LogoMark />
          {club.name}
        </span>
        <Seller invoice={invoice} />
      </header>
      <div className="receipt-title">
        <Heading className="display">{documentTitle(invoice)}</Heading>
        <p className="receipt-number tabular">
          {invoice.number}
          <br />
          {formatDate(invoice.givenAt, timeZone)}
        </p>
      </div>
      <dl className="receipt-facts">
        <Fact name={t('invoiceDocument.buyer')}>
          <span className="as-written">
            {[invoice.buyerName, invoice.buyerAddress, invoice.buyerEmail].filter(Boolean).join('\n')}
          </span>
        </Fact>
        {invoice.forName !== null && <Fact name={t('invoiceDocument.takesPart')}>{invoice.forName}</Fact>}
        <Fact name={movement.name}>
          {formatDate(movement.at, timeZone)}, {formatTime(movement.at, timeZone)}
          <br />
          {formatPaymentMethod(invoice)}
        </Fact>
        {invoice.title === null && (
          <Fact name={t('invoiceDocument.forTheMonth')}>
            {invoice.monthFrom && invoice.monthUntil ? (
              <>
                {t('invoiceDocument.to', { monthFrom: formatDate(invoice.monthFrom, timeZone) })}
                <br />
                {formatDate(invoice.monthUntil, timeZone)}
              </>
            ) : (
              t('invoiceDocument.noneTheHourWas')
            )}
          </Fact>
        )}
      </dl>
      <Lines invoice={invoice} />
      <dl className="receipt-foot">
        {invoice.intentId && <Fact name={t('invoiceDocument.transaction')}>{invoice.intentId}</Fact>}
        <Fact name={invoice.title === null ? t('invoiceDocument.booking') : t('invoiceDocument.order')}>
          {invoice.bookingId}
        </Fact>
        {invoice.ofNumber === null && (
          <Fact name={t('invoiceDocument.renews')}>
            {invoice.renews ? t('invoiceDocument.untilCancelled') : t('invoiceDocument.neverByItself')}
          </Fact>
        )}
      </dl>
      <p className="receipt-note">
        {relationNote(invoice)}
        {invoice.replacedBy &&
          t('invoiceDocument.itWasCorrectedReplaces', { replacedBy: invoice.replacedBy })}
        {club.demo && t('invoiceDocument.demoClubNoCard')}
      </p>
    </article>
  )
}

function Seller({ invoice }: { invoice: Invoice }) {
  return (
    <ul>
      {sellerLines(invoice).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const money = (cents: number) => formatMoneyWithCents(cents, invoice.currency)
  const rate = taxRate(invoice)
  return (
    <table className="receipt-table tabular">
      <thead>
        <tr>
          <th scope="col">{t('invoiceDocument.for')}</th>
          {rate && (
            <th scope="col" className="right tax">
              {t('invoiceDocument.tax')}
            </th>
          )}
          <th scope="col" className="right">
            {t('invoiceDocument.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoiceLines(invoice).map(({ what, more, cents }) => (
          <tr key={what}>
            <td>
              <b>{what}</b>
              <span>{more}</span>
            </td>
            {rate && <td className="right tax">{rate}</td>}
            <td className="right">{money(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {invoiceSums(invoice).map(({ name, cents }) => (
          <tr key={name}>
            <td>{name}</td>
            {rate && <td className="tax" />}
            <td className="right">{money(cents)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="anywhere">{children}</dd>
    </div>
  )
}
