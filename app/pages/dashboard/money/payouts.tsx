import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import type { OwedTrainers } from '#domain/ledger/payouts.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Props = { owed: OwedTrainers; page: number; addressOf: (parameter: string, id: string) => string }

/** Trainers with an owed amount, highest first. */
export function Payouts({ owed, page, addressOf }: Props) {
  return (
    <section className="panel">
      <header>
        <h2>{t('payouts.payoutsToTrainers')}</h2>
        <span className="note">
          {owed.total > 0
            ? t('payouts.isOwedToTrainer', { total: formatMoney(owed.totalCents), total2: owed.total })
            : t('payouts.nothingIsOwed')}
          {owed.overpaidCents > 0 &&
            t('payouts.othersAreOverpaidBy', { overpaid: formatMoney(owed.overpaidCents) })}
        </span>
      </header>
      {owed.total === 0 ? (
        <p className="text-small">{t('payouts.allTrainersHaveBeen')}</p>
      ) : (
        <Table
          caption={t('payouts.trainersWhoAreOwed')}
          tall
          rows={owed.items}
          keyOf={({ trainerId }) => trainerId}
          columns={[
            {
              name: t('payouts.trainer'),
              place: 'name',
              look: 'strong',
              cell: ({ trainerId, name, portrait }) => (
                <PersonCell portrait={portrait}>
                  <Link to={`/dashboard/statement/${trainerId}`}>{name}</Link>
                </PersonCell>
              ),
            },
            {
              name: t('payouts.sold'),
              place: 'says',
              labelled: true,
              look: 'right',
              cell: ({ soldCents }) => formatMoney(soldCents),
            },
            {
              name: t('payouts.paidOut'),
              place: 'adds',
              labelled: true,
              look: 'right',
              cell: ({ paidOutCents }) => formatMoney(paidOutCents),
            },
            {
              name: t('payouts.owed'),
              place: 'number',
              look: 'right strong',
              cell: ({ owedCents }) => formatMoney(owedCents),
            },
            {
              name: t('payouts.action'),
              place: 'act',
              look: 'right',
              cell: ({ trainerId, name }) => (
                <LinkButton small to={addressOf('payout', trainerId)} preventScrollReset>
                  {t('payouts.payOut')}
                  <span className="visually-hidden">{t('payouts.to', { name })}</span>
                </LinkButton>
              ),
            },
          ]}
        />
      )}
      <ListPagination
        page={page}
        total={owed.total}
        rows={rowsInShortList}
        parameter="owed"
        keepParameters={['page']}
        of={t('pages.payouts')}
      />
    </section>
  )
}
