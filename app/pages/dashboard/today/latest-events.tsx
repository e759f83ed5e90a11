import { Table, PersonCell } from '#app/components/table.tsx'
import { ReleaseHold } from '#app/pages/bookings/release-hold.tsx'
import type { ClubEvent } from '#domain/overview/day-overview.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = { events: ClubEvent[]; now: Date; timeZone: string }

export function LatestEvents({ events, now, timeZone }: Props) {
  if (events.length === 0) return <p className="text-small">{t('latestEvents.nothingHasHappenedYet')}</p>
  return (
    <Table
      caption={t('latestEvents.latestEvents')}
      rows={events}
      keyOf={({ kind, id, happenedAt }) => `${kind} ${id} ${happenedAt.toISOString()}`}
      columns={[
        {
          name: t('latestEvents.when'),
          place: 'tail',
          look: 'muted',
          cell: ({ happenedAt }) => <span className="no-wrap">{eventTime(happenedAt, now, timeZone)}</span>,
        },
        {
          name: t('latestEvents.who'),
          place: 'name',
          cell: ({ name, portrait }) => <PersonCell portrait={portrait}>{name}</PersonCell>,
        },
        {
          name: t('latestEvents.what'),
          place: 'says',
          cell: eventDescription,
        },
        {
          name: t('latestEvents.amount'),
          place: 'number',
          look: 'right strong',
          cell: ({ cents }) => (cents === null || cents === 0 ? null : formatMoney(cents)),
        },
        {
          name: t('latestEvents.action'),
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
  return day === formatDate(now, timeZone)
    ? t('latestEvents.today', { moment: formatTime(moment, timeZone) })
    : day
}

function eventDescription({ kind, cents, slotName, trainerName, plan }: ClubEvent): string {
  // offers have no trainer, and no plan
  const hour =
    trainerName === null
      ? (slotName ?? '')
      : t('latestEvents.with', { slotName: slotName ?? '', trainerName })
  if (kind === 'application') return t('latestEvents.appliedToBeA')
  if (kind === 'payout') return t('latestEvents.wasPaidOutFor')
  if (kind === 'hold') return t('latestEvents.held', { hour })
  if (kind === 'refund')
    return t('latestEvents.refundCameBackFor', { cents: (cents ?? 0) > 0 ? 'yes' : 'no', hour })
  if (kind === 'dispute') return t('latestEvents.disputesThePaymentFor', { hour })
  if (plan === null) return t('latestEvents.paidForOffer', { hour })
  return t('latestEvents.paidFor', { hour, plan: capitalize(plan) })
}
