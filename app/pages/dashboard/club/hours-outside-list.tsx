import { Link } from 'react-router'
import type { HoursOutside } from '#domain/overview/hours-outside.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence } from '#format/text.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

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
                  t('hoursOutsideList.withDateOn', { trainerName, lessons, first: formatDay(first) }),
                )}
              </p>
            </li>
          ))}
        {free.slice(0, maxShown).map(({ slotId, trainerId, trainerName, startHour, weekdays }) => (
          <li key={slotId}>
            <b>
              {t('hoursOutsideList.freeWith', { startHour: formatHour(startHour) })}
              <Link to={`/trainers/${trainerId}`}>{trainerName}</Link>
            </b>
            <p>{t('hoursOutsideList.offered', { daysInSentence: daysInSentence(weekdays) })}</p>
          </li>
        ))}
      </ul>
      {remaining > 0 && <p className="note">{t('hoursOutsideList.andMoreHour', { remaining })}</p>}
    </>
  )
}
