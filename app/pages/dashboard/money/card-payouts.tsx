import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table, type Column } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { listCardPayouts, type CardPayout } from '#domain/ledger/card-payouts.server.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/card-payouts.ts'

const title = () => t('cardPayouts.cardPayouts')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  return { page, ...(await listCardPayouts(actor, pageRange(page))) }
})

/** Transfers of the card processor to the bank, to be compared with the bank statement. */
export default function CardPayouts({ loaderData }: Route.ComponentProps) {
  const { items, total, page } = loaderData
  return (
    <>
      <h1>{title()}</h1>
      <p className="subtitle">{t('cardPayouts.whatTheCardProcessor')}</p>
      <section className="panel" aria-label={title()}>
        {total === 0 ? (
          <EmptyState heading={t('cardPayouts.noCardPayoutsYet')}>
            {t('cardPayouts.theFirstTransferTo')}
          </EmptyState>
        ) : (
          <Table caption={title()} rows={items} keyOf={({ payoutId }) => payoutId} columns={columns()} />
        )}
      </section>
      <ListPagination page={page} total={total} />
    </>
  )
}

const columns = (): Column<CardPayout>[] => [
  {
    name: t('cardPayouts.atTheBank'),
    place: 'name',
    look: 'first',
    cell: ({ payoutId, arrivesOn }) => (
      <Link className="row-link" to={`/dashboard/cardPayouts/${payoutId}`}>
        {formatDay(arrivesOn)}
      </Link>
    ),
  },
  { name: t('cardPayouts.reference'), place: 'says', cell: ({ reference }) => reference ?? '' },
  {
    name: t('cardPayouts.lines'),
    place: 'adds',
    look: 'muted',
    cell: ({ lines }) => (lines === null ? t('cardPayouts.notKnownYet') : t('cardPayouts.line', { lines })),
  },
  {
    name: t('cardPayouts.status'),
    place: 'tail',
    cell: ({ status, failure }) => failure ?? capitalize(status.replaceAll('_', ' ')),
  },
  {
    name: t('cardPayouts.amount'),
    place: 'number',
    look: 'right strong',
    cell: ({ amountCents, currency }) => formatMoneyWithCents(amountCents, currency),
  },
]
