import { Link } from 'react-router'
import type { RosterLesson } from '#domain/lessons/roster/day-roster.server.ts'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'

/** Hours and classes of a day with trainer, and member or places. */
export function DayRosterList({ hours }: { hours: RosterLesson[] }) {
  return (
    <ul className="todo day">
      {hours.map((hour) => (
        <DayRosterRow key={hour.lessonId} hour={hour} />
      ))}
      {hours.length === 0 && <li>No hours on this day.</li>}
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
          {group ? 'List' : 'Open'}
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
  const taught = group ? `${group.title}, ${group.roomName}` : `with ${memberName}`
  if (isCalledOff) return group ? `${taught}: called off, no cover found` : 'called off: no cover found'
  if (needsCover) return `is away; ${memberName} needs another trainer`
  const places = group ? `, ${group.taken} of ${group.capacity} booked` : ''
  return `${taught}${places}${insteadOf ? `, for ${firstName(insteadOf)}` : ''}`
}
