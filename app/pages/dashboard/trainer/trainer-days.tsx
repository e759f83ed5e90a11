import { Link } from 'react-router'
import type { Calendar, TrainerHour } from '#domain/lessons/calendar.server.ts'
import { Face } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { dayAfter, formatDay, weekdayName } from '#words/days.ts'
import { formatHour } from '#words/format.ts'
import { capital, firstName } from '#app/pages/dashboard/words.ts'

/** Who comes today, and who on the next day that has hours. */
export function TrainerDays({ today, hours }: Calendar<TrainerHour>) {
  const byDay = Map.groupBy(hours, ({ day }) => day)
  const tomorrow = dayAfter(today, 1)
  const next = hours.find(({ day }) => day > today)?.day ?? tomorrow
  return (
    <div className="pair">
      <DayPanel heading="Today" day={today} hours={byDay.get(today) ?? []} />
      <DayPanel
        heading={next === tomorrow ? 'Tomorrow' : weekdayName(next)}
        day={next}
        hours={byDay.get(next) ?? []}
      />
    </div>
  )
}

function DayPanel({ heading, day, hours }: { heading: string; day: string; hours: TrainerHour[] }) {
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        <span className="note">{formatDay(day)}</span>
      </header>
      <ul className="todo day">
        {hours.map(({ lessonId, startHour, isOver, name, portrait, plan, place, of, insteadOf }) => (
          <li key={lessonId}>
            <Dot kind={isOver ? 'ink' : 'on'} />
            <b className="hour">{formatHour(startHour)}</b>
            <Face portrait={portrait} />
            <div>
              <b>{name}</b>
              <p>
                {plan && `${capital(plan)}, `}hour {place} of {of}
                {insteadOf && `, for ${firstName(insteadOf)}`}
              </p>
            </div>
            {!isOver && (
              <Link className="row-link push-end" to={`/dashboard/lesson/${lessonId}`}>
                Open
                <span className="visually-hidden">
                  {' '}
                  {formatHour(startHour)} with {name}
                </span>
              </Link>
            )}
          </li>
        ))}
        {hours.length === 0 && <li>Nobody comes.</li>}
      </ul>
    </section>
  )
}
