import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import type { Calendar, DayOff, TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { addDays, formatDay, formatDayOfMonth, weekdayName } from '#format/days.ts'
import { lessonChange, DayPanel } from '#app/pages/dashboard/schedule/day-panel.tsx'
import { NoHoursToday } from './no-hours-today.tsx'
import { Icon } from '#app/components/icon.tsx'

type Props = Calendar<TrainerLesson> & {
  /** Start hours of today's free slots that are still ahead, earliest first. */
  free: number[]
  /** Why the trainer has no hour today; null on a working day. */
  whyOff: DayOff | { because: 'day off' } | null
  weekdays: string[]
}

/** Today, and the next day with hours; on a day off, the reason. */
export function TrainerDays({ today, hours, free, whyOff, weekdays }: Props) {
  const byDay = Map.groupBy(hours, ({ day }) => day)
  const tomorrow = addDays(today, 1)
  const next = hours.find((hour) => hour.day > today && lessonChange(hour) === null)
  const ofToday = byDay.get(today) ?? []
  if (!whyOff)
    return (
      <div className="pair">
        <DayPanel heading="Today" day={today} hours={ofToday} free={free} more={<AllDatesLink />} />
        <NextDay day={next?.day ?? tomorrow} tomorrow={tomorrow} byDay={byDay} />
      </div>
    )
  return (
    <>
      <NoHoursToday why={whyOff} weekdays={weekdays} today={today} next={next}>
        <AllDatesLink />
      </NoHoursToday>
      <div className={ofToday.length > 0 && next ? 'pair' : undefined}>
        {ofToday.length > 0 && <DayPanel heading="Today" day={today} hours={ofToday} />}
        {next && <NextDay day={next.day} tomorrow={tomorrow} byDay={byDay} />}
      </div>
    </>
  )
}

function NextDay({
  day,
  tomorrow,
  byDay,
}: {
  day: string
  tomorrow: string
  byDay: Map<string, TrainerLesson[]>
}) {
  const hours = byDay.get(day) ?? []
  const planned = hours.filter((hour) => lessonChange(hour) === null).length
  const note =
    planned === 0
      ? formatDay(day)
      : `${formatDayOfMonth(day)}, ${countedPhrase(planned, 'hour', 'hours').toLowerCase()}`
  return (
    <DayPanel
      heading={day === tomorrow ? 'Tomorrow' : weekdayName(day)}
      day={day}
      hours={hours}
      more={<span className="note">{note}</span>}
    />
  )
}

const AllDatesLink = () => (
  <Link className="show" to="/dashboard/week">
    All my dates
    <Icon of={ArrowRight} />
  </Link>
)
