import { randomUUID } from 'node:crypto'
import { CloudOff, QrCode, Search } from 'lucide'
import { useEffect, useRef } from 'react'
import { Form, Link, type ClientActionFunctionArgs } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TextField } from '#app/forms/field.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { PageError } from '#app/forms/page-error.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { AllowanceLine } from '#app/pages/timetable/allowance-line.tsx'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import {
  findArrivals,
  listArrivals,
  type Arrivals,
  type ExpectedPerson,
  type FoundArrival,
} from '#domain/visits/arrivals.server.ts'
import { isClubDevice } from '#domain/visits/club-devices.server.ts'
import { recordVisit, undoVisit } from '#domain/visits/visits.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { formatFullDay } from '#format/days.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/arrivals.ts'
import { ArrivalTile, type Tile } from './arrival-tile.tsx'
import { readDeviceToken } from './device-cookie.server.ts'
import { paysWith } from './give-place.tsx'
import { useOfflineDesk } from './offline-desk.ts'
import { addArrivalTap } from './stored-taps.ts'
import { submitOrStore } from './submit-or-store.ts'
import { useStoredTaps } from './unsent-taps.tsx'

const heading = () => t('arrivals.whoIsComing')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const text = new URL(request.url).searchParams.get('q') ?? ''
    const token = await readDeviceToken(request)
    const [day, found, isDevice] = await Promise.all([
      listArrivals(actor),
      findArrivals(actor, text),
      isClubDevice(actor, token),
    ])
    return {
      ...day,
      lessons: day.lessons.map((lesson) => ({ ...lesson, people: lesson.people.map(toTile) })),
      found: found.map((person) => ({ ...person, ...toTile(person) })),
      text,
      isDevice,
      timeZone: club.timeZone,
    }
  },
)

/** With an id for the visit that a tap records, so that a tap that is sent twice counts once. */
const toTile = (person: ExpectedPerson): Tile => ({ ...person, newVisitId: randomUUID() })

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const back = new URL(request.url).search
  if (readIntent(fields, ['came', 'undo']) === 'undo') {
    await undoVisit(actor, fields.get('visitId') ?? '')
    return redirectWithToast(`/dashboard/arrivals${back}`, { text: t('arrivals.undone') })
  }
  const { name } = await recordVisit(actor, {
    id: fields.get('visitId') ?? '',
    memberId: fields.get('memberId') ?? '',
    lessonId: fields.get('lessonId') || null,
  })
  const next = fields.has('fromToday') ? '/dashboard' : `/dashboard/arrivals${back}`
  return redirectWithToast(next, { text: t('arrivals.isIn', { name }) })
})

/** Stores a check-in on the device when the club cannot be reached. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrStore(args, {
    store: (fields) => {
      if (fields.get('intent') !== 'came') return false
      addArrivalTap({
        id: String(fields.get('visitId')),
        memberId: String(fields.get('memberId')),
        lessonId: String(fields.get('lessonId') ?? '') || null,
        at: Date.now(),
      })
      return true
    },
  })

/** The desk: everyone who is expected, with their face; one tap checks them in. */
export default function ArrivalsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lessons, text, found, today, now, timeZone, presentCount } = loaderData
  const current = lessons.filter(({ isNow }) => isNow)
  const later = lessons.filter(({ isNow, isOver }) => !isNow && !isOver)
  const isOffline = useOfflineDesk(loaderData.isDevice, loaderData)
  const hasUnsent = useStoredTaps().length > 0
  return (
    <>
      <div role="status">
        {isOffline && (
          // with taps that are not sent, the band above says the rest
          <p className={hasUnsent ? 'note' : 'unsent-taps'}>
            {!hasUnsent && <Icon of={CloudOff} />}
            {t('arrivals.noConnectionSince', {
              day: formatFullDay(today),
              time: formatTime(now, timeZone),
            })}
          </p>
        )}
      </div>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">
            {t('arrivals.hereNow', {
              today: formatFullDay(today),
              now: formatTime(now, timeZone),
              presentCount,
            })}
          </p>
        </div>
        <Link className="show" to="/dashboard/door">
          {t('arrivals.codeForTheDoor')}
          <Icon of={QrCode} />
        </Link>
      </div>
      <SearchForm text={text} />
      <p className="visually-hidden" role="status">
        {text !== '' && foundSentence({ found, text })}
      </p>
      <PageError problem={problemOf(actionData)} />
      {text !== '' && <Found {...{ found, text, timeZone }} classes={lessons.filter(isOpenToWalkIns)} />}
      {current.map((lesson) => (
        <LessonGroup key={lesson.lessonId} lesson={lesson} timeZone={timeZone} />
      ))}
      {current.length === 0 && text === '' && (
        <div className="above-5">
          <EmptyState heading={t('arrivals.nobodyIsExpectedNow')}>
            {t('arrivals.lessonsShowUpHere')}
          </EmptyState>
        </div>
      )}
      {later.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('arrivals.laterToday')}</h2>
          </header>
          {later.map((lesson) => (
            <details className="arrivals-later" key={lesson.lessonId}>
              <summary>
                {t('arrivals.person', { lessonTitle: lessonTitle(lesson), count: lesson.people.length })}
              </summary>
              <Tiles lesson={lesson} timeZone={timeZone} />
            </details>
          ))}
        </section>
      )}
    </>
  )
}

