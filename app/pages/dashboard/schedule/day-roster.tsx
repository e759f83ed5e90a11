import { ArrowLeft, ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { calendarDay } from '#domain/input.ts'
import { listDayRoster } from '#domain/lessons/roster/day-roster.server.ts'
import { addDays, formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/day-roster.ts'
import { DayRosterList } from './day-roster-list.tsx'

const title = () => t('dayRoster.whosIn')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  // an invalid day means today
  const { data: day } = calendarDay(() => '').safeParse(new URL(request.url).searchParams.get('day'))
  return { page, ...(await listDayRoster(actor, { day, withClasses: true, ...pageRange(page) })) }
})

/** Day roster: all hours and classes of a day. */
export default function DayRoster({ loaderData }: Route.ComponentProps) {
  const { items, total, page, today, day } = loaderData
  return (
    <>
      <h1>{title()}</h1>
      <p className="subtitle">
        {formatFullDay(day)}
        {day === today && t('dayRoster.today')}
        {t('dayRoster.lesson', { total })}
      </p>
      <nav className="week-steps" aria-label={t('dayRoster.days')}>
        <Link className="show" to={`?day=${addDays(day, -1)}`} rel="prev" preventScrollReset>
          <Icon of={ArrowLeft} />
          {formatDay(addDays(day, -1))}
        </Link>
        {day !== today && (
          <Link className="show" to="?">
            {t('day.today')}
          </Link>
        )}
        <Link className="show" to={`?day=${addDays(day, 1)}`} rel="next" preventScrollReset>
          {formatDay(addDays(day, 1))}
          <Icon of={ArrowRight} />
        </Link>
      </nav>
      <section className="panel" aria-label={formatFullDay(day)}>
        <DayRosterList hours={items} />
      </section>
      <ListPagination page={page} total={total} keepParameters={['day']} />
    </>
  )
}
