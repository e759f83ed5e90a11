import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Avatar, PortraitPicture } from '#app/components/picture.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { daysLeft, shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import type { MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { capitalize } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Props = { hours: Booking[]; now: Date; timeZone: string }
type RowsProps = Props & { dates: readonly MemberLesson[] }

/** The member's paid hours as rows: trainer, plan and days left. */
export function PaidMonthRows({ hours, dates, now, timeZone }: RowsProps) {
  return (
    <ul className="todo hour-rows">
      {hours.map((booking) => (
        <li key={booking.id}>
          <Avatar portrait={booking.trainer.picture} />
          <div>
            <b>
              {t('paidMonths.with', {
                startHour: formatHour(booking.slot.startHour),
                name: booking.trainer.name,
              })}
            </b>
            <p>
              {booking.slot.name}, {describeDays(booking.slot.weekdays)}. {packageSummary(booking)}.
              {lessonsAhead(booking, dates)}
            </p>
          </div>
          <MonthProgress booking={booking} now={now} timeZone={timeZone} />
          <OpenMonthLink booking={booking} />
        </li>
      ))}
    </ul>
  )
}

/** The same as cards for a side column, with the trainer’s picture. */
export function PaidMonthCards({ hours, now, timeZone }: Props) {
  if (hours.length === 0) return <NoBookings />
  return (
    <ul className="hours">
      {hours.map((booking) => (
        <li key={booking.id}>
          <PortraitPicture portrait={booking.trainer.picture} alt="" sizes="88px" />
          <div>
            <span className="hour">{formatHour(booking.slot.startHour)}</span>
            <b>{booking.trainer.name}</b>
            <p>
              {booking.slot.name}, {describeDays(booking.slot.weekdays)}
            </p>
            <p>{packageSummary(booking)}</p>
            <MonthProgress booking={booking} now={now} timeZone={timeZone} />
            <OpenMonthLink booking={booking} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const NoBookings = () => (
  <EmptyState
    heading={t('paidMonths.youHaveNoHour')}
    headingLevel={3}
    action={<LinkButton to="/trainers">{t('paidMonths.findATrainer')}</LinkButton>}
  >
    {t('paidMonths.pickATrainerAnd')}
  </EmptyState>
)

const packageSummary = ({ plan, classes }: Booking) =>
  `${capitalize(plan ?? '')}, ${t('paidMonths.class', { classes: classes ?? 0 })}`

/** ` 19 hours ahead.`; empty for an upcoming month. */
function lessonsAhead({ id, period }: Booking, dates: readonly MemberLesson[]): string {
  const own = dates.filter(
    ({ bookingId, because, isOver }) => bookingId === id && because === null && !isOver,
  )
  return period === 'upcoming' || own.length === 0 ? '' : t('paidMonths.hourAhead', { count: own.length })
}

/** Time left of the month; an upcoming one also shows its first day. */
function MonthProgress({ booking, now, timeZone }: { booking: Booking; now: Date; timeZone: string }) {
  const { paidAt, paidUntil, beginsAt, period, slot } = booking
  if (!paidAt || !paidUntil) return null
  const from = beginsAt ?? paidAt
  return (
    <p className="month-left">
      <TimerRing left={shareLeft(from, paidUntil, now)} />
      <span>
        {period === 'upcoming' && t('paidMonths.from', { from: formatDate(from, timeZone) })}
        {t('paidMonths.untilDayLeft', {
          paidUntil: formatLastHour(paidUntil, slot, timeZone),
          daysLeft: daysLeft(paidUntil, now),
        })}
      </span>
    </p>
  )
}

const OpenMonthLink = ({ booking: { id, slot, trainer } }: { booking: Booking }) => (
  <Link className="row-link" to={`/dashboard/hour/${id}`}>
    {t('paidMonths.open')}
    <span className="visually-hidden">
      {t('paidMonths.with2', { startHour: formatHour(slot.startHour), name: trainer.name })}
    </span>
  </Link>
)
