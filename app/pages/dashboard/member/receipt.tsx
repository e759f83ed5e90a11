import { Link } from 'react-router'
import { listOwnInvoices } from '#domain/invoices/invoices.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { pageMeta } from '#app/frame/titles.ts'
import { texts } from '#words/texts.ts'
import { PaperBar } from '#app/pages/dashboard/paper-bar.tsx'
import { Sheet, titleOf } from '#app/pages/dashboard/sheet.tsx'
import type { Route } from './+types/receipt.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.invoices[0] ? titleOf(loaderData.invoices[0]) : 'Receipt')

export const loader = load(async ({ actor, params, page: { club } }: Route.LoaderArgs & Caller) => ({
  invoices: await listOwnInvoices(actor, params.id),
  club,
}))

/** What was paid for a booking, and below it what went back. */
export default function Receipt({ loaderData: { invoices, club } }: Route.ComponentProps) {
  return (
    <>
      <SkipLink />
      <PaperBar to="/dashboard/activityLog" name={texts.activityLog.heading}>
        {invoices[0]?.monthFrom && (
          <Link className="show" to={`/dashboard/hour/${invoices[0].bookingId}`}>
            Your dates
          </Link>
        )}
      </PaperBar>
      <main className="receipt-desk" id="content" tabIndex={-1}>
        {invoices.map((invoice, index) => (
          <Sheet key={invoice.id} invoice={invoice} club={club} heading={index === 0 ? 'h1' : 'h2'} />
        ))}
      </main>
    </>
  )
}
