import type { ReactNode } from 'react'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import type { Invoice } from '#domain/invoices/invoices.server.ts'
import { documentTitle } from '#domain/invoices/invoices.rules.ts'
import { LogoMark } from '#app/components/mark.tsx'
import { describeDays } from '#format/weekdays.ts'
import { formatDay } from '#format/days.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize, formatCount } from '#format/text.ts'
import { formatPaymentMethod } from '#format/payment-methods.ts'

type Props = { invoice: Invoice; club: ClubFacts; heading?: 'h1' | 'h2' }

/** An invoice, credit note or receipt on one A4 page. */
export function InvoiceDocument({ invoice, club, heading: Heading = 'h2' }: Props) {
  const { timeZone } = club
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
        <Fact name="To">
          <span className="as-written">
            {[invoice.buyerName, invoice.buyerAddress, invoice.buyerEmail].filter(Boolean).join('\n')}
          </span>
        </Fact>
        <Fact name={invoice.amountCents < 0 ? 'Given back' : 'Paid'}>
          {formatDate(invoice.givenAt, timeZone)}, {formatTime(invoice.givenAt, timeZone)}
          <br />
          {formatPaymentMethod(invoice)}
        </Fact>
        <Fact name="For the month">
          {invoice.monthFrom && invoice.monthUntil ? (
            <>
              {formatDate(invoice.monthFrom, timeZone)} to
              <br />
              {formatDate(invoice.monthUntil, timeZone)}
            </>
          ) : (
            'None: the hour was given away before'
          )}
        </Fact>
      </dl>
      <Lines invoice={invoice} />
      <dl className="receipt-foot">
        {invoice.intentId && <Fact name="Transaction">{invoice.intentId}</Fact>}
        <Fact name="Booking">{invoice.bookingId}</Fact>
        {invoice.ofNumber === null && <Fact name="Renews">Never by itself</Fact>}
      </dl>
      <p className="receipt-note">
        {invoice.ofNumber === null ? 'Nothing is left to pay.' : `This belongs to ${invoice.ofNumber}.`}
        {club.demo && ' Demo club: no card was charged.'}
      </p>
    </article>
  )
}

function Seller({ invoice }: { invoice: Invoice }) {
  const { sellerName, sellerAddress, sellerTelephone, sellerEmail, taxNumber } = invoice
  const lines = [
    sellerName,
    sellerAddress.replaceAll('\n', ', '),
    [sellerTelephone, sellerEmail].filter(Boolean).join(', '),
    taxNumber ? `Tax number ${taxNumber}` : '',
  ]
  return (
    <ul>
      {lines.filter(Boolean).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { amountCents, taxCents, taxPercent, currency } = invoice
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const rate = taxPercent > 0 ? `${taxPercent}%` : null
  const netCents = amountCents - taxCents
  const taxes = [
    { name: 'Without tax', cents: netCents },
    { name: `Tax, ${rate} of ${money(netCents)}`, cents: taxCents },
  ]
  const sums = [...(rate ? taxes : []), { name: amountCents < 0 ? 'Given back' : 'Paid', cents: amountCents }]
  return (
    <table className="receipt-table tabular">
      <thead>
        <tr>
          <th scope="col">For</th>
          {rate && (
            <th scope="col" className="right tax">
              Tax
            </th>
          )}
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {linesOf(invoice).map(({ what, more, cents }) => (
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
        {sums.map(({ name, cents }) => (
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

type Line = { what: string; more: string; cents: number }

function linesOf(invoice: Invoice): Line[] {
  const { slotName, trainerName, startHour, weekdays, plan, classes, amountCents, ofNumber, reason } = invoice
  const hour = `${slotName} with ${trainerName}`
  if (ofNumber !== null) {
    const what = amountCents < 0 ? `Refund of ${ofNumber}` : `Refund of ${ofNumber} that did not go through`
    return [{ what, more: `${hour}. ${reason}`, cents: amountCents }]
  }
  const { slotPriceCents, surchargeCents, discountCents, discountReason } = invoice
  const lines = [
    {
      what: hour,
      more: `${formatHourSpan(startHour)}, ${describeDays(weekdays)}, one month${lessonsSummary(invoice)}`,
      cents: slotPriceCents,
    },
    {
      what: capitalize(plan),
      more: `${formatCount(classes, 'class', 'classes')} in the month`,
      cents: surchargeCents,
    },
  ]
  return discountCents === 0
    ? lines
    : [...lines, { what: 'Discount', more: discountReason ?? '', cents: -discountCents }]
}

/** `: 19 hours, from Mon 23 Nov to Mon 21 Dec`; empty for old invoices without lesson dates. */
function lessonsSummary({ lessonCount, firstLessonOn, lastLessonOn }: Invoice): string {
  if (firstLessonOn === null || lastLessonOn === null) return ''
  return `: ${formatCount(lessonCount, 'hour', 'hours')}, from ${formatDay(firstLessonOn)} to ${formatDay(lastLessonOn)}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="anywhere">{children}</dd>
    </div>
  )
}
