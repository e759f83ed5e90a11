import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import type { Calendar, MemberLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { DateMark } from '#app/components/month-dates.tsx'
import { missingLessonReason } from '#app/components/missing-lesson.ts'
import { LessonLinks } from '#app/pages/dashboard/schedule/date-rows.tsx'
import { addDays, dayOfMonth, weekdayName } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { Icon } from '#app/components/icon.tsx'

export function WeekOverview({ today, hours }: Calendar<MemberLesson>) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index))
  const byDay = Map.groupBy(hours, ({ day }) => day)
  return (
    <section className="panel">
      <header>
        <h2>Your week</h2>
        <Link className="show" to="/dashboard/week">
          All your dates
          <Icon of={ArrowRight} />
        </Link>
      </header>
      <ol className="week-overview">
        {days.map((day) => (
          <li key={day} className={day === today ? 'today' : undefined}>
            <b className="day">
              <abbr title={weekdayName(day)}>{weekdayName(day).slice(0, 3)}</abbr> {dayOfMonth(day)}
            </b>
            {byDay
              .get(day)
              ?.map((hour) => <WeekLesson key={`${hour.startHour} ${hour.name}`} hour={hour} />) ?? (
              <p className="empty-day">No hour</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function WeekLesson({ hour }: { hour: MemberLesson }) {
  const { startHour, because, isOver, name, insteadOf } = hour
  return (
    <div className="week-overview-lesson">
      <b className="hour">
        <DateMark date={hour} />
        {because !== null && 'No '}
        {formatHour(startHour)}
      </b>
      <p>
        {because === null
          ? `${firstName(name)}${insteadOf ? `, for ${firstName(insteadOf)}` : ''}`
          : missingLessonReason({ because, isOver, trainerName: name, became: hour })}
      </p>
      <LessonLinks hour={hour} />
    </div>
  )
}
