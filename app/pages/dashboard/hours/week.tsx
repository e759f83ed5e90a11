import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { listOwnHours, type DatedHour } from '#domain/lessons/calendar.server.ts'
import { listMakeUps, type MakeUp } from '#domain/lessons/make-ups.server.ts'
import { BackToIndex } from '#app/pages/dashboard/back-to-index.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { NoHour } from '#app/components/month.tsx'
import { whyNoHour } from '#app/components/no-hour.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { formatDay, formatFullDay } from '#words/days.ts'
import { formatCount, formatHour } from '#words/format.ts'
import type { Route } from './+types/week.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Your dates')

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) => {
  const [{ hours }, makeUps] = await Promise.all([
    listOwnHours(actor, { back: 31, ahead: 62 }),
    listMakeUps(actor),
  ])
  return { hours, makeUps }
})

/** All dates of a member, those ahead and those of the last month, and what the club owes them. */
export default function Week({ loaderData: { hours, makeUps } }: Route.ComponentProps) {
  const ahead = hours.filter(({ isOver }) => !isOver)
  const past = hours.filter(({ isOver }) => isOver).reverse()
  const count = ahead.filter(({ because }) => because === null).length
  return (
    <>
      <BackToIndex />
      <div className="head-row">
        <div>
          <h1>Your dates</h1>
          <p className="subtitle">
            {formatCount(count, 'hour', 'hours')} ahead. Give one back in time and choose another.
          </p>
        </div>
        <Link className="show" to="/dashboard/calendar">
          <CalendarPlus className="icon" aria-hidden="true" />
          In your calendar
        </Link>
      </div>
      {makeUps.length > 0 && <MakeUps makeUps={makeUps} />}
      {hours.length === 0 ? (
        <EmptyState heading="No dates yet" action={<LinkButton to="/trainers">Find a trainer</LinkButton>}>
          Choose a trainer and a free hour; its dates appear here.
        </EmptyState>
      ) : (
        <DateList heading="Ahead" hours={ahead} />
      )}
      {past.length > 0 && <DateList heading="Past" hours={past} />}
    </>
  )
}

function MakeUps({ makeUps }: { makeUps: MakeUp[] }) {
  return (
    <section className="panel">
      <header>
        <h2>{formatCount(makeUps.length, 'make-up is', 'make-ups are')} yours</h2>
      </header>
      <ul className="todo">
        {makeUps.map(({ id, fromDate, until, trainerName }) => (
          <li key={id}>
            <Dot kind="ring" />
            <div>
              <b>For {formatFullDay(fromDate)}</b>
              <p>
                With {trainerName}. Use it until {formatDay(until)}.
              </p>
            </div>
            <LinkButton small to={`/dashboard/makeUp/${id}`}>
              Choose an hour<span className="visually-hidden"> for {formatDay(fromDate)}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DateList({ heading, hours }: { heading: string; hours: DatedHour[] }) {
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
      </header>
      <ul className="todo">
        {hours.map(({ lessonId, day, startHour, because, isOver, name, insteadOf }) => (
          <li key={lessonId ?? `${day} ${startHour}`}>
            {because === null ? <Dot kind={isOver ? 'ink' : 'on'} /> : <NoHour />}
            <div>
              <b>
                {formatDay(day)}, {formatHour(startHour)}
              </b>
              <p>
                {because === null ? name : whyNoHour(because, name)}
                {because === null && insteadOf && `, for ${insteadOf}`}
              </p>
            </div>
            {lessonId && because === null && !isOver && (
              <Link className="row-link push-end" to={`/dashboard/lesson/${lessonId}`}>
                Can’t come or move<span className="visually-hidden"> {formatDay(day)}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
