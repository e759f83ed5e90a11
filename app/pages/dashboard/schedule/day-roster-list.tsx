import { Link } from 'react-router'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import type { RosterLesson } from '#domain/lessons/roster/day-roster.server.ts'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Hours and classes of a day with trainer, and member or places. */
export function DayRosterList({ hours }: { hours: RosterLesson[] }) {
  return (
    <ul className="todo day">
      {hours.map((hour) => (
        <DayRosterRow key={hour.lessonId} hour={hour} />
      ))}
      {hours.length === 0 && <li>{t('dayRosterList.noHoursOnThis')}</li>}
    </ul>
  )
}

function DayRosterRow({ hour }: { hour: RosterLesson }) {
  const { lessonId, group, trainerName, portrait, isOver, isCalledOff, needsCover } = hour
  const clock = formatClock(hour.startHour, hour.startMinute)
  return (
    <li>
      <Dot kind={isCalledOff || needsCover ? 'ring' : isOver ? 'ink' : 'on'} />
      <b className="hour">{clock}</b>
      <Avatar portrait={portrait} />
      <div>
        <b>{trainerName}</b>
        <p>{lessonStatusText(hour)}</p>
      </div>
      {!isOver && !isCalledOff && (
        <Link
          className="row-link push-end"
          to={group ? `/dashboard/participants/${lessonId}` : `/dashboard/lesson/${lessonId}`}
        >
          {group ? t('dayRosterList.list') : t('dayRosterList.open')}
          <span className="visually-hidden">
            {' '}
            {clock}, {trainerName}
          </span>
        </Link>
      )}
    </li>
  )
}

/** `with Paul Brandt, for Yuki` or `Night Ride, Court, 7 of 12 booked` */
function lessonStatusText({ memberName, group, insteadOf, isCalledOff, needsCover }: RosterLesson): string {
  const taught = group ? `${group.title}, ${group.roomName}` : t('dayRosterList.with', { memberName })
  if (isCalledOff)
    return group ? t('dayRosterList.calledOffNoCover2', { taught }) : t('dayRosterList.calledOffNoCover')
  if (needsCover) return t('dayRosterList.isAwayNeedsAnother', { memberName })
  const places = group ? t('dayRosterList.ofBooked', { taken: group.taken, capacity: group.capacity }) : ''
  return `${taught}${places}${insteadOf ? t('dayRosterList.for', { insteadOf: firstName(insteadOf) }) : ''}`
}
