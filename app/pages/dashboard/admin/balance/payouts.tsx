import type { TrainerStanding } from '../../../../../domain/payments/payouts.server.ts'
import { LinkButton } from '../../../../components/button.tsx'
import { Table } from '../../../../components/table.tsx'
import { formatMoney } from '../../../../format.ts'

const shown = 20

/** The trainers whom the club owes, most first, each with the way to pay them. */
export function Payouts({ owed }: { owed: TrainerStanding[] }) {
  const sum = owed.reduce((cents, { owedCents }) => cents + owedCents, 0)
  return (
    <section className="panel">
      <header>
        <h2>Payouts to trainers</h2>
        <span className="note">{sum > 0 ? `${formatMoney(sum)} is owed` : 'nothing is owed'}</span>
      </header>
      {owed.length === 0 ? (
        <p className="text-small">Every trainer has what they earned. Sold hours will show up here.</p>
      ) : (
        <Table
          caption="Trainers who are owed"
          tall
          rows={owed.slice(0, shown)}
          keyOf={({ trainerId }) => trainerId}
          columns={[
            { name: 'Trainer', look: 'strong', cell: ({ name }) => name },
            { name: 'Sold', look: 'right', cell: ({ soldCents }) => formatMoney(soldCents) },
            { name: 'Paid out', look: 'right', cell: ({ paidOutCents }) => formatMoney(paidOutCents) },
            { name: 'Owed', look: 'right strong', cell: ({ owedCents }) => formatMoney(owedCents) },
            {
              name: 'Action',
              look: 'right',
              cell: ({ trainerId, name }) => (
                <LinkButton small to={`?payout=${trainerId}`} preventScrollReset>
                  Pay out<span className="visually-hidden"> to {name}</span>
                </LinkButton>
              ),
            },
          ]}
        />
      )}
      {owed.length > shown && (
        <p className="note above-3">The {shown} who are owed most. The others follow once these are paid.</p>
      )}
    </section>
  )
}
