import type { DeskDay as Day, DeskEntry } from '#domain/ledger/desk-day.server.ts'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table, type Column } from '#app/components/table.tsx'
import { formatFullDay } from '#format/days.ts'
import { formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'

/** Money of one day at the desk. The cash sum is the change of the drawer since the morning. */
export function DeskDay({ day, today, entries, cents, timeZone }: Day & { timeZone: string }) {
  const isToday = day === today
  return (
    <section className="panel">
      <header>
        <h2>{formatFullDay(day)}</h2>
        <span className="note">{formatCount(entries.length, 'entry', 'entries')}</span>
        <LinkButton small to={`/dashboard/cashDay?day=${day}`}>
          Count the cash
        </LinkButton>
      </header>
      <dl className="desk-sums">
        {(['cash', 'terminal', 'transfer'] as const).map((method) => (
          <div key={method}>
            <dt>{method === 'cash' ? 'Cash in the drawer' : paymentMethodNames[method]}</dt>
            <dd className="tabular">{formatMoney(cents[method], entries[0]?.currency)}</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <EmptyState
          heading="No money moved here"
          headingLevel={3}
          action={isToday && <LinkButton to="/dashboard/members">Find a member</LinkButton>}
        >
          {isToday
            ? 'Hold an hour for someone on their page and take the payment there. It shows up here.'
            : 'No one paid at the desk on this day, and nothing was handed back.'}
        </EmptyState>
      ) : (
        <Table
          caption={`At the desk on ${formatFullDay(day)}`}
          rows={entries}
          keyOf={({ entryId, method }) => `${entryId} ${method}`}
          columns={columnsOf(timeZone)}
        />
      )}
    </section>
  )
}

const columnsOf = (timeZone: string): Column<DeskEntry>[] => [
  { name: 'At', place: 'under', look: 'muted', cell: ({ at }) => formatTime(at, timeZone) },
  { name: 'Who', place: 'name', look: 'strong first', cell: ({ buyerName }) => buyerName },
  {
    name: 'For',
    place: 'says',
    cell: ({ slotName, trainerName }) => [slotName, trainerName].filter(Boolean).join(', '),
  },
  {
    name: 'How',
    place: 'adds',
    cell: ({ kind, method, slip, cents }) => (
      <StatusDot kind={cents < 0 ? 'ring' : 'ink'}>
        {paymentMethodNames[method]}
        {slip && ` ${slip}`}
        {kind === 'correction' && ', corrected'}
        {kind === 'refund' && ', handed back'}
      </StatusDot>
    ),
  },
  { name: 'By', place: 'tail', look: 'muted', cell: ({ takenBy }) => takenBy },
  {
    name: 'Amount',
    place: 'number',
    look: 'right strong',
    cell: ({ cents, currency }) => formatMoney(cents, currency),
  },
  {
    name: 'Action',
    place: 'act',
    look: 'right',
    cell: ({ kind, entryId, buyerName }) =>
      kind === 'correction' ? null : (
        <Link className="row-link" to={`/dashboard/correctEntry/${entryId}`}>
          Correct<span className="visually-hidden"> how {buyerName} paid</span>
        </Link>
      ),
  },
]
