import type { ReactNode } from 'react'
import { LogoMark } from '#app/components/mark.tsx'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import type { DescribedInvoice } from '#domain/documents/described-invoice.server.ts'
import { t } from '#messages/t.ts'

type Props = {
  invoice: DescribedInvoice
  /** Number of the document that replaces it. */
  replacedBy: string | null
  club: ClubFacts
  heading?: 'h1' | 'h2'
}

/** An invoice, credit note or receipt on one A4 page, in the language of its issuing. */
export function InvoiceDocument({ invoice, replacedBy, club, heading: Heading = 'h2' }: Props) {
  const { language, title, number, givenOn, seller, facts, references, renewal, note } = invoice
  return (
    <article className="receipt" lang={language}>
      <header>
        <span className="brand">
          <LogoMark />
          {club.name}
        </span>
        <ul>
          {seller.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </header>
      <div className="receipt-title">
        <Heading className="display">{title}</Heading>
        <p className="receipt-number tabular">
          {number}
          <br />
          {givenOn}
        </p>
      </div>
      <dl className="receipt-facts">
        {facts.map(({ name, lines }) => (
          <Fact key={name} name={name}>
            <span className="as-written">{lines.join('\n')}</span>
          </Fact>
        ))}
      </dl>
      <Lines invoice={invoice} />
      <dl className="receipt-foot">
        {[...references, ...(renewal ? [renewal] : [])].map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <p className="receipt-note">
        {note}
        {replacedBy && t('invoiceDocument.itWasCorrectedReplaces', { replacedBy })}
        {club.demo && t('invoiceDocument.demoClubNoCard')}
      </p>
    </article>
  )
}

function Lines({ invoice: { columns, rate, lines, sums } }: { invoice: DescribedInvoice }) {
  return (
    <table className="receipt-table tabular">
      <thead>
        <tr>
          <th scope="col">{columns.what}</th>
          {rate && (
            <th scope="col" className="right tax">
              {columns.tax}
            </th>
          )}
          <th scope="col" className="right">
            {columns.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ what, more, amount }) => (
          <tr key={what}>
            <td>
              <b>{what}</b>
              <span>{more}</span>
            </td>
            {rate && <td className="right tax">{rate}</td>}
            <td className="right">{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(({ name, amount }) => (
          <tr key={name}>
            <td>{name}</td>
            {rate && <td className="tax" />}
            <td className="right">{amount}</td>
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
