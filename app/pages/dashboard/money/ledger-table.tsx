import type { LedgerEntry } from '#domain/ledger/ledger.server.ts'
import type { Page } from '#domain/pagination.ts'
import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table, PersonCell, type Column } from '#app/components/table.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, formatCount } from '#format/text.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'

type Props = { ledger: Page<LedgerEntry>; totalCents: number; timeZone: string; addressOf: AddressOf }

type AddressOf = (parameter: string, id: string) => string

/** Payments, refunds, payouts and covers, newest first, with the balance after each. */
export function LedgerTable({ ledger, totalCents, timeZone, addressOf }: Props) {
  if (ledger.total === 0) {
    return (
      <div className="panel">
        <EmptyState heading="No money has moved yet">
          The first payment shows up here, and the totals follow.
        </EmptyState>
      </div>
    )
  }
  return (
    <section className="panel">
      <header>
        <h2>Ledger</h2>
        <span className="note">{formatCount(ledger.total, 'entry', 'entries')}, newest first</span>
      </header>
      <Table
        caption="Payments, refunds, payouts and covers"
        rows={ledger.items}
        keyOf={({ kind, entryId, enteredAt, cents }) =>
          `${kind} ${entryId} ${enteredAt.toISOString()} ${cents}`
        }
        columns={columnsOf(timeZone, addressOf)}
        foot={
          <tr>
            <td colSpan={5} data-place="name">
              Total
            </td>
            <td data-place="number" className="right">
              {formatMoney(totalCents)}
            </td>
            <td data-place="wide" className="right">
              {formatMoney(totalCents)}
            </td>
            <td data-place="wide" />
          </tr>
        }
      />
    </section>
  )
}

const columnsOf = (timeZone: string, addressOf: AddressOf): Column<LedgerEntry>[] => [
  {
    name: 'Date',
    place: 'under',
    look: 'muted',
    cell: (entry) => <span className="no-wrap">{formatDate(entry.enteredAt, timeZone)}</span>,
  },
  {
    name: 'Member',
    place: 'name',
    look: 'first',
    cell: (entry) => (
      <PersonCell portrait={entry.portrait}>
        {entry.buyerName ?? entry.trainerName ?? 'Card processor'}
      </PersonCell>
    ),
  },
  { name: 'For', place: 'says', cell: purposeOf },
  {
    name: 'Package',
    place: 'wide',
    look: 'muted',
    cell: (entry) => <span className="no-wrap">{capitalize(entry.plan ?? '')}</span>,
  },
  { name: 'Status', place: 'tail', cell: (entry) => <Status entry={entry} /> },
  {
    name: 'Amount',
    place: 'number',
    look: 'right strong',
    cell: (entry) => formatMoney(entry.cents, entry.currency),
  },
  {
    name: 'Balance',
    place: 'wide',
    look: 'right muted',
    cell: (entry) => formatMoney(entry.balanceCents, entry.currency),
  },
  {
    name: 'Action',
    place: 'act',
    look: 'right',
    cell: (entry) =>
      entry.isReversible ? (
        <Link className="row-link" to={`/dashboard/takeBackPayout/${entry.entryId}`}>
          Take back
          <span className="visually-hidden">
            {' '}
            the payout of {formatMoney(-entry.cents, entry.currency)} to {entry.trainerName}
          </span>
        </Link>
      ) : entry.refundableCents ? (
        <Link className="row-link" to={addressOf('refund', entry.entryId)} preventScrollReset>
          Refund
          <span className="visually-hidden">
            {' '}
            {entry.buyerName}, {formatMoney(entry.cents, entry.currency)}
          </span>
        </Link>
      ) : null,
  },
]

function purposeOf(entry: LedgerEntry): string {
  if (entry.kind === 'payout') return entry.note || 'Sold hours'
  if (entry.kind === 'fee' && entry.bookingId === null) return 'Fees of the account'
  return [entry.slotName, entry.trainerName].filter(Boolean).join(', ')
}

const states: Record<LedgerEntry['kind'], { label: string; kind: DotKind }> = {
  payment: { label: 'Paid', kind: 'ink' },
  refund: { label: 'Refunded', kind: 'ring' },
  payout: { label: 'Paid out', kind: 'ring' },
  dispute: { label: 'Disputed', kind: 'held' },
  fee: { label: 'Card fee', kind: 'ring' },
  cover: { label: 'Gave the hour', kind: 'ring' },
}

function Status({ entry }: { entry: LedgerEntry }) {
  const { label, kind } = states[entry.kind]
  if (entry.failedRefundCents > 0) return <StatusDot kind="bad">Refund failed</StatusDot>
  if (entry.kind === 'dispute' && entry.cents > 0) return <StatusDot kind="ink">Dispute won</StatusDot>
  if (entry.kind === 'refund' && entry.cents > 0) return <StatusDot kind="ink">Refund came back</StatusDot>
  if (entry.kind === 'cover' && entry.cents < 0) return <StatusDot kind="ring">Was covered</StatusDot>
  if (entry.kind === 'payout' && entry.cents > 0) return <StatusDot kind="ink">Payout taken back</StatusDot>
  const method =
    entry.method && entry.method !== 'card' ? `, ${paymentMethodNames[entry.method].toLowerCase()}` : ''
  return <StatusDot kind={kind}>{entry.note === 'Paid twice' ? entry.note : `${label}${method}`}</StatusDot>
}
