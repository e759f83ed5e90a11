import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { capitalize, firstName } from '#format/text.ts'

type Props = { heading: string; day: string; hours: TrainerLesson[]; free?: number[]; more?: ReactNode }

/** A trainer's hours of one day. */
export function DayPanel({ heading, day, hours, free = [], more }: Props) {
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        {more ?? <span className="note">{formatDay(day)}</span>}
      </header>
      <ul className="todo day">
        {hours.map((hour) => (
          <LessonRow key={hour.lessonId} hour={hour} />
        ))}
        {hours.length === 0 && <li>No hours on this day.</li>}
        {free.length > 0 && (
          <li>
            <span className="rings">
              {free.map((hour) => (
                <Dot key={hour} kind="ring" />
              ))}
            </span>
            <p>
              {hourSpans(free).join(', ')} {hourSpans(free).length === 1 ? 'is' : 'are'} free
            </p>
          </li>
        )}
      </ul>
    </section>
  )
}

function LessonRow({ hour }: { hour: TrainerLesson }) {
  const { lessonId, startHour, isOver, name, portrait, coveredBy } = hour
  const change = lessonChange(hour)
  return (
    <li>
      <Dot kind={change ? 'ring' : isOver ? 'ink' : 'on'} />
      <b className="hour">{formatHour(startHour)}</b>
      <Avatar portrait={portrait} />
      <div>
        <b>{name}</b>
        <p>{change ?? lessonOrigin(hour)}</p>
      </div>
      {!isOver && hour.because === null && coveredBy === null && (
        <Link className="row-link push-end" to={`/dashboard/lesson/${lessonId}`}>
          Open
          <span className="visually-hidden">
            {' '}
            {formatHour(startHour)} with {name}
          </span>
        </Link>
      )}
    </li>
  )
}

/** `07:00 to 08:00`, `09:00 to 14:00`: consecutive hours are one span. */
function hourSpans(hours: number[]): string[] {
  const firsts = hours.filter((hour) => !hours.includes(hour - 1))
  const lasts = hours.filter((hour) => !hours.includes(hour + 1))
  return firsts.map((first, index) => `${formatHour(first)} to ${formatHour(lasts[index]! + 1)}`)
}

/** `Gold, hour 6 of 20, for Jonas` */
const lessonOrigin = ({ plan, ordinal, of, insteadOf }: TrainerLesson) =>
  [plan && capitalize(plan), `hour ${ordinal} of ${of}`, insteadOf && `for ${firstName(insteadOf)}`]
    .filter(Boolean)
    .join(', ')

/** Reason why the trainer does not give this hour, as shown to them; null if they do. */
export function lessonChange({ because, needsCover, coveredBy }: TrainerLesson): string | null {
  switch (because) {
    case null:
      if (coveredBy) return `${coveredBy} stands in for you.`
      return needsCover ? 'You’re away. No one has taken it yet.' : null
    case 'given back':
      return 'Gave it back.'
    case 'moved':
      return 'Moved it.'
    case 'paused':
      return 'Paused the month.'
    case 'closed':
      return 'The club is closed.'
    case 'trainer away':
      return 'You’re away, and no one was free. A make-up is owed.'
    case 'refunded':
      return 'The month ended with a refund.'
    case 'month over':
      return 'The month is over.'
    default:
      return 'Called off. A make-up is owed.'
  }
}
