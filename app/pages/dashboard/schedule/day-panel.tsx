import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { lessonChange, lessonOrigin } from './trainer-lesson-wording.ts'

type Props = { heading: string; day: string; hours: TrainerLesson[]; more?: ReactNode }

/** A trainer's hours and classes of one day. */
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
        {hours.length === 0 && <li>{t('dayPanel.noHoursOnThis')}</li>}
      </ul>
    </section>
  )
}

function LessonRow({ hour }: { hour: TrainerLesson }) {
  const { lessonId, group, isOver, name, portrait, coveredBy } = hour
  const clock = formatClock(hour.startHour, hour.startMinute)
  const change = lessonChange(hour)
  return (
    <li>
      <Dot kind={change ? 'ring' : isOver ? 'ink' : 'on'} />
      <b className="hour">{clock}</b>
      {!group && <Avatar portrait={portrait} />}
      <div>
        <b>{name}</b>
        <p>{change ?? lessonOrigin(hour)}</p>
      </div>
      {!(isOver && !group) && hour.because === null && coveredBy === null && (
        <Link
          className="row-link push-end"
          to={group ? `/dashboard/participants/${lessonId}` : `/dashboard/lesson/${lessonId}`}
        >
          {group ? t('dayPanel.list') : t('dayPanel.open')}
          <span className="visually-hidden">
            {' '}
            {clock} {group ? name : t('dayPanel.with', { name })}
          </span>
        </Link>
      )}
    </li>
  )
}
