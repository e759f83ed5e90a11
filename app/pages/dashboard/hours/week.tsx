import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { requirePerson } from '#domain/actor.ts'
import { listOwnHours, listTrainerHours, type DatedHour } from '#domain/lessons/calendar.server.ts'
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
import { GivenWeek, weekOf } from './given-week.tsx'
import type { Route } from './+types/week.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Your dates')

export const loader = load(async ({ actor, request }: Route.LoaderArgs & Caller) => {
  const week = weekOf(request)
  const isTrainer = requirePerson(actor).role === 'trainer'
  const [{ hours }, makeUps, given] = await Promise.all([
    listOwnHours(actor, { back: 31, ahead: 62 }),
    listMakeUps(actor),
    isTrainer ? listTrainerHours(actor, { from: 7 * week, days: 7, withChanges: true }) : null,
  ])
  return { hours, makeUps, given: given && { ...given, week } }
})

/** All dates of a person: the week of hours that a trainer gives, and the hours they take themselves. */
export default function Week({ loaderData: { hours, makeUps, given } }: Route.ComponentProps) {
  const isMember = given === null || hours.length + makeUps.length > 0
  return (
    <>
      <BackToIndex />
      <div className="head-row">
        <div>
          <h1>Your dates</h1>
          <p className="subtitle">{given ? 'Who comes, who does not, and who stands in.' : aheadOf(hours)}</p>
        </div>
        <Link className="show" to="/dashboard/calendar">
          <CalendarPlus className="icon" aria-hidden="true" />
          In your calendar
        </Link>
      </div>
      {given && <GivenWeek {...given} />}
      {isMember && <OwnDates hours={hours} makeUps={makeUps} />}
    </>
  )
}

function aheadOf(hours: DatedHour[]): string {
  const count = hours.filter(({ because, isOver }) => because === null && !isOver).length
  return `${formatCount(count, 'hour', 'hours')} ahead. Give one back in time and choose another.`
}

/** The dates of a member, those ahead and those of the last month, and what the club owes them. */
function OwnDates({ hours, makeUps }: { hours: DatedHour[]; makeUps: MakeUp[] }) {
  const ahead = hours.filter(({ isOver }) => !isOver)
  const past = hours.filter(({ isOver }) => isOver).reverse()
  return (
    <>
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
