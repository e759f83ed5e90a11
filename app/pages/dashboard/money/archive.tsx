import { Download } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { readMonthArchive } from '#domain/exports/month-archive.server.ts'
import { listLedgerMonths } from '#domain/ledger/ledger-months.server.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { formatDate } from '#format/date-time.ts'
import { formatFullDay, formatMonth } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/archive.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Archive')

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const months = await listLedgerMonths(actor)
    // the last month that is over, or the current one of a new club
    const month = new URL(request.url).searchParams.get('month') ?? months[1] ?? months[0] ?? ''
    const archive = await readMonthArchive(actor, month)
    return { archive, months, currency: club.currency, timeZone: club.timeZone }
  },
)

/** Everything of a month for the accountant, as one file. */
export default function Archive({
  loaderData: { archive, months, currency, timeZone },
}: Route.ComponentProps) {
  const { month, isOver, openDay, madeAt, sums } = archive
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const figures = [
    { name: 'Balance before', value: money(sums.balanceBeforeCents) },
    { name: 'Came in', value: money(sums.paidCents) },
    { name: 'Went back', value: money(-sums.refundedCents) },
    { name: 'Paid out', value: money(-sums.paidOutCents) },
    { name: 'Disputes and fees', value: money(sums.disputedCents + sums.feeCents) },
    { name: 'Balance after', value: money(sums.balanceAfterCents) },
  ]
  return (
    <>
      <BackLink to="/dashboard/balance">{texts.balance.heading}</BackLink>
      <div className="head-row">
        <div>
          <h1>{formatMonth(month)}</h1>
          <p className="subtitle">Everything of the month for the accountant, as one file.</p>
        </div>
        {isOver && openDay === null && (
          <LinkButton variant="primary" to={`/dashboard/archive/${month}.zip`} reloadDocument>
            <Icon of={Download} smaller />
            Save as ZIP
          </LinkButton>
        )}
      </div>
      {!isOver && <p className="above-5">The month goes on. It can be saved once it is over.</p>}
      {openDay !== null && (
        <p className="above-5">
          The desk is open.{' '}
          <Link to={`/dashboard/cashDay?day=${openDay}`}>Close {formatFullDay(openDay)} first</Link>
        </p>
      )}
      <dl className="desk-sums above-5">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="panel">
        <header>
          <h2>In the file</h2>
          <span className="note">
            {madeAt ? `first saved on ${formatDate(madeAt, timeZone)}` : 'not saved yet'}
          </span>
        </header>
        <ul className="todo">
          <FilePart
            name="Invoices and credit notes"
            what="PDF, one each, named by their number, and one list"
          >
            {formatCount(sums.invoices, 'document', 'documents')}, {money(sums.invoicedCents)},{' '}
            {money(sums.invoicedTaxCents)} of it tax
          </FilePart>
          <FilePart name="Journal" what="CSV: day, document, account, tax code, net, tax, gross" />
          <FilePart
            name="Desk and cash days"
            what="CSV: every entry; count, difference and reason of each day"
          />
          <FilePart name="Trainers’ statements" what="PDF, with their shares" />
          <FilePart name="Sums" what="CSV: the figures above" />
        </ul>
        <p className="note">Saved again, the file is the same, unless somebody in it was erased.</p>
      </section>
      <section className="panel">
        <header>
          <h2>Other months</h2>
        </header>
        <ul className="todo">
          {months
            .filter((each) => each !== month)
            .map((each) => (
              <li key={each}>
                <Link to={`?month=${each}`}>{formatMonth(each)}</Link>
              </li>
            ))}
        </ul>
      </section>
    </>
  )
}

function FilePart({ name, what, children }: { name: string; what: string; children?: ReactNode }) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <p>{what}</p>
      </div>
      <span className="push-end tabular">{children}</span>
    </li>
  )
}
