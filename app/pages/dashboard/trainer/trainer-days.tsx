import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Calendar, TrainerHour } from '#domain/lessons/calendar.server.ts'
import { dayAfter, weekdayName } from '#words/days.ts'
import { changeOf, DayPanel } from './day-panel.tsx'

type Props = Calendar<TrainerHour> & {
  /** The hours of today that are still ahead and nobody's, the earliest first. */
  free: number[]
}

/** Who comes today, and who on the next day with hours that the trainer gives. */
export function TrainerDays({ today, hours, free }: Props) {
  const byDay = Map.groupBy(hours, ({ day }) => day)
  const tomorrow = dayAfter(today, 1)
  const next = hours.find((hour) => hour.day > today && changeOf(hour) === null)?.day ?? tomorrow
  const all = (
    <Link className="show" to="/dashboard/week">
      All my dates
      <ArrowRight className="icon" aria-hidden="true" />
    </Link>
  )
  return (
    <div className="pair">
      <DayPanel heading="Today" day={today} hours={byDay.get(today) ?? []} free={free} more={all} />
      <DayPanel
        heading={next === tomorrow ? 'Tomorrow' : weekdayName(next)}
        day={next}
        hours={byDay.get(next) ?? []}
      />
    </div>
  )
}
