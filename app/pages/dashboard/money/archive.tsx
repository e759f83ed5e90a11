import { Download } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { readMonthArchive } from '#domain/exports/month-archive.server.ts'
import { listLedgerMonths } from '#domain/ledger/ledger-months.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatFullDay, formatMonth } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/archive.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('archive.archive'))

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
    { name: t('archive.balanceBefore'), value: money(sums.balanceBeforeCents) },
    { name: t('archive.cameIn'), value: money(sums.paidCents) },
    { name: t('archive.wentBack'), value: money(-sums.refundedCents) },
    { name: t('archive.paidOut'), value: money(-sums.paidOutCents) },
    { name: t('archive.disputesAndFees'), value: money(sums.disputedCents + sums.feeCents) },
    { name: t('archive.balanceAfter'), value: money(sums.balanceAfterCents) },
  ]
  return (
    <>
      <BackLink to="/dashboard/balance">{texts.balance.heading}</BackLink>
      <div className="head-row">
        <div>
          <h1>{formatMonth(month)}</h1>
          <p className="subtitle">{t('archive.everythingOfTheMonth')}</p>
        </div>
        {isOver && openDay === null && (
          <LinkButton variant="primary" to={`/dashboard/archive/${month}.zip`} reloadDocument>
            <Icon of={Download} smaller />
            {t('archive.saveAsZip')}
          </LinkButton>
        )}
      </div>
      {!isOver && <p className="above-5">{t('archive.theMonthGoesOn')}</p>}
      {openDay !== null && (
        <p className="above-5">
          {t('archive.theDeskIsOpen')}
          <Link to={`/dashboard/cashDay?day=${openDay}`}>
            {t('archive.closeFirst', { openDay: formatFullDay(openDay) })}
          </Link>
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
          <h2>{t('archive.inTheFile')}</h2>
          <span className="note">
            {madeAt
              ? t('archive.firstSavedOn', { madeAt: formatDate(madeAt, timeZone) })
              : t('archive.notSavedYet')}
          </span>
        </header>
        <ul className="todo">
          <FilePart name={t('archive.invoicesAndCreditNotes')} what={t('archive.pdfOneEachNamed')}>
            {t('archive.documentOfItTax', {
              invoices: sums.invoices,
              money: money(sums.invoicedCents),
              money2: money(sums.invoicedTaxCents),
            })}
          </FilePart>
          <FilePart name={t('archive.journal')} what={t('archive.csvDayDocumentAccount')} />
          <FilePart name={t('archive.deskAndCashDays')} what={t('archive.csvEveryEntryCount')} />
          <FilePart name={t('archive.trainersStatements')} what={t('archive.pdfWithTheirShares')} />
          <FilePart name={t('archive.sums')} what={t('archive.csvTheFiguresAbove')} />
        </ul>
        <p className="note">{t('archive.savedAgainTheFile')}</p>
      </section>
      <section className="panel">
        <header>
          <h2>{t('archive.otherMonths')}</h2>
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
