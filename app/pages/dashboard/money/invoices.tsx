import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { PrintBar } from '#app/pages/dashboard/layout/print-bar.tsx'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { describeInvoice } from '#domain/documents/described-invoice.server.ts'
import { listInvoices, maxInvoicesPerPage } from '#domain/invoices/invoices.server.ts'
import { formatIsoDay } from '#format/date-time.ts'
import { formatMonth, addMonths } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/invoices.ts'
import { InvoiceDocument } from './invoice-document.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('invoices.invoices'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const month = new URL(request.url).searchParams.get('month')
    const { items, ...listed } = await listInvoices(actor, { month, ...pageRange(page, maxInvoicesPerPage) })
    const isOver = listed.month < formatIsoDay(new Date(), club.timeZone).slice(0, 7)
    const documents = items.map((each) => ({
      invoice: describeInvoice(each, club.timeZone),
      replacedBy: each.replacedBy,
    }))
    return { documents, ...listed, isOver, page, most: maxInvoicesPerPage, club }
  },
)

/** All invoices of a month, one printed page each. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { documents, month, isOver, total, page, most, club } = loaderData
  const [before, after] = [addMonths(month, -1), addMonths(month)]
  return (
    <>
      <SkipLink />
      <PrintBar to="/dashboard/balance" name={texts.balance.heading}>
        <nav aria-label={t('invoices.months')}>
          <Link className="text-button" to={`?month=${before}`}>
            {formatMonth(before)}
          </Link>
          {isOver && (
            <Link className="text-button" to={`?month=${after}`}>
              {formatMonth(after)}
            </Link>
          )}
        </nav>
      </PrintBar>
      <main className="receipt-desk" id="content" tabIndex={-1}>
        <div className="receipt-head no-print">
          <h1 className="display h-section">{t('invoices.invoicesOf', { month: formatMonth(month) })}</h1>
          <p className="subtitle above-3">{t('invoices.pageToSaveThem', { total })}</p>
          <ListPagination
            page={page}
            total={total}
            rows={most}
            keepParameters={['month']}
            of={t('pages.invoices')}
          />
        </div>
        {documents.map((document) => (
          <InvoiceDocument key={document.invoice.id} {...document} club={club} />
        ))}
        {total === 0 && (
          <EmptyState heading={t('invoices.noPayments')}>{t('invoices.noMoneyCameIn')}</EmptyState>
        )}
      </main>
    </>
  )
}
