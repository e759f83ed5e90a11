import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table, PersonCell, type Column } from '#app/components/table.tsx'
import type { LedgerEntry } from '#domain/ledger/ledger.server.ts'
import type { Page } from '#domain/pagination.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { capitalize, inSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = { ledger: Page<LedgerEntry>; totalCents: number; timeZone: string; addressOf: AddressOf }

type AddressOf = (parameter: string, id: string) => string

/** Payments, refunds, payouts and covers, newest first, with the balance after each. */
export function LedgerTable({ ledger, totalCents, timeZone, addressOf }: Props) {
  if (ledger.total === 0) {
    return (
      <div className="panel">
        <EmptyState heading={t('ledgerTable.noMoneyHasMoved')}>
          {t('ledgerTable.theFirstPaymentShows')}
        </EmptyState>
      </div>
    )
  }
  return (
    <section className="panel">
      <header>
        <h2>{t('ledgerTable.ledger')}</h2>
        <span className="note">{t('ledgerTable.entryNewestFirst', { total: ledger.total })}</span>
      </header>
      <Table
        caption={t('ledgerTable.paymentsRefundsPayoutsAnd')}
        rows={ledger.items}
        keyOf={({ kind, entryId, enteredAt, cents }) =>
          `${kind} ${entryId} ${enteredAt.toISOString()} ${cents}`
        }
        columns={columnsOf(timeZone, addressOf)}
        foot={
          <tr>
            <td colSpan={5} data-place="name">
              {t('ledgerTable.total')}
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
    name: t('ledgerTable.date'),
    place: 'under',
    look: 'muted',
    cell: (entry) => <span className="no-wrap">{formatDate(entry.enteredAt, timeZone)}</span>,
  },
  {
    name: t('ledgerTable.member'),
    place: 'name',
    look: 'first',
    cell: (entry) => (
      <PersonCell portrait={entry.portrait}>
        {entry.buyerName ?? entry.trainerName ?? t('ledgerTable.cardProcessor')}
      </PersonCell>
    ),
  },
  { name: t('ledgerTable.for'), place: 'says', cell: purposeOf },
  {
    name: t('ledgerTable.package'),
    place: 'wide',
    look: 'muted',
    cell: (entry) => <span className="no-wrap">{capitalize(entry.plan ?? '')}</span>,
  },
  { name: t('ledgerTable.status'), place: 'tail', cell: (entry) => <Status entry={entry} /> },
  {
    name: t('ledgerTable.amount'),
    place: 'number',
    look: 'right strong',
    cell: (entry) => formatMoney(entry.cents, entry.currency),
  },
  {
    name: t('ledgerTable.balance'),
    place: 'wide',
    look: 'right muted',
    cell: (entry) => formatMoney(entry.balanceCents, entry.currency),
  },
  {
    name: t('ledgerTable.action'),
    place: 'act',
    look: 'right',
    cell: (entry) =>
      entry.isReversible ? (
        <Link className="row-link" to={`/dashboard/takeBackPayout/${entry.entryId}`}>
          {t('ledgerTable.takeBack')}
          <span className="visually-hidden">
            {t('ledgerTable.thePayoutOfTo', {
              cents: formatMoney(-entry.cents, entry.currency),
              trainerName: entry.trainerName ?? '',
            })}
          </span>
        </Link>
      ) : entry.refundableCents ? (
        <Link className="row-link" to={addressOf('refund', entry.entryId)} preventScrollReset>
          {t('ledgerTable.refund')}
          <span className="visually-hidden">
            {' '}
            {entry.buyerName}, {formatMoney(entry.cents, entry.currency)}
          </span>
        </Link>
      ) : null,
  },
]

function purposeOf(entry: LedgerEntry): string {
  if (entry.kind === 'payout') return entry.note || t('ledgerTable.soldHours')
  if (entry.kind === 'fee' && entry.bookingId === null) return t('ledgerTable.feesOfTheAccount')
  return [entry.slotName, entry.trainerName].filter(Boolean).join(', ')
}

const states = (): Record<LedgerEntry['kind'], { label: string; kind: DotKind }> => ({
  payment: { label: t('ledgerTable.paid'), kind: 'ink' },
  refund: { label: t('ledgerTable.refunded'), kind: 'ring' },
  payout: { label: t('ledgerTable.paidOut'), kind: 'ring' },
  dispute: { label: t('ledgerTable.disputed'), kind: 'held' },
  fee: { label: t('ledgerTable.cardFee'), kind: 'ring' },
  cover: { label: t('ledgerTable.gaveTheHour'), kind: 'ring' },
})

function Status({ entry }: { entry: LedgerEntry }) {
  const { label, kind } = states()[entry.kind]
  if (entry.failedRefundCents > 0) return <StatusDot kind="bad">{t('ledgerTable.refundFailed')}</StatusDot>
  if (entry.kind === 'dispute' && entry.cents > 0)
    return <StatusDot kind="ink">{t('ledgerTable.disputeWon')}</StatusDot>
  if (entry.kind === 'refund' && entry.cents > 0)
    return <StatusDot kind="ink">{t('ledgerTable.refundCameBack')}</StatusDot>
  if (entry.kind === 'cover' && entry.cents < 0)
    return <StatusDot kind="ring">{t('ledgerTable.wasCovered')}</StatusDot>
  if (entry.kind === 'payout' && entry.cents > 0)
    return <StatusDot kind="ink">{t('ledgerTable.payoutTakenBack')}</StatusDot>
  const method =
    entry.method && entry.method !== 'card' ? `, ${inSentence(paymentMethodNames[entry.method])}` : ''
  return (
    <StatusDot kind={kind}>
      {entry.note === 'Paid twice' ? t('ledgerTable.paidTwice') : `${label}${method}`}
    </StatusDot>
  )
}
