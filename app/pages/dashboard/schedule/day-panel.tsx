import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { lessonChange, lessonOrigin } from './trainer-lesson-wording.ts'

type Props = { heading: string; day: string; hours: TrainerLesson[]; more?: ReactNode }

/** A trainer's hours of one day. */
export function DayPanel({ heading, day, hours, more }: Props) {
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
