import { Link } from 'react-router'
import { LogoMark } from '#app/components/mark.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { PrintBar } from '#app/pages/dashboard/layout/print-bar.tsx'
import { texts } from '#copy/texts.ts'
import { requirePerson } from '#domain/actor.ts'
import { statementLineTitle } from '#domain/ledger/statement-lines.rules.ts'
import { readStatement } from '#domain/ledger/statement.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMonth } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/statement.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('statement.statement'))

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    statement: await readStatement(actor, params.id, new URL(request.url).searchParams.get('month')),
    club,
    isOffice: can(requirePerson(actor), 'balance.read'),
  }),
)

type StatementData = Pick<Route.ComponentProps['loaderData'], 'statement' | 'club'>

/** Printable statement: a month of a trainer's sales, refunds, payouts and covers. */
export default function Statement({ loaderData: { statement, club, isOffice } }: Route.ComponentProps) {
  const { trainerName, taxNumber, number, month, before, after } = statement
  const back = isOffice
    ? { to: '/dashboard/balance', name: texts.balance.heading }
    : { to: '/dashboard', name: t('navigation.dashboard') }
  return (
    <>
      <SkipLink />
      <PrintBar {...back}>
        <nav aria-label={t('statement.statements')}>
          {before && <MonthLink month={before} />}
          {after && <MonthLink month={after} />}
          {statementFiles().map(({ file, name }) => (
            <a
              key={file}
              className="row-link"
              href={`/dashboard/files/${file}?trainer=${statement.trainerId}&month=${month}`}
            >
              {name}
            </a>
          ))}
        </nav>
      </PrintBar>
      <main className="receipt-desk" id="content" tabIndex={-1}>
        <article className="receipt statement">
          <header>
            <span className="brand">
              <LogoMark />
              {club.name}
            </span>
            <ul>
              <li>{club.company || club.name}</li>
              <li>{club.address.replaceAll('\n', ', ')}</li>
            </ul>
          </header>
          <div className="receipt-title">
            <h1 className="display">{t('statement.statement')}</h1>
            <p className="receipt-number as-written">
              {[trainerName, taxNumber && t('statement.taxNumber', { taxNumber }), number, formatMonth(month)]
                .filter(Boolean)
                .join('\n')}
            </p>
          </div>
          <StatementTable statement={statement} club={club} />
          <p className="receipt-note">{t('statement.issuedByTheClub')}</p>
        </article>
      </main>
    </>
  )
}

const statementFiles = () => [
  { file: 'statement.xlsx', name: t('statement.saveAsExcel') },
  { file: 'statement.csv', name: t('statement.saveAsCsv') },
]

const MonthLink = ({ month }: { month: string }) => (
  <Link className="row-link" to={`?month=${month}`}>
    {formatMonth(month)}
  </Link>
)

function StatementTable({ statement, club }: StatementData) {
  const { lines, startCents, endCents, payableCents, currency, after } = statement
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  return (
    <table className="receipt-table tabular">
      <thead>
        <tr className="print-only">
          <td colSpan={3}>
            {statement.trainerName}, {formatMonth(statement.month)}
          </td>
        </tr>
        <tr>
          <th scope="col">{t('statement.what')}</th>
          <th scope="col" className="right">
            {t('statement.amount')}
          </th>
          <th scope="col" className="right">
            {t('statement.trainersShare')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td colSpan={2}>
            <b>{t('statement.owedBefore')}</b>
          </td>
          <td className="right">{money(startCents)}</td>
        </tr>
        {lines.map((line) => (
          <tr key={`${line.entryId} ${line.enteredAt.toISOString()}`}>
            <td>
              <b>{statementLineTitle(line)}</b>
              <span>
                {[formatDate(line.enteredAt, club.timeZone), line.plan && capitalize(line.plan), line.note]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </td>
            <td className="right">{money(line.cents)}</td>
            <td className="right">
              {money(line.partCents)}
              {line.sharePercent !== null && <span>{line.sharePercent}%</span>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            {t('statement.overpaidNow', {
              end: endCents < 0 ? 'yes' : 'no',
              after: after === null ? 'yes' : 'no',
            })}
          </td>
          <td className="right">{money(Math.abs(endCents))}</td>
        </tr>
        {payableCents !== null && payableCents < endCents && (
          <tr>
            <td colSpan={2}>{t('statement.toBePaidOut')}</td>
            <td className="right">{money(Math.max(0, payableCents))}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}
