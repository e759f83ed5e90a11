import { Link } from 'react-router'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { describeDays } from '#app/components/week-dots.tsx'
import { formatCount, formatDate, formatHour } from '#words/format.ts'
import { daysLeft, shareLeft } from '#app/pages/dashboard/days-left.ts'
import { capital } from '#app/pages/dashboard/words.ts'

type Props = { hours: Booking[]; now: Date; timeZone: string }

/** The hours that the member holds now: with whom, what plan, and how long still. */
export function Hours({ hours, now, timeZone }: Props) {
  if (hours.length === 0) {
    return (
      <EmptyState
        heading="No hour is yours yet"
        headingLevel={3}
        action={<LinkButton to="/trainers">Find a trainer</LinkButton>}
      >
        Choose a trainer and a free hour; it is yours for a month.
      </EmptyState>
    )
  }
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
            <p>
              {capital(booking.plan ?? '')}, {formatCount(booking.classes ?? 0, 'class', 'classes')}
            </p>
            {booking.paidAt && booking.paidUntil && (
              <p className="until">
                <TimerRing left={shareLeft(booking.beginsAt ?? booking.paidAt, booking.paidUntil, now)} />
                {booking.turn === 'next' &&
                  `from ${formatDate(booking.beginsAt ?? booking.paidAt, timeZone)} `}
                until {formatDate(booking.paidUntil, timeZone)},{' '}
                {formatCount(daysLeft(booking.paidUntil, now), 'day', 'days')} left
              </p>
            )}
            <Link className="row-link" to={`/dashboard/hour/${booking.id}`}>
              Open
              <span className="visually-hidden">
                {' '}
                {formatHour(booking.slot.startHour)} with {booking.trainer.name}
              </span>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
