import { Link } from 'react-router'
import type { OwedTrainers } from '#domain/ledger/payouts.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'

type Props = { owed: OwedTrainers; page: number; addressOf: (parameter: string, id: string) => string }

/** Trainers with an owed amount, highest first. */
export function Payouts({ owed, page, addressOf }: Props) {
  return (
    <section className="panel">
      <header>
        <h2>Payouts to trainers</h2>
        <span className="note">
          {owed.total > 0
            ? `${formatMoney(owed.totalCents)} is owed to ${formatCount(owed.total, 'trainer', 'trainers')}`
            : 'nothing is owed'}
          {owed.overpaidCents > 0 && `; others are overpaid by ${formatMoney(owed.overpaidCents)}`}
        </span>
      </header>
      {owed.total === 0 ? (
        <p className="text-small">All trainers have been paid. Sold hours will show up here.</p>
      ) : (
        <Table
          caption="Trainers who are owed"
          tall
          rows={owed.items}
          keyOf={({ trainerId }) => trainerId}
          columns={[
            {
              name: 'Trainer',
              place: 'name',
              look: 'strong',
              cell: ({ trainerId, name, portrait }) => (
                <PersonCell portrait={portrait}>
                  <Link to={`/dashboard/statement/${trainerId}`}>{name}</Link>
                </PersonCell>
              ),
            },
            {
              name: 'Sold',
              place: 'says',
              labelled: true,
              look: 'right',
              cell: ({ soldCents }) => formatMoney(soldCents),
            },
            {
              name: 'Paid out',
              place: 'adds',
              labelled: true,
              look: 'right',
              cell: ({ paidOutCents }) => formatMoney(paidOutCents),
            },
            {
              name: 'Owed',
              place: 'number',
              look: 'right strong',
              cell: ({ owedCents }) => formatMoney(owedCents),
            },
            {
              name: 'Action',
              place: 'act',
              look: 'right',
              cell: ({ trainerId, name }) => (
                <LinkButton small to={addressOf('payout', trainerId)} preventScrollReset>
                  Pay out<span className="visually-hidden"> to {name}</span>
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
        of="payouts"
      />
    </section>
  )
}
