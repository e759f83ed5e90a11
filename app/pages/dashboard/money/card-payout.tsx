import { Download } from 'lucide'
import { Link } from 'react-router'
import { readCardPayout, type CardPayoutLine } from '#domain/ledger/card-payouts.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table, type Column } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import type { Route } from './+types/card-payout.ts'

const title = 'Card payout'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title)

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    payout: await readCardPayout(actor, params.id),
    timeZone: club.timeZone,
  }),
)

/** The lines of one transfer to the bank. */
export default function CardPayoutPage({ loaderData: { payout, timeZone } }: Route.ComponentProps) {
  const { payoutId, items, amountCents, currency, reference } = payout
  const file = (ending: string) => `/dashboard/files/cardpayout${ending}?payout=${payoutId}`
  return (
    <>
      <p>
        <Link className="text-button" to="/dashboard/cardPayouts">
          Card payouts
        </Link>
      </p>
      <div className="head-row">
        <div>
          <h1>{formatMoneyWithCents(amountCents, currency)}</h1>
          <p className="subtitle">
            At the bank on {formatDay(payout.arrivesOn)}
            {reference && `, reference ${reference}`}.
          </p>
        </div>
        <div className="button-row">
          {['.xlsx', '.csv'].map((ending) => (
            <LinkButton key={ending} to={file(ending)} small reloadDocument>
              <Icon of={Download} smaller />
              {ending === '.csv' ? 'CSV' : 'Excel'}
            </LinkButton>
          ))}
        </div>
      </div>
      <section className="panel" aria-label={title}>
        {items.length === 0 ? (
          <EmptyState heading="Its lines are not known yet">
            The card processor lists them within a day. It lists none for a payout made by hand.
          </EmptyState>
        ) : (
          <Table
            caption="Lines of this payout"
            rows={items}
            keyOf={({ lineId }) => lineId}
            columns={columnsOf(timeZone)}
            foot={
              <tr>
                <td colSpan={5} data-place="name">
                  Total
                </td>
                <td data-place="number" className="right">
                  {formatMoneyWithCents(
                    items.reduce((sum, { netCents }) => sum + netCents, 0),
                    currency,
                  )}
                </td>
              </tr>
            }
          />
        )}
      </section>
    </>
  )
}

const columnsOf = (timeZone: string): Column<CardPayoutLine>[] => [
  {
    name: 'Date',
    place: 'under',
    look: 'muted',
    cell: ({ happenedAt }) => <span className="no-wrap">{formatDate(happenedAt, timeZone)}</span>,
  },
  {
    name: 'Member',
    place: 'name',
    look: 'first',
    cell: ({ buyerName, kind }) => buyerName ?? (kind === 'fee' ? 'Card processor' : 'Not of this club'),
  },
  {
    name: 'For',
    place: 'says',
    cell: ({ kind, invoice }) => [capitalize(kind), invoice].filter(Boolean).join(', '),
  },
  {
    name: 'Amount',
    place: 'wide',
    look: 'right',
    cell: ({ grossCents, currency }) => formatMoneyWithCents(grossCents, currency),
  },
  {
    name: 'Fee',
    place: 'wide',
    look: 'right muted',
    cell: ({ feeCents, currency }) => formatMoneyWithCents(-feeCents, currency),
  },
  {
    name: 'Net',
    place: 'number',
    look: 'right strong',
    cell: ({ netCents, currency }) => formatMoneyWithCents(netCents, currency),
  },
]