/** The focus stays in the field for the next person. */
function SearchForm({ text }: { text: string }) {
  const form = useRef<HTMLFormElement>(null)
  // after a link or the browser's way back
  useEffect(() => {
    const field = form.current?.elements.namedItem('q')
    if (field instanceof HTMLInputElement) field.value = text
  }, [text])
  return (
    <Form ref={form} className="search-form" role="search">
      <TextField
        label={t('arrivals.nameAddressOrNumber')}
        name="q"
        type="search"
        maxLength={100}
        defaultValue={text}
        icon={<Icon of={Search} />}
      />
      <Button>{t('arrivals.find')}</Button>
    </Form>
  )
}

type LessonOfDay = Omit<Arrivals, 'people'> & { people: Tile[] }

const isOpenToWalkIns = ({ isOver, placesLeft }: LessonOfDay) =>
  !isOver && placesLeft !== null && placesLeft > 0

const lessonTitle = ({ startHour, startMinute, title, trainerName }: LessonOfDay) =>
  `${formatClock(startHour, startMinute)} ${title ?? t('arrivals.with', { trainerName: firstName(trainerName) })}`

function LessonGroup({ lesson, timeZone }: { lesson: LessonOfDay; timeZone: string }) {
  const { lessonId, trainerName, roomName, people } = lesson
  const here = people.filter(({ cameAt }) => cameAt !== null).length
  return (
    <section className="arrivals-group" aria-labelledby={`lesson-${lessonId}`}>
      <header>
        <h2 id={`lesson-${lessonId}`}>{lessonTitle(lesson)}</h2>
        <p className="note">
          {[firstName(trainerName), roomName].filter((each) => each !== null).join(', ')}
        </p>
        <p className="in-count">
          <b>{here}</b>
          {t('arrivals.ofIn', { count: people.length })}
          <Link className="row-link" to={`/dashboard/participants/${lessonId}`}>
            {t('arrivals.list')}
            <span className="visually-hidden">{t('arrivals.of', { lessonTitle: lessonTitle(lesson) })}</span>
          </Link>
        </p>
      </header>
      <Tiles lesson={lesson} timeZone={timeZone} />
    </section>
  )
}

function Tiles({ lesson, timeZone }: { lesson: LessonOfDay; timeZone: string }) {
  if (lesson.people.length === 0) return <p className="note above-3">{t('arrivals.nobodyHasBooked')}</p>
  return (
    <ul className="arrivals">
      {lesson.people.map((person) => (
        <ArrivalTile key={person.memberId} person={person} lessonId={lesson.lessonId} timeZone={timeZone} />
      ))}
    </ul>
  )
}

type FoundProps = {
  found: (Tile & Pick<FoundArrival, 'lesson' | 'payment'>)[]
  text: string
  /** Classes of today with a free place. */
  classes: LessonOfDay[]
  timeZone: string
}

const foundSentence = ({ found, text }: Pick<FoundProps, 'found' | 'text'>) =>
  found.length === 0
    ? t('arrivals.nobodyHereIsCalled', { text })
    : t('arrivals.person2', { count: found.length })

function Found({ found, text, classes, timeZone }: FoundProps) {
  return (
    <section className="arrivals-group" aria-labelledby="found">
      <header>
        <h2 id="found">{t('arrivals.found')}</h2>
        <p className="note">{foundSentence({ found, text })}</p>
      </header>
      <ul className="arrivals">
        {found.map(({ lesson, payment, ...person }) => (
          <ArrivalTile
            key={person.memberId}
            person={person}
            lessonId={lesson?.lessonId ?? null}
            to={
              lesson
                ? `${formatClock(lesson.startHour, lesson.startMinute)} ${lesson.title ?? t('arrivals.ownHour')}`
                : t('arrivals.cameToTrain')
            }
            timeZone={timeZone}
          >
            {person.visitId === null && lesson === null && (
              <IntoClass person={person} payment={payment} classes={classes} />
            )}
          </ArrivalTile>
        ))}
      </ul>
    </section>
  )
}

/** Gives a free place of a class to a person who came without one. */
function IntoClass({
  person: { memberId, name, newVisitId },
  payment,
  classes,
}: {
  person: Tile
  payment: Allowance | null
  classes: LessonOfDay[]
}) {
  if (classes.length === 0) return null
  return (
    <details className="into-class">
      <summary>
        {t('arrivals.intoAClass')}
        <span className="visually-hidden">: {name}</span>
      </summary>
      <p className="note">
        {payment === null ? (
          t('arrivals.noClassLeft')
        ) : (
          <>
            {capitalize(paysWith(payment))} <AllowanceLine {...payment} />
          </>
        )}
      </p>
      <Form method="post" preventScrollReset>
        <HiddenFields values={{ intent: 'came', visitId: newVisitId, memberId }} />
        {payment !== null &&
          classes.map((lesson) => (
            <button key={lesson.lessonId} className="row-link" name="lessonId" value={lesson.lessonId}>
              {lessonTitle(lesson)}
              <small>{t('arrivals.placeLeft', { placesLeft: lesson.placesLeft! })}</small>
            </button>
          ))}
      </Form>
    </details>
  )
}
