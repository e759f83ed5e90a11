import { Link } from 'react-router'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'

/** The member's own bookings with the state of each, and a receipt for what was paid. */
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

const states: Record<Booking['state'], { word: string; kind: DotKind }> = {
  held: { word: 'Held', kind: 'held' },
  paying: { word: 'To be paid', kind: 'held' },
  paid: { word: 'Paid', kind: 'on' },
  expired: { word: 'Ran out', kind: 'ring' },
  cancelled: { word: 'Let go', kind: 'ring' },
  refund_due: { word: 'Being refunded', kind: 'held' },
  refunded: { word: 'Refunded', kind: 'ring' },
  ended: { word: 'Over', kind: 'ink' },
}

function State({ booking }: { booking: Booking }) {
  const { word, kind } = states[booking.holdIsOver ? 'expired' : booking.state]
  return <StatusDot kind={kind}>{word}</StatusDot>
}
