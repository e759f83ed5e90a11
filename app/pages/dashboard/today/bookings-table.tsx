import { Link } from 'react-router'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

export function BookingsTable({ bookings, timeZone }: { bookings: Booking[]; timeZone: string }) {
  return (
    <Table
      caption={t('bookingsTable.yourBookings')}
      rows={bookings}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('bookingsTable.date'),
          place: 'under',
          look: 'muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
        {
          name: t('bookingsTable.for'),
          place: 'name',
          look: 'first',
          cell: ({ slot, trainer }) => `${slot.name}, ${trainer.name}`,
        },
        {
          name: t('bookingsTable.package'),
          place: 'adds',
          look: 'muted',
          cell: ({ plan }) => (
            <span className="no-wrap">{plan ? capitalize(plan) : t('bookingsTable.notChosen')}</span>
          ),
        },
        { name: t('bookingsTable.status'), place: 'says', cell: (booking) => <State booking={booking} /> },
        {
          name: t('bookingsTable.amount'),
          place: 'number',
          look: 'right strong',
          cell: ({ payment, currency }) => (payment ? formatMoney(payment.amountCents, currency) : null),
        },
        {
          name: t('bookingsTable.detail'),
          place: 'act',
          look: 'right',
          cell: (booking) => (
            <Link
              className="row-link"
              to={booking.payment ? `/dashboard/receipt/${booking.id}` : `/dashboard/payment/${booking.id}`}
            >
              {booking.payment ? t('bookingsTable.receipt') : t('bookingsTable.seeBooking')}
              <span className="visually-hidden">
                {t('bookingsTable.of', {
                  name: booking.slot.name,
                  createdAt: formatDate(booking.createdAt, timeZone),
                })}
              </span>
            </Link>
          ),
        },
      ]}
    />
  )
}

const states: Record<Booking['state'], { label: string; kind: DotKind }> = {
  held: {
    get label() {
      return t('bookingsTable.onHold')
    },
    kind: 'held',
  },
  paying: {
    get label() {
      return t('bookingsTable.toBePaid')
    },
    kind: 'held',
  },
  paid: {
    get label() {
      return t('bookingsTable.paid')
    },
    kind: 'on',
  },
  expired: {
    get label() {
      return t('bookingsTable.expired')
    },
    kind: 'ring',
  },
  cancelled: {
    get label() {
      return t('bookingsTable.letGo')
    },
    kind: 'ring',
  },
  refund_due: {
    get label() {
      return t('bookingsTable.beingRefunded')
    },
    kind: 'held',
  },
  refunded: {
    get label() {
      return t('bookingsTable.refunded')
    },
    kind: 'ring',
  },
  ended: {
    get label() {
      return t('bookingsTable.over')
    },
    kind: 'ink',
  },
}

function State({ booking }: { booking: Booking }) {
  const { label, kind } = states[booking.holdIsOver ? 'expired' : booking.state]
  return <StatusDot kind={kind}>{label}</StatusDot>
}
