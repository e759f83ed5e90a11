import { Link } from 'react-router'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'

export function BookingsTable({ bookings, timeZone }: { bookings: Booking[]; timeZone: string }) {
  return (
    <Table
      caption="Your bookings"
      rows={bookings}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Date',
          place: 'under',
          look: 'muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
        {
          name: 'For',
          place: 'name',
          look: 'first',
          cell: ({ slot, trainer }) => `${slot.name}, ${trainer.name}`,
        },
        {
          name: 'Package',
          place: 'adds',
          look: 'muted',
          cell: ({ plan }) => <span className="no-wrap">{plan ? capitalize(plan) : 'Not chosen'}</span>,
        },
        { name: 'Status', place: 'says', cell: (booking) => <State booking={booking} /> },
        {
          name: 'Amount',
          place: 'number',
          look: 'right strong',
          cell: ({ payment, currency }) => (payment ? formatMoney(payment.amountCents, currency) : null),
        },
        {
          name: 'Detail',
          place: 'act',
          look: 'right',
          cell: (booking) => (
            <Link
              className="row-link"
              to={booking.payment ? `/dashboard/receipt/${booking.id}` : `/dashboard/payment/${booking.id}`}
            >
              {booking.payment ? 'Receipt' : 'See booking'}
              <span className="visually-hidden">
                {' '}
                of {booking.slot.name}, {formatDate(booking.createdAt, timeZone)}
              </span>
            </Link>
          ),
        },
      ]}
    />
  )
}

const states: Record<Booking['state'], { label: string; kind: DotKind }> = {
  held: { label: 'On hold', kind: 'held' },
  paying: { label: 'To be paid', kind: 'held' },
  paid: { label: 'Paid', kind: 'on' },
  expired: { label: 'Expired', kind: 'ring' },
  cancelled: { label: 'Let go', kind: 'ring' },
  refund_due: { label: 'Being refunded', kind: 'held' },
  refunded: { label: 'Refunded', kind: 'ring' },
  ended: { label: 'Over', kind: 'ink' },
}

function State({ booking }: { booking: Booking }) {
  const { label, kind } = states[booking.holdIsOver ? 'expired' : booking.state]
  return <StatusDot kind={kind}>{label}</StatusDot>
}
