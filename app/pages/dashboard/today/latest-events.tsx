import type { ClubEvent } from '#domain/overview/day-overview.server.ts'
import { ReleaseHold } from '#app/pages/bookings/release-hold.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'

type Props = { events: ClubEvent[]; now: Date; timeZone: string }

export function LatestEvents({ events, now, timeZone }: Props) {
  if (events.length === 0) return <p className="text-small">Nothing has happened yet.</p>
  return (
    <Table
      caption="Latest events"
      rows={events}
      keyOf={({ kind, id, happenedAt }) => `${kind} ${id} ${happenedAt.toISOString()}`}
      columns={[
        {
          name: 'When',
          place: 'tail',
          look: 'muted',
          cell: ({ happenedAt }) => <span className="no-wrap">{eventTime(happenedAt, now, timeZone)}</span>,
        },
        {
          name: 'Who',
          place: 'name',
          cell: ({ name, portrait }) => <PersonCell portrait={portrait}>{name}</PersonCell>,
        },
        {
          name: 'What',
          place: 'says',
          cell: eventDescription,
        },
        {
          name: 'Amount',
          place: 'number',
          look: 'right strong',
          cell: ({ cents }) => (cents === null || cents === 0 ? null : formatMoney(cents)),
        },
        {
          name: 'Action',
          place: 'act',
          look: 'right',
          cell: ({ kind, id, slotName }) =>
            kind === 'hold' ? (
              <ReleaseHold bookingId={id} slot={slotName ?? ''} className="text-button row-link" />
            ) : null,
        },
      ]}
    />
  )
}

function eventTime(moment: Date, now: Date, timeZone: string): string {
  const day = formatDate(moment, timeZone)
  return day === formatDate(now, timeZone) ? `Today, ${formatTime(moment, timeZone)}` : day
}

function eventDescription({ kind, cents, slotName, trainerName, plan }: ClubEvent): string {
  const hour = `${slotName} with ${trainerName}`
  if (kind === 'application') return 'Applied to be a trainer'
  if (kind === 'payout') return 'Was paid out for sold hours'
  if (kind === 'hold') return `Held ${hour}`
  if (kind === 'refund') return `${(cents ?? 0) > 0 ? 'Refund came back' : 'Was refunded'} for ${hour}`
  if (kind === 'dispute') return `Disputes the payment for ${hour}`
  return `Paid for ${hour}, ${capitalize(plan ?? '')}`
}
