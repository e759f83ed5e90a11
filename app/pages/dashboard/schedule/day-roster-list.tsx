import { Link } from 'react-router'
import type { RosterLesson } from '#domain/lessons/roster/day-roster.server.ts'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'

/** Hours of a day with trainer and member. */
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
  const { lessonId, startHour, trainerName, portrait, isOver, isCalledOff, needsCover } = hour
  return (
    <li>
      <Dot kind={isCalledOff || needsCover ? 'ring' : isOver ? 'ink' : 'on'} />
      <b className="hour">{formatHour(startHour)}</b>
      <Avatar portrait={portrait} />
      <div>
        <b>{trainerName}</b>
        <p>{lessonStatusText(hour)}</p>
      </div>
      {!isOver && !isCalledOff && (
        <Link className="row-link push-end" to={`/dashboard/lesson/${lessonId}`}>
          Open
          <span className="visually-hidden">
            {' '}
            {formatHour(startHour)}, {trainerName}
          </span>
        </Link>
      )}
    </li>
  )
}

/** `with Paul Brandt, for Yuki` */
function lessonStatusText({ memberName, insteadOf, isCalledOff, needsCover }: RosterLesson): string {
  if (isCalledOff) return 'called off: no cover found'
  if (needsCover) return `is away; ${memberName} needs another trainer`
  return `with ${memberName}${insteadOf ? `, for ${firstName(insteadOf)}` : ''}`
}
