import { Link } from 'react-router'
import type { HoursOutside } from '#domain/overview/hours-outside.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence, formatCount } from '#format/text.ts'
import { daysInSentence } from '#format/weekdays.ts'

const maxShown = 20

/** Hours outside the opening hours, with links to the members and trainers. */
export function HoursOutsideList({ hours: { sold, free } }: { hours: HoursOutside }) {
  const remaining = Math.max(0, sold.length - maxShown) + Math.max(0, free.length - maxShown)
  return (
    <>
      <ul className="named-days">
        {sold
          .slice(0, maxShown)
          .map(({ bookingId, memberId, memberName, trainerName, startHour, lessons, first }) => (
            <li key={`${bookingId} ${startHour} ${trainerName}`}>
              <b>
                {formatHour(startHour)}, <Link to={`/dashboard/members/${memberId}`}>{memberName}</Link>
              </b>
              <p>
                {endSentence(
                  `With ${trainerName}: ${formatCount(lessons, 'date', 'dates')}, ${lessons === 1 ? 'on' : 'the first on'} ${formatDay(first)}`,
                )}
              </p>
            </li>
          ))}
        {free.slice(0, maxShown).map(({ slotId, trainerId, trainerName, startHour, weekdays }) => (
          <li key={slotId}>
            <b>
              {formatHour(startHour)}, free with <Link to={`/trainers/${trainerId}`}>{trainerName}</Link>
            </b>
            <p>Offered {daysInSentence(weekdays)}.</p>
          </li>
        ))}
      </ul>
      {remaining > 0 && <p className="note">and {formatCount(remaining, 'more hour', 'more hours')}</p>}
    </>
  )
}
