import { Download } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table, type Column } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { readCardPayout, type CardPayoutLine } from '#domain/ledger/card-payouts.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/card-payout.ts'

const title = () => t('cardPayout.cardPayout')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title())

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
          {t('cardPayout.cardPayouts')}
        </Link>
      </p>
      <div className="head-row">
        <div>
          <h1>{formatMoneyWithCents(amountCents, currency)}</h1>
          <p className="subtitle">
            {t('cardPayout.atTheBankOn', { arrivesOn: formatDay(payout.arrivesOn) })}
            {reference && t('cardPayout.reference', { reference })}.
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
      <section className="panel" aria-label={title()}>
        {items.length === 0 ? (
          <EmptyState heading={t('cardPayout.itsLinesAreNot')}>
            {t('cardPayout.theCardProcessorLists')}
          </EmptyState>
        ) : (
          <Table
            caption={t('cardPayout.linesOfThisPayout')}
            rows={items}
            keyOf={({ lineId }) => lineId}
            columns={columnsOf(timeZone)}
            foot={
              <tr>
                <td colSpan={5} data-place="name">
                  {t('cardPayout.total')}
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
    name: t('cardPayout.date'),
    place: 'under',
    look: 'muted',
    cell: ({ happenedAt }) => <span className="no-wrap">{formatDate(happenedAt, timeZone)}</span>,
  },
  {
    name: t('cardPayout.member'),
    place: 'name',
    look: 'first',
    cell: ({ buyerName, kind }) =>
      buyerName ?? (kind === 'fee' ? t('cardPayout.cardProcessor') : t('cardPayout.notOfThisClub')),
  },
  {
    name: t('cardPayout.for'),
    place: 'says',
    cell: ({ kind, invoice }) => [capitalize(kind), invoice].filter(Boolean).join(', '),
  },
  {
    name: t('cardPayout.amount'),
    place: 'wide',
    look: 'right',
    cell: ({ grossCents, currency }) => formatMoneyWithCents(grossCents, currency),
  },
  {
    name: t('cardPayout.fee'),
    place: 'wide',
    look: 'right muted',
    cell: ({ feeCents, currency }) => formatMoneyWithCents(-feeCents, currency),
  },
  {
    name: t('cardPayout.net'),
    place: 'number',
    look: 'right strong',
    cell: ({ netCents, currency }) => formatMoneyWithCents(netCents, currency),
  },
]
