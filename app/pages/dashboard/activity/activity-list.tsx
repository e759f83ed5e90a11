import { Link } from 'react-router'
import { Dot, type DotKind } from '#app/components/status-dot.tsx'
import type { ActivityEntry } from '#domain/activity/activity-log.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { foldActivities } from './activity-lines.ts'

export const kindNames: Record<ActivityEntry['kind'], string> = {
  get booking() {
    return t('activityList.bookings')
  },
  get payment() {
    return t('activityList.payments')
  },
  get refund() {
    return t('activityList.refunds')
  },
  get application() {
    return t('activityList.applications')
  },
  get class() {
    return t('navigation.classes')
  },
  get post() {
    return t('activityList.posts')
  },
  get click() {
    return t('activityList.likesAndDislikes')
  },
  get profile() {
    return t('activityList.profile')
  },
  get account() {
    return t('navigation.account')
  },
  get 'sign-in'() {
    return t('activityList.signIns')
  },
}

type Props = { entries: ActivityEntry[]; now: Date; timeZone: string }

/** Activity log by day, with links to bookings and receipts. */
export function ActivityList({ entries, now, timeZone }: Props) {
  return (
    <div className="log">
      {daysOf(entries, timeZone).map(({ day, entries: ofDay }) => (
        <section key={day}>
          <h2>{day === formatDate(now, timeZone) ? t('activityList.today', { day }) : day}</h2>
          <ol>
            {foldActivities(ofDay).map(({ entry, title, detail }) => (
              <li key={entry.id}>
                <Dot kind={dotOf(entry)} />
                <div lang={entry.isEnglish ? 'en' : undefined}>
                  <b>{title}</b>
                  <p>
                    {detail}
                    {entry.bookingId && <BookingLink {...{ entry, bookingId: entry.bookingId }} />}
                  </p>
                </div>
                <time dateTime={entry.happenedAt.toISOString()}>
                  {formatTime(entry.happenedAt, timeZone)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function BookingLink({ entry, bookingId }: { entry: ActivityEntry; bookingId: string }) {
  const isPaid = entry.kind === 'payment' || entry.kind === 'refund'
  return (
    <>
      {entry.detail && (entry.detail.endsWith('.') ? ' ' : '. ')}
      <Link to={isPaid ? `/dashboard/receipt/${bookingId}` : `/dashboard/payment/${bookingId}`}>
        {isPaid ? t('activityList.receipt') : t('activityList.seeBooking')}
      </Link>
    </>
  )
}

function daysOf(entries: ActivityEntry[], timeZone: string) {
  const days: { day: string; entries: ActivityEntry[] }[] = []
  for (const entry of entries) {
    const day = formatDate(entry.happenedAt, timeZone)
    const last = days[days.length - 1]
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function dotOf({ kind }: ActivityEntry): DotKind {
  if (kind === 'payment') return 'on'
  return kind === 'refund' || kind === 'sign-in' ? 'ring' : 'ink'
}
