import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table, type Column } from '#app/components/table.tsx'
import type { DeskDay as Day, DeskEntry } from '#domain/ledger/desk-day.server.ts'
import { formatTime } from '#format/date-time.ts'
import { formatFullDay } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'

/** Money of one day at the desk. The cash sum is the change of the drawer since the morning. */
export function DeskDay({ day, today, entries, cents, timeZone }: Day & { timeZone: string }) {
  const isToday = day === today
  return (
    <section className="panel">
      <header>
        <h2>{formatFullDay(day)}</h2>
        <span className="note">{t('deskDay.entry', { count: entries.length })}</span>
        <LinkButton small to={`/dashboard/cashDay?day=${day}`}>
          {t('deskDay.countTheCash')}
        </LinkButton>
      </header>
      <dl className="desk-sums">
        {(['cash', 'terminal', 'transfer'] as const).map((method) => (
          <div key={method}>
            <dt>{method === 'cash' ? t('deskDay.cashInTheDrawer') : paymentMethodNames[method]}</dt>
            <dd className="tabular">{formatMoney(cents[method], entries[0]?.currency)}</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <EmptyState
          heading={t('deskDay.noMoneyMovedHere')}
          headingLevel={3}
          action={isToday && <LinkButton to="/dashboard/members">{t('deskDay.findAMember')}</LinkButton>}
        >
          {isToday ? t('deskDay.holdAnHourFor') : t('deskDay.noOnePaidAt')}
        </EmptyState>
      ) : (
        <Table
          caption={t('deskDay.atTheDeskOn', { day: formatFullDay(day) })}
          rows={entries}
          keyOf={({ entryId, method }) => `${entryId} ${method}`}
          columns={columnsOf(timeZone)}
        />
      )}
    </section>
  )
}

const columnsOf = (timeZone: string): Column<DeskEntry>[] => [
  { name: t('deskDay.at'), place: 'under', look: 'muted', cell: ({ at }) => formatTime(at, timeZone) },
  { name: t('deskDay.who'), place: 'name', look: 'strong first', cell: ({ buyerName }) => buyerName },
  {
    name: t('deskDay.for'),
    place: 'says',
    cell: ({ slotName, trainerName }) => [slotName, trainerName].filter(Boolean).join(', '),
  },
  {
    name: t('deskDay.how'),
    place: 'adds',
    cell: ({ kind, method, slip, cents }) => (
      <StatusDot kind={cents < 0 ? 'ring' : 'ink'}>
        {paymentMethodNames[method]}
        {slip && ` ${slip}`}
        {kind === 'correction' && t('deskDay.corrected')}
        {kind === 'refund' && t('deskDay.handedBack')}
      </StatusDot>
    ),
  },
  { name: t('deskDay.by'), place: 'tail', look: 'muted', cell: ({ takenBy }) => takenBy },
  {
    name: t('deskDay.amount'),
    place: 'number',
    look: 'right strong',
    cell: ({ cents, currency }) => formatMoney(cents, currency),
  },
  {
    name: t('deskDay.action'),
    place: 'act',
    look: 'right',
    cell: ({ kind, entryId, buyerName }) =>
      kind === 'correction' ? null : (
        <Link className="row-link" to={`/dashboard/correctEntry/${entryId}`}>
          {t('deskDay.correct')}
          <span className="visually-hidden">{t('deskDay.howPaid', { buyerName })}</span>
        </Link>
      ),
  },
]
