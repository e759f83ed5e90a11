import { Link } from 'react-router'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { PrintBar } from '#app/pages/dashboard/layout/print-bar.tsx'
import { texts } from '#copy/texts.ts'
import { describeInvoice } from '#domain/documents/described-invoice.server.ts'
import { listInvoicesOf } from '#domain/invoices/invoices.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/receipt.ts'
import { InvoiceDocument } from './invoice-document.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.documents[0]?.invoice.title ?? t('receipt.receipt'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const invoices = await listInvoicesOf(actor, params.id)
    const [first] = invoices as [(typeof invoices)[number]]
    const { buyerId, buyerName, bookingId } = first
    const wrong = invoices.findLast(
      ({ ofNumber, amountCents, replacedBy }) => ofNumber === null && amountCents > 0 && replacedBy === null,
    )
    const isOwn = actor.kind === 'person' && actor.id === buyerId
    return {
      bookingId,
      documents: invoices.map((each) => ({
        invoice: describeInvoice(each, club.timeZone),
        replacedBy: each.replacedBy,
      })),
      club,
      back: isOwn ? backOf(first.title) : { to: `/dashboard/members/${buyerId}`, name: buyerName },
      correctable: can(actor.kind === 'person' ? actor : null, 'invoices.correct') ? wrong?.id : undefined,
      datesOf: isOwn && first.title === null && first.monthFrom ? bookingId : null,
    }
  },
)

/** The list from which the buyer came: that of purchases, or of hours. */
const backOf = (title: string | null) =>
  title === null
    ? { to: '/dashboard/activityLog', name: texts.activityLog.heading }
    : { to: '/dashboard/purchases', name: t('purchases.heading') }

/** Invoices and credit notes of a booking, for its buyer and the office. */
export default function Receipt({
  loaderData: { bookingId, documents, club, back, correctable, datesOf },
}: Route.ComponentProps) {
  return (
    <>
      <SkipLink />
      <PrintBar {...back}>
        {documents.map(({ invoice: { id, number } }) => (
          <a key={id} className="row-link" href={`/dashboard/receipt/${bookingId}/${id}`}>
            {t('receipt.asPdf', { number })}
          </a>
        ))}
        {correctable && (
          <Link className="row-link" to={`/dashboard/correctInvoice/${correctable}`}>
            {t('receipt.correctNameOrAddress')}
          </Link>
        )}
        {datesOf && (
          <Link className="show" to={`/dashboard/hour/${datesOf}`}>
            {t('receipt.yourDates')}
          </Link>
        )}
      </PrintBar>
      <main className="receipt-desk" id="content" tabIndex={-1}>
        {documents.map((document, index) => (
          <InvoiceDocument
            key={document.invoice.id}
            {...document}
            club={club}
            heading={index === 0 ? 'h1' : 'h2'}
          />
        ))}
      </main>
    </>
  )
}
