import { ArrowLeft, ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import type { TrainerLesson } from '#domain/lessons/calendar/calendar.server.ts'
import { addDays, formatDay, weekdayName } from '#format/days.ts'
import { dayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { DayPanel } from './day-panel.tsx'

/** Weeks that can be browsed back and ahead. */
const maxWeekOffset = 53

/** Week number in the URL, counted from the current week, which is 0; 0 for an invalid value. */
export function weekFromUrl(request: Request): number {
  const week = Number(new URL(request.url).searchParams.get('week'))
  return Number.isInteger(week) && Math.abs(week) <= maxWeekOffset ? week : 0
}

type Props = { week: number; today: string; hours: TrainerLesson[] }

/** Seven days of a trainer's hours, cancelled ones included. */
export function TrainerWeek({ week, today, hours }: Props) {
  const fromDay = addDays(today, 7 * week)
  const period = t('trainerWeek.to', { fromDay: formatDay(fromDay), addDays: formatDay(addDays(fromDay, 6)) })
  return (
    <section aria-labelledby="trainer-week">
      <div className="week-steps">
        {week > -maxWeekOffset && <WeekLink to={week - 1} relation="prev" />}
        <h2 id="trainer-week">{period}</h2>
        {week < maxWeekOffset && <WeekLink to={week + 1} relation="next" />}
      </div>
      {hours.length === 0 && (
        <EmptyState heading={t('trainerWeek.noHoursThisWeek')} headingLevel={3}>
          {t('trainerWeek.noneOfYourHours')}
        </EmptyState>
      )}
      {[...Map.groupBy(hours, ({ day }) => day)].map(([day, ofDay]) => (
        <DayPanel key={day} heading={dayName(weekdayName(day))} day={day} hours={ofDay} />
      ))}
    </section>
  )
}

const WeekLink = ({ to, relation }: { to: number; relation: 'prev' | 'next' }) => (
  <Link className="show" to={to === 0 ? '?' : `?week=${to}`} rel={relation} preventScrollReset>
    {relation === 'prev' && <Icon of={ArrowLeft} />}
    {relation === 'prev' ? t('trainerWeek.previousWeek') : t('trainerWeek.nextWeek')}
    {relation === 'next' && <Icon of={ArrowRight} />}
  </Link>
)
