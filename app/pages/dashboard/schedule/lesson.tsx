import { ArrowRight, CalendarPlus } from 'lucide'
import { Link, Outlet } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { missingLessonReason } from '#app/components/missing-lesson.ts'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { ConfirmIntent } from '#app/forms/intent-form.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { BookingSummary } from '#app/pages/bookings/booking-summary.tsx'
import { AvailableTrainers } from '#app/pages/dashboard/absences/available-trainers.tsx'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import type { LessonCancellationReason } from '#db/tables.ts'
import { requirePerson } from '#domain/actor.ts'
import { callOffLesson, cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { listFreeTrainers } from '#domain/lessons/covers/available-trainers.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { getLesson, type Lesson } from '#domain/lessons/lesson.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import type { Notified } from '#domain/mail/change-notices.rules.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDay, formatDayOfMonth, formatFullDay } from '#format/days.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { capitalize, endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/lesson.ts'
import { LessonStatus } from './lesson-status.tsx'
import { moveAllowance, cancellationOutcome } from './lesson-wording.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData ? nameOf(loaderData.lesson) : t('lesson.yourHour'))

export const loader = createLoader(
  async ({ actor, request, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = requirePerson(actor)
    const [lesson, notified] = await Promise.all([
      getLesson(actor, params.id),
      can(person, 'changes.tell') ? previewNotified(actor, { lessonId: params.id }) : null,
    ])
    const isOffice = can(person, 'lessons.manageAll')
    const wantsTrainer = lesson.coverUntil !== null && isOffice
    const page = pageFromUrl(request)
    const free = wantsTrainer
      ? { page, ...(await listFreeTrainers(actor, lesson.id, pageRange(page))) }
      : null
    return { lesson, free, isOffice, notified, hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const text = await runIntent(actor, params.id, fields)
  return redirectWithToast(`/dashboard/lesson/${params.id}`, { text })
})

async function runIntent(
  actor: LoaderContext['actor'],
  id: string,
  fields: URLSearchParams,
): Promise<string> {
  switch (readIntent(fields, ['giveBack', 'callOff', 'cover'])) {
    case 'callOff':
      return cancelByClub(actor, id)
    case 'cover': {
      const trainerId = fields.get('trainerId') ?? undefined
      const { trainerName, notified } = await takeCover(actor, id, { trainerId })
      const notice = changeNotice(
        sendsMail(),
        notified,
        t('lesson.everyoneAffectedGetsAn'),
        t('lesson.tellEveryoneAffectedYourself'),
      )
      return t('lesson.givesThisHour', { trainerName, notice })
    }
    case 'giveBack':
      return cancelByMember(actor, id)
  }
}

async function cancelByClub(actor: LoaderContext['actor'], id: string): Promise<string> {
  const { until, notified } = await callOffLesson(actor, id)
  const notice = changeNotice(sendsMail(), notified, t('lesson.anEmailIsOn'))
  return t('lesson.itIsCalledOff', { until: endSentence(formatDay(until)), notice })
}

async function cancelByMember(actor: LoaderContext['actor'], id: string): Promise<string> {
  const { until } = await cancelLesson(actor, id)
  return until === null
    ? t('lesson.youGaveTheHour')
    : t('lesson.youHaveAMake', { until: endSentence(formatDay(until)) })
}

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

const nameOf = ({ day, startHour }: Lesson) => `${formatFullDay(day)}, ${formatHour(startHour)}`

/** One lesson: its status and, for member or staff, the actions with their consequences. */
export default function LessonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lesson, free, isOffice, notified, hasMail, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  const { isOwn, memberName, trainerName, insteadOf, startHour } = lesson
  return (
    <>
      {isOwn ? (
        <BackLink to="/dashboard/week">{t('lesson.yourDates')}</BackLink>
      ) : isOffice ? (
        <BackLink to={`/dashboard/members/${lesson.memberId}`}>{memberName}</BackLink>
      ) : null}
      <h1>{nameOf(lesson)}</h1>
      <p className="subtitle">
        {t('lesson.with', { startHour: formatHourSpan(startHour) })}
        {isOwn ? trainerName : t('lesson.by', { memberName, trainerName })}
        {insteadOf && t('lesson.for', { insteadOf })}.
      </p>
      {message && <FormError>{message}</FormError>}
      <div className={isOwn ? 'with-side lesson' : 'lesson'}>
        <div>
          <LessonStatus lesson={lesson} timeZone={timeZone} />
          {free && <AvailableTrainers {...free} />}
          {lesson.outcome !== null &&
            (isOwn || notified === null ? (
              <MemberOptions {...lesson} />
            ) : (
              <StaffOptions {...lesson} notified={notified} hasMail={hasMail} />
            ))}
          {lesson.because !== null && <CancellationReason {...lesson} because={lesson.because} />}
        </div>
        {isOwn && <LessonSummary {...lesson} />}
      </div>
      {isOffice && (
        <p className="above-4">
          <Link className="show" to={`/dashboard/owed/${lesson.bookingId}`}>
            {t('lesson.makeUpsOfThis')}
            <Icon of={ArrowRight} />
          </Link>
        </p>
      )}
      <Outlet />
    </>
  )
}

/** The lesson's trainer and month, and the make-ups of that month. */
function LessonSummary(lesson: Lesson) {
  const { bookingId, day, startHour, trainerName, portrait, ownMakeUps, makeUpsAMonth } = lesson
  const { makeUpsOwed, owedUntil, monthUntil } = lesson
  return (
    <BookingSummary
      heading={t('lesson.thisHour')}
      trainer={{ name: trainerName, portrait }}
      slot={formatHourSpan(startHour)}
      days={formatFullDay(day)}
      rows={[
        {
          name: t('lesson.makeUpsOwed'),
          value:
            owedUntil === null
              ? t('lesson.none')
              : t('lesson.until', { makeUpsOwed, owedUntil: formatDayOfMonth(owedUntil) }),
        },
        {
          name: t('lesson.givenBackThisMonth'),
          value: t('lesson.of', { ownMakeUps: Math.min(ownMakeUps, makeUpsAMonth), makeUpsAMonth }),
        },
        {
          name: t('lesson.month'),
          value: (
            <Link className="text-link-strong" to={`/dashboard/hour/${bookingId}`}>
              {monthUntil === null
                ? t('lesson.allItsDates')
                : t('lesson.until2', { monthUntil: formatDayOfMonth(monthUntil) })}
            </Link>
          ),
        },
      ]}
    >
      {lesson.outcome !== null && (
        <Link className="show" to="/dashboard/calendar">
          <Icon of={CalendarPlus} />
          {t('lesson.addToCalendar')}
        </Link>
      )}
    </BookingSummary>
  )
}

/** Reason of the cancellation and, for the member, the compensation. */
function CancellationReason({
  because,
  participantState,
  ...lesson
}: Lesson & { because: LessonCancellationReason }) {
  const { isOwn, trainerName, isOver, makeUpId } = lesson
  if (!isOwn) return <p className="note above-3">{capitalize(noLessonReasonLabels[because])}.</p>
  const became = { ...lesson, lessonId: lesson.id, wasLate: participantState === 'late' }
  return (
    <p className="note above-3">
      {missingLessonReason({ because, isOver, trainerName, became })}{' '}
      {makeUpId !== null && (
        <Link className="text-link-strong" to={`/dashboard/makeUp/${makeUpId}`}>
          {t('lesson.chooseAnHour')}
        </Link>
      )}
    </p>
  )
}

function MemberOptions(lesson: Lesson) {
  const { id, outcome, trainerName, hasLeft, startHour, coverUntil } = lesson
  const isLate = outcome === 'too late'
  return (
    <ul className="options">
      {outcome === 'make-up' && (
        <li>
          <div>
            <b>{t('lesson.anotherHourInstead')}</b>
            <p>
              {t('lesson.pick')}
              {hasLeft
                ? t('lesson.aFreeHour')
                : t('lesson.oneOfSFree', { trainerName: firstName(trainerName) })}
              {t('lesson.inTheNextFew', { moveAllowance: moveAllowance(lesson) })}
            </p>
          </div>
          <LinkButton to={`/dashboard/lesson/${id}/move`} variant="primary" preventScrollReset>
            {t('lesson.moveThisHour')}
          </LinkButton>
        </li>
      )}
      <li>
        <div>
          <b>
            {isLate
              ? t('lesson.tellAnyway', { trainerName: firstName(trainerName) })
              : t('lesson.giveItBack')}
          </b>
          <p>{cancellationOutcome(lesson)}</p>
        </div>
        <ConfirmIntent
          openLabel={t('lesson.cantCome')}
          heading={t('lesson.giveThisHourBack')}
          text={cancellationOutcome(lesson)}
          confirmLabel={t('lesson.yesGiveItBack')}
          intent="giveBack"
        />
      </li>
      {coverUntil === null && (
        <li className="after">
          {t('lesson.youCanStillCome', {
            isLate: isLate ? 'yes' : 'no',
            trainerName: firstName(trainerName),
            startHour: formatHour(startHour),
          })}
        </li>
      )}
    </ul>
  )
}

function StaffOptions({
  memberName,
  clubMakeUpUntil,
  coverUntil,
  notified,
  hasMail,
  ...hour
}: Lesson & { notified: Notified; hasMail: boolean }) {
  const text = t('lesson.getsAMakeUp', {
    memberName,
    clubMakeUpUntil: endSentence(formatDay(clubMakeUpUntil)),
    changeNotice: changeNotice(hasMail, notified, t('lesson.weEmailThem')),
  })
  return (
    <ul className="options">
      {coverUntil === null && (
        <li>
          <div>
            <b>{t('lesson.anotherTrainerTakesIt')}</b>
            <p>{t('lesson.weAskTheOther')}</p>
          </div>
          <LinkButton to={`/dashboard/absences?${absenceQuery(hour)}`}>{t('lesson.askForCover')}</LinkButton>
        </li>
      )}
      <li>
        <div>
          <b>{t('lesson.thisHourCantTake')}</b>
          <p>{text}</p>
        </div>
        <ConfirmIntent
          openLabel={t('lesson.callItOff')}
          heading={t('lesson.callThisHourOff')}
          text={text}
          confirmLabel={t('lesson.yesCallItOff')}
          intent="callOff"
        />
      </li>
    </ul>
  )
}

/** Query of an absence that covers just this hour. */
const absenceQuery = ({ day, startHour, trainerId }: Pick<Lesson, 'day' | 'startHour' | 'trainerId'>) =>
  new URLSearchParams({
    fromDay: day,
    untilDay: day,
    fromHour: String(startHour),
    untilHour: String(startHour + 1),
    trainerId,
  }).toString()
