import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Calendar, DatedHour } from '#domain/lessons/calendar.server.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { NoHour } from '#app/components/month.tsx'
import { whyNoHour } from '#app/components/no-hour.ts'
import { dayAfter, dayOfMonth, formatFullDay, weekdayName } from '#words/days.ts'
import { formatHour } from '#words/format.ts'
import { firstName } from '#app/pages/dashboard/words.ts'

/** Seven days from today, each with its hours. */
export function YourWeek({ today, hours }: Calendar) {
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(today, index))
  const byDay = Map.groupBy(hours, ({ day }) => day)
  return (
    <section className="panel">
      <header>
        <h2>Your week</h2>
        <Link className="show" to="/dashboard/week">
          All your dates
          <ArrowRight className="icon" aria-hidden="true" />
        </Link>
      </header>
      <ol className="seven">
        {days.map((day) => (
          <li key={day} className={day === today ? 'today' : undefined}>
            <b className="day">
              <abbr title={weekdayName(day)}>{weekdayName(day).slice(0, 3)}</abbr> {dayOfMonth(day)}
            </b>
            {byDay.get(day)?.map((hour) => <WeekHour key={`${hour.startHour} ${hour.name}`} {...hour} />) ?? (
              <p className="empty-day">No hour</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function WeekHour({ lessonId, day, startHour, because, isOver, name, insteadOf }: DatedHour) {
  if (because !== null)
    return (
      <div className="hour-of-day">
        <b className="hour">
          <NoHour />
          No {formatHour(startHour)}
        </b>
        <p>{whyNoHour(because, name)}</p>
      </div>
    )
  return (
    <div className="hour-of-day">
      <b className="hour">
        <Dot kind={isOver ? 'ink' : 'on'} />
        {formatHour(startHour)}
      </b>
      <p>
        {firstName(name)}
        {insteadOf && `, for ${firstName(insteadOf)}`}
      </p>
      {!isOver && lessonId && (
        <Link className="row-link" to={`/dashboard/lesson/${lessonId}`}>
          Can’t come<span className="visually-hidden">, {formatFullDay(day)}</span>
        </Link>
      )}
    </div>
  )
}
