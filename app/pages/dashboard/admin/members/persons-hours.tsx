import { Form, Link } from 'react-router'
import type { PersonsHour } from '#domain/overview/people.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { capital } from '#app/pages/dashboard/words.ts'
import { formatDate, formatMoney, formatTime } from '#words/format.ts'

type Props = {
  hours: PersonsHour[]
  /** Null once they are gone: nothing is held for them any more. */
  personId: string | null
  name: string
  timeZone: string
}

/** Somebody's hours, newest first: what is held can be let go, and what was paid be given back. */
export function PersonsHours({ hours, personId, name, timeZone }: Props) {
  return (
    <Table
      caption={`Hours of ${name}`}
      rows={hours}
      keyOf={({ bookingId }) => bookingId}
      columns={[
        {
          name: 'For',
          place: 'name',
          look: 'strong first',
          cell: ({ slotName, trainerName }) => `${slotName}, ${trainerName}`,
        },
        {
          name: 'Package',
          place: 'under',
          look: 'muted',
          cell: ({ plan }) => (plan ? capital(plan) : 'Not chosen'),
        },
        { name: 'Status', place: 'says', cell: (hour) => <State hour={hour} timeZone={timeZone} /> },
        {
          name: 'Paid',
          place: 'number',
          look: 'right strong',
          cell: ({ payment, currency }) =>
            payment && formatMoney(payment.amountCents - payment.refundedCents, currency),
        },
        {
          name: 'Action',
          place: 'act',
          look: 'right',
          cell: (hour) => <Act hour={hour} personId={personId} />,
        },
      ]}
    />
  )
}

const states: Record<PersonsHour['state'], { word: string; kind: DotKind }> = {
  held: { word: 'Held', kind: 'held' },
  paying: { word: 'To be paid', kind: 'held' },
  paid: { word: 'Theirs', kind: 'on' },
  expired: { word: 'Not paid in time', kind: 'ring' },
  cancelled: { word: 'Let go', kind: 'ring' },
  refund_due: { word: 'Money due back', kind: 'held' },
  refunded: { word: 'Refunded', kind: 'ring' },
  ended: { word: 'Over', kind: 'ring' },
}

function State({
  hour: { state, holdExpiresAt, forDesk, paidUntil },
  timeZone,
}: {
  hour: PersonsHour
  timeZone: string
}) {
  const { word, kind } = states[state]
  const until = holdExpiresAt
    ? `${forDesk ? ' for the desk' : ''} until ${formatTime(holdExpiresAt, timeZone)}${forDesk ? ` on ${formatDate(holdExpiresAt, timeZone)}` : ''}`
    : paidUntil && state === 'paid'
      ? ` until ${formatDate(paidUntil, timeZone)}`
      : ''
  return (
    <StatusDot kind={kind}>
      {word}
      {until}
    </StatusDot>
  )
}

type ActProps = { hour: PersonsHour; personId: string | null }

function Act({ hour, personId }: ActProps) {
  const { bookingId, slotId, slotPriceCents, state, slotName, payment } = hour
  const of = <span className="visually-hidden"> {slotName}</span>
  if (state === 'held' || state === 'paying')
    return (
      <Form method="post" action={`/bookings/${bookingId}/letGo`} className="button-row">
        <LinkButton small to={`/dashboard/takePayment/${bookingId}`}>
          Take payment{of}
        </LinkButton>
        <Button small>Let go{of}</Button>
      </Form>
    )
  if (personId && hour.isFree && (state === 'expired' || state === 'cancelled'))
    return (
      <Form method="post" action={`/dashboard/bookFor/${personId}`}>
        <input type="hidden" name="hour" value={`${slotId} ${slotPriceCents}`} />
        <Button small>Hold it again{of}</Button>
      </Form>
    )
  const refundable = payment && payment.refundedCents + payment.failedCents < payment.amountCents
  return (
    <span className="row-acts">
      {(state === 'paid' || state === 'ended') && (
        <Link className="row-link" to={`/dashboard/owed/${bookingId}`}>
          Make-ups{of}
        </Link>
      )}
      {state === 'paid' && (
        <>
          <Link className="row-link" to={`/dashboard/moveMonth/${bookingId}`}>
            Move{of}
          </Link>
          <Link className="row-link" to={`/dashboard/extendMonth/${bookingId}`}>
            Extend{of}
          </Link>
          <Link className="row-link" to={`/dashboard/closeHour/${bookingId}`}>
            Give up{of}
          </Link>
        </>
      )}
      {payment && (
        <Link className="row-link" to={`/dashboard/receipt/${bookingId}`}>
          Invoice{of}
        </Link>
      )}
      {payment && payment.failedCents > 0 && (
        <Link className="row-link" to="/dashboard/balance">
          Failed refund{of}
        </Link>
      )}
      {refundable && (
        <Link className="row-link" to={`?refund=${payment.id}`} preventScrollReset>
          Refund{of}
        </Link>
      )}
    </span>
  )
}
