import { ListFilter } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { openingNotice } from '#app/frame/opening-notice.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { listOwnAllowances } from '#domain/allowances/allowances.server.ts'
import {
  listTimetableChoices,
  readTimetable,
  type TimetableDay,
} from '#domain/lessons/classes/timetable.server.ts'
import { addDays, dayOfMonth, formatDay, formatDayOfMonth, formatFullDay, weekdayName } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { dayName, shortDayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/timetable.ts'
import { AllowanceLines } from './allowance-line.tsx'
import { ClassLine } from './class-line.tsx'
import {
  dayParts,
  filterOf,
  parseTimetableQuery,
  timetableUrl,
  type TimetableQuery,
} from './timetable-query.ts'
import { WeekSteps } from './week-steps.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('timetable.timetable'), t('timetable.everyClassOfThe'))

export const loader = createLoader(
  async ({ actor, url, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const query = parseTimetableQuery(url.searchParams)
    const [timetable, choices, allowances] = await Promise.all([
      readTimetable(actor, { from: query.from ?? undefined, ...filterOf(query) }),
      listTimetableChoices(),
      actor.kind === 'person' ? listOwnAllowances(actor) : [],
    ])
    return { ...timetable, query, choices, allowances, publicUrl: club.publicUrl }
  },
)

export default function Timetable({ loaderData }: Route.ComponentProps) {
  const { today, days, query, allowances } = loaderData
  const { opensOn } = useLayoutProps().club
  const first = days[0]!.day
  const last = days.at(-1)!.day
  const isEmpty = days.every(({ classes }) => classes.length === 0)
  return (
    <div className="wrap section-below">
      <div className="page-head timetable-head">
        <div className="row">
          <h1 className="display h-title">{t('timetable.timetable')}</h1>
          <p>
            {allowances.length > 0 ? (
              <AllowanceLines allowances={allowances} />
            ) : opensOn !== null ? (
              openingNotice(opensOn)
            ) : (
              <>
                {t('timetable.whatPaysIsOn')}
                <Link to="/membership-plans">{t('timetable.priceList')}</Link>
              </>
            )}
          </p>
        </div>
      </div>
      <div className="timetable-bar">
        <h2>{t('timetable.to', { first: formatDayOfMonth(first), last: formatDayOfMonth(last) })}</h2>
        <Filters {...loaderData} />
        <WeekSteps
          {...loaderData}
          first={first}
          addressOf={(from) => timetableUrl({ ...loaderData.query, from })}
        />
      </div>
      <div role="status">
        <OnlyThese {...loaderData} />
      </div>
      <nav className="day-strip" aria-label={t('timetable.days')}>
        <ol>
          {days.map((day) => (
            <li key={day.day}>
              <DayLink day={day} isToday={day.day === today} />
            </li>
          ))}
        </ol>
      </nav>
      <ol className="timetable">
        {days.map((day) => (
          <Day key={day.day} day={day} today={today} />
        ))}
      </ol>
      {isEmpty && (
        <EmptyState
          heading={t('timetable.noClassFits')}
          action={
            <LinkButton to={timetableUrl({ ...query, from: addDays(first, 7) })}>
              {t('timetable.theWeekAfter')}
            </LinkButton>
          }
        >
          {endSentence(t('timetable.thereIsNoneFrom', { first: formatDay(first), last: formatDay(last) }))}
        </EmptyState>
      )}
      <p className="note above-5">
        <a href={calendarUrl(loaderData)}>{t('timetable.intoYourCalendar')}</a>
      </p>
    </div>
  )
}

/** The address with which calendar programs subscribe to these classes. */
function calendarUrl({ query, publicUrl }: Data): string {
  const filter = Object.entries({ trainer: query.trainer, class: query.class })
  const params = new URLSearchParams(filter.filter(([, value]) => value !== ''))
  const address = `${publicUrl.replace(/^https?:/, 'webcal:')}/calendar/classes.ics`
  return params.size === 0 ? address : `${address}?${params}`
}

function DayLink({ day: { day, closedBecause }, isToday }: { day: TimetableDay; isToday: boolean }) {
  return (
    <a href={`#d${day}`} aria-current={isToday ? 'date' : undefined}>
      <abbr title={dayName(weekdayName(day))}>{shortDayName(weekdayName(day))}</abbr>
      <b>{dayOfMonth(day)}</b>
      {closedBecause !== null && (
        <>
          <NoLessonMark />
          <span className="visually-hidden">{t('timetable.closed')}</span>
        </>
      )}
    </a>
  )
}

function Day({ day: { day, closedBecause, classes }, today }: { day: TimetableDay; today: string }) {
  const isToday = day === today
  const over = classes.filter((item) => isToday && item.isOver)
  const ahead = classes.filter((item) => !(isToday && item.isOver))
  return (
    <li className={isToday ? 'day today' : 'day'} id={`d${day}`}>
      <h3>
        <span className="weekday" aria-hidden="true">
          <abbr title={dayName(weekdayName(day))}>{shortDayName(weekdayName(day))}</abbr> {dayOfMonth(day)}
        </span>
        <span className="whole">
          {isToday ? (
            <>
              <b>{t('timetable.today')}</b> {formatDay(day)}
            </>
          ) : (
            formatFullDay(day)
          )}
        </span>
      </h3>
      {over.length > 0 && (
        <details className="earlier" open={over.some(({ own }) => own !== null)}>
          <summary>{t('timetable.earlierToday', { count: over.length })}</summary>
          <Lines classes={over} />
        </details>
      )}
      <Lines classes={ahead} />
      {closedBecause !== null ? (
        <p className="nothing">
          <NoLessonMark />
          <span>
            <b>{t('timetable.closed2')}</b> {closedBecause}
          </span>
        </p>
      ) : (
        ahead.length === 0 && (
          <p className="nothing">{over.length > 0 ? t('timetable.noMoreToday') : t('timetable.noClasses')}</p>
        )
      )}
    </li>
  )
}

function Lines({ classes }: { classes: TimetableDay['classes'] }) {
  if (classes.length === 0) return null
  return (
    <ol>
      {classes.map((item) => (
        <li key={item.id}>
          <ClassLine item={item} />
        </li>
      ))}
    </ol>
  )
}

type Data = Route.ComponentProps['loaderData']

/** With scripts a choice applies at once. */
function Filters({ query, choices }: Data) {
  const submit = useSubmit()
  const isHydrated = useHydrated()
  // it stays open for the next choice
  const [isOpen] = useState(isFiltered(query))
  const form = useRef<HTMLFormElement>(null)
  // after a link or the browser's way back as well
  useEffect(() => {
    for (const name of ['trainer', 'class', 'time'] as const) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement) field.value = query[name]
    }
  }, [query])
  return (
    <details className="filter" open={isOpen}>
      <summary className="button small">
        <span className="label-of-button">
          <Icon of={ListFilter} smaller />
          {t('timetable.filter')}
        </span>
      </summary>
      <Form
        ref={form}
        className="filter-form"
        action="/timetable"
        onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true })}
      >
        {query.from !== null && <HiddenFields values={{ from: query.from }} />}
        <SelectField
          label={t('timetable.trainer')}
          name="trainer"
          defaultValue={query.trainer}
          options={[{ value: '', label: t('timetable.everyTrainer') }, ...choices.trainers]}
        />
        <SelectField
          label={t('timetable.class')}
          name="class"
          defaultValue={query.class}
          options={[{ value: '', label: t('timetable.everyClass') }, ...choices.classes]}
        />
        <SelectField
          label={t('timetable.timeOfDay')}
          name="time"
          defaultValue={query.time}
          options={[{ value: '', label: t('timetable.allDay') }, ...dayParts]}
        />
        {!isHydrated && <Button small>{t('timetable.show')}</Button>}
      </Form>
    </details>
  )
}

const isFiltered = ({ trainer, class: of, time }: TimetableQuery) => `${trainer}${of}${time}` !== ''

/** The active filter as a sentence, with a way out. */
function OnlyThese({ query, choices, days }: Data) {
  if (!isFiltered(query)) return null
  const named = [
    choices.classes.find(({ value }) => value === query.class)?.label,
    choices.trainers.find(({ value }) => value === query.trainer)?.label,
    dayParts.find(({ value }) => value === query.time)?.label,
  ].filter((label) => label !== undefined)
  const found = days.reduce((sum, { classes }) => sum + classes.length, 0)
  return (
    <p className="only-these">
      {t('timetable.onlyClass', { value: named.join(', '), found })}
      <Link to={timetableUrl({ from: query.from, trainer: '', class: '', time: '' })}>
        {t('timetable.showAllClasses')}
      </Link>
    </p>
  )
}
