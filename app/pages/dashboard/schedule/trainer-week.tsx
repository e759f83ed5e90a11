import { ArrowLeft, ArrowRight } from 'lucide'
import { Link } from 'react-router'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { DayPanel } from './day-panel.tsx'
import { addDays, formatDay, weekdayName } from '#format/days.ts'
import { Icon } from '#app/components/icon.tsx'

/** So many weeks back and ahead can be looked at. */
const maxWeekOffset = 53

/** The week that the address asks for, counted from today's, which is 0; anything odd is that one. */
export function weekFromUrl(request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get('week'))
  return Number.isInteger(asked) && Math.abs(asked) <= maxWeekOffset ? asked : 0
}

type Props = { week: number; today: string; hours: TrainerLesson[] }

/** Seven days of a trainer: who comes, and what became of the others. */
export function TrainerWeek({ week, today, hours }: Props) {
  const fromDay = addDays(today, 7 * week)
  const stretch = `${formatDay(fromDay)} to ${formatDay(addDays(fromDay, 6))}`
  return (
    <section aria-labelledby="given">
      <div className="week-steps">
        {week > -maxWeekOffset && <WeekLink to={week - 1} relation="prev" />}
        <h2 id="given">{stretch}</h2>
        {week < maxWeekOffset && <WeekLink to={week + 1} relation="next" />}
      </div>
      {hours.length === 0 && (
        <EmptyState heading="Nobody comes" headingLevel={3}>
          No hour of yours is sold for these days.
        </EmptyState>
      )}
      {[...Map.groupBy(hours, ({ day }) => day)].map(([day, ofDay]) => (
        <DayPanel key={day} heading={weekdayName(day)} day={day} hours={ofDay} />
      ))}
    </section>
  )
}

const WeekLink = ({ to, relation }: { to: number; relation: 'prev' | 'next' }) => (
  <Link className="show" to={to === 0 ? '?' : `?week=${to}`} rel={relation} preventScrollReset>
    {relation === 'prev' && <Icon of={ArrowLeft} />}
    {relation === 'prev' ? 'Week before' : 'Week after'}
    {relation === 'next' && <Icon of={ArrowRight} />}
  </Link>
)
