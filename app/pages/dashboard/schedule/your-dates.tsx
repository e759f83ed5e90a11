import { ArrowRight, CalendarPlus } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { countedPhraseInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { rowsInShortList, pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { OwnClasses } from '#app/pages/timetable/own-classes.tsx'
import { requirePerson } from '#domain/actor.ts'
import { listOwnAllowances } from '#domain/allowances/allowances.server.ts'
import {
  listOwnLessons,
  listChangedPastLessons,
  listTrainerLessons,
  type MemberLesson,
} from '#domain/lessons/calendar/calendar.server.ts'
import { listOwnClasses, listOwnPastClasses } from '#domain/lessons/classes/timetable.server.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { listMakeUps, type MakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { recordDatesSeen } from '#domain/mail/change-notices.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDay, formatDayOfMonth, formatFullDay, groupIntoWeeks } from '#format/days.ts'
import { capitalize, endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/your-dates.ts'
import { DateRows, WeekHeader } from './date-rows.tsx'
import { PastDates, recentDays, type Past } from './past-dates.tsx'
import { TrainerWeek, weekFromUrl } from './trainer-week.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('yourDates.yourDates'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const week = weekFromUrl(request)
    const page = pageFromUrl(request, 'past')
    const isTrainer = can(requirePerson(actor), 'lessons.give')
    const [{ today, hours }, changed, makeUps, classes, pastClasses, allowances, trainerWeek] =
      await Promise.all([
        listOwnLessons(actor, { back: recentDays, ahead: 93 }),
        listChangedPastLessons(actor, pageRange(page, rowsInShortList)),
        listMakeUps(actor),
        listOwnClasses(actor),
        listOwnPastClasses(actor),
        listOwnAllowances(actor),
        isTrainer
          ? listTrainerLessons(actor, { from: 7 * week, days: 7, withChanges: true, withClasses: true })
          : null,
        recordDatesSeen(actor),
      ])
    const ahead = hours.filter(({ isOver }) => !isOver)
    const past: Past = { ...changed, recent: hours.filter(({ isOver }) => isOver), page }
    const withAll = new URL(request.url).searchParams.has('all')
    const own = { today, ahead, past, makeUps, withAll, timeZone: club.timeZone }
    const ownClasses = { dates: classes, past: pastClasses, allowances }
    return { own, ownClasses, trainerWeek: trainerWeek && { ...trainerWeek, week } }
  },
)

/** All dates of a person: as a trainer by week, and those as a member. */
export default function YourDates({ loaderData: { own, ownClasses, trainerWeek } }: Route.ComponentProps) {
  const { ahead, past, makeUps } = own
  const isMember = trainerWeek === null || ahead.length + makeUps.length > 0 || hasPast(past)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{t('yourDates.yourDates')}</h1>
          <p className="subtitle">
            {trainerWeek ? t('yourDates.whosComingWhoIsnt') : upcomingSentence(ahead)}
          </p>
        </div>
        <Link className="show" to="/dashboard/calendar">
          <Icon of={CalendarPlus} />
          {t('yourDates.inYourCalendar')}
        </Link>
      </div>
      {trainerWeek && <TrainerWeek {...trainerWeek} />}
      <OwnClasses {...ownClasses} />
      {isMember && <OwnDates {...own} />}
    </>
  )
}

const hasPast = ({ recent, total }: Past) => recent.length + total > 0

const countOf = (hours: MemberLesson[]) => hours.filter(({ because }) => because === null).length

function upcomingSentence(ahead: MemberLesson[]): string {
  const hours = countOf(ahead)
  if (hours === 0) return t('yourDates.noHoursAhead')
  return t('yourDates.hourAheadGiveOne', { hours })
}

type OwnDatesProps = Route.ComponentProps['loaderData']['own']

/** Make-ups, upcoming dates by week, and past dates of a member. */
function OwnDates({ makeUps, ...dates }: OwnDatesProps) {
  const { ahead, past, today, timeZone } = dates
  return (
    <>
      {makeUps.length > 0 && <MakeUps makeUps={makeUps} />}
      {ahead.length === 0 && !hasPast(past) ? (
        <div className="above-5">
          <EmptyState
            heading={t('yourDates.noDatesYet')}
            action={<LinkButton to="/trainers">{t('yourDates.findATrainer')}</LinkButton>}
          >
            {t('yourDates.pickATrainerAnd')}
          </EmptyState>
        </div>
      ) : (
        <UpcomingDates {...dates} />
      )}
      {hasPast(past) && <PastDates {...{ past, today, timeZone }} />}
    </>
  )
}

/** Weeks that are shown at first. */
const initialWeeks = 2

function UpcomingDates({ ahead, withAll, today, timeZone }: Omit<OwnDatesProps, 'makeUps'>) {
  const weeks = groupIntoWeeks(ahead.map(({ day }) => day)).flatMap((days) => {
    const hours = ahead.filter(({ day }) => days.includes(day))
    return hours.length > 0 ? [{ days, hours }] : []
  })
  const shown = withAll ? weeks : weeks.slice(0, initialWeeks)
  const more = countOf(weeks.slice(shown.length).flatMap(({ hours }) => hours))
  const last = ahead.at(-1)
  return (
    <section className="panel">
      <header>
        <h2>{t('yourDates.ahead')}</h2>
        <UpcomingLegend hours={ahead} />
      </header>
      {weeks.length === 0 && <p className="note">{t('yourDates.noDatesAhead')}</p>}
      {shown.map(({ days, hours }) => (
        <div key={days[0]}>
          <WeekHeader days={days} hours={hours} />
          <DateRows hours={hours} today={today} timeZone={timeZone} />
        </div>
      ))}
      {weeks.length > shown.length && last && (
        <p className="above-4">
          <Link className="show" to="?all" preventScrollReset>
            {more > 0 ? t('yourDates.moreUntil', { more }) : t('yourDates.allUntil')}{' '}
            {formatDayOfMonth(last.day)}
            <Icon of={ArrowRight} />
          </Link>
        </p>
      )}
    </section>
  )
}

/** Legend of the marks; the bar only if one is shown. */
const UpcomingLegend = ({ hours }: { hours: MemberLesson[] }) => (
  <p className="month-key">
    <span>
      <Dot kind="on" />
      {t('yourDates.yours')}
    </span>
    {countOf(hours) < hours.length && (
      <span>
        <NoLessonMark />
        {t('yourDates.noHour')}
      </span>
    )}
  </p>
)

function MakeUps({ makeUps }: { makeUps: MakeUp[] }) {
  return (
    <section className="panel">
      <header>
        <h2>
          {t('yourDates.youHave', {
            countedPhraseInSentence: countedPhraseInSentence(
              makeUps.length,
              t('yourDates.makeUp'),
              t('yourDates.makeUps'),
            ),
          })}
        </h2>
      </header>
      <ul className="todo">
        {makeUps.map((makeUp) => (
          <li key={makeUp.id}>
            <Dot kind="ring" />
            <div>
              <b>{capitalize(describeMakeUpOrigin(makeUp, formatFullDay))}</b>
              <p>
                {t('yourDates.withUseItUntil', {
                  trainerName: makeUp.trainerName,
                  until: endSentence(formatDay(makeUp.until)),
                })}
              </p>
            </div>
            <LinkButton small to={`/dashboard/makeUp/${makeUp.id}`}>
              {t('yourDates.chooseAnHour')}
              <span className="visually-hidden"> {describeMakeUpOrigin(makeUp)}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
