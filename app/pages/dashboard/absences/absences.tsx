import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import {
  declareAbsence,
  endAbsence,
  listAbsences,
  previewAbsence,
  type Absence,
  type AbsencePreview,
} from '#domain/lessons/absences/absences.server.ts'
import type { AffectedLesson } from '#domain/lessons/absences/affected-lessons.server.ts'
import { can } from '#domain/permissions.ts'
import { formatClock } from '#format/clock.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatDayWithYear } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/absences.ts'
import { absencePrompt, absenceResult } from './absence-wording.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { ClassMark } from './open-class-covers.tsx'
import { TrainerFields } from './trainer-fields.tsx'
import { readTrainerSearch, type TrainerSearch } from './trainer-search.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, headingOf(loaderData?.search))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = requirePermission(actor, 'absences.declare')
    const { searchParams } = new URL(request.url)
    const page = pageFromUrl(request)
    const search = can(person, 'absences.manageAll') ? await readTrainerSearch(actor, searchParams) : null
    const query = { ...absenceQueryOf(searchParams), trainerId: search?.trainerId ?? '' }
    const isOpen = search !== null && search.name !== '' && search.trainerId === ''
    const [absences, { result: preview, problem: previewProblem }] = await Promise.all([
      listAbsences(actor, pageRange(page)),
      searchParams.has('fromDay') && !isOpen
        ? resultOrProblem(previewAbsence(actor, toAbsenceInput(query)))
        : { result: null, problem: null },
    ])
    return {
      absences,
      page,
      search,
      query,
      timeZone: club.timeZone,
      preview,
      previewProblem,
      hasMail: sendsMail(),
    }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const text =
    readIntent(fields, ['declare', 'end']) === 'end'
      ? await endOwnAbsence(actor, fields.get('id') ?? '')
      : absenceResult(await declareAbsence(actor, toAbsenceInput(absenceQueryOf(fields))))
  return redirectWithToast('/dashboard/absences', { text })
})

async function endOwnAbsence(actor: Actor, id: string): Promise<string> {
  const { hours } = await endAbsence(actor, id)
  const back = t('absences.hourHasItsTrainer', { hours })
  return hours === 0 ? t('absences.theAbsenceIsCancelled') : t('absences.theAbsenceIsCancelled2', { back })
}

type AbsenceQuery = Record<'fromDay' | 'fromHour' | 'untilDay' | 'untilHour' | 'trainerId', string>

function absenceQueryOf(fields: URLSearchParams): AbsenceQuery {
  const field = (name: string) => fields.get(name) ?? ''
  const fromDay = field('fromDay')
  return {
    fromDay,
    fromHour: field('fromHour') || '0',
    untilDay: field('untilDay') || fromDay,
    untilHour: field('untilHour') || '24',
    trainerId: field('trainerId'),
  }
}

const toAbsenceInput = ({ fromHour, untilHour, trainerId, ...days }: AbsenceQuery) => ({
  ...days,
  fromHour: Number(fromHour),
  untilHour: Number(untilHour),
  ...(trainerId && { trainerId }),
})

export { clientAction } from '#app/forms/client-action.ts'

/** Admins enter absences of any trainer, trainers their own. */
const headingOf = (search: TrainerSearch | null | undefined) =>
  search ? t('absences.aTrainerIsAway') : t('absences.iCantCome')

/** Absences of trainers, and a form that shows the affected hours before it saves one. */
export default function Absences({ loaderData, actionData }: Route.ComponentProps) {
  const { absences, page, search, query, preview, previewProblem, hasMail, timeZone } = loaderData
  const problem = problemOf(actionData) ?? previewProblem
  const errors = fieldMessages(problem)
  return (
    <>
      <h1>{headingOf(search)}</h1>
      <p className="subtitle">{t('absences.otherTrainersCanTake')}</p>
      <CheckedForm method="get" problem={problem} className="stack days-form">
        {search && <TrainerFields search={search} error={errors.trainerId} />}
        <DayRangeFields
          labels={[t('absences.from'), t('absences.untilAndIncluding')]}
          query={query}
          errors={errors}
        />
        <div className="two">
          <SelectField
            label={t('absences.firstHourAway')}
            name="fromHour"
            options={firstHours}
            defaultValue={query.fromHour}
            error={errors.fromHour}
          />
          <SelectField
            label={t('absences.backAt')}
            name="untilHour"
            options={lastHours}
            defaultValue={query.untilHour}
            error={errors.untilHour}
          />
        </div>
        <div className="button-row">
          <Button variant="primary">{t('absences.seeWhosAffected')}</Button>
        </div>
      </CheckedForm>
      {preview !== null && (
        <AffectedLessons {...preview} {...{ query, hasMail, timeZone }} message={formMessage(problem)} />
      )}
      <section className="panel">
        <header>
          <h2>{t('absences.away')}</h2>
        </header>
        {absences.total === 0 ? (
          <EmptyState heading={t('absences.noAbsences')} headingLevel={3}>
            {search ? t('absences.allTrainersAreIn') : t('absences.youreInOnAll')}
          </EmptyState>
        ) : (
          <ul className="todo">
            {absences.items.map((absence) => (
              <AbsenceRow key={absence.id} {...absence} today={absences.today} />
            ))}
          </ul>
        )}
      </section>
      <ListPagination page={page} total={absences.total} />
    </>
  )
}

const hourOptions = (first: number) =>
  Array.from({ length: 24 }, (_, index) => ({
    value: String(first + index),
    label: formatHour(first + index),
  }))
const firstHours = hourOptions(0).with(0, {
  value: '0',
  get label() {
    return t('absences.theWholeDay')
  },
})
const lastHours = hourOptions(1).with(23, {
  value: '24',
  get label() {
    return t('absences.theNextDay')
  },
})

type AffectedLessonsProps = AbsencePreview & {
  query: AbsenceQuery
  hasMail: boolean
  message: string | null
  timeZone: string
}

/** What becomes of a lesson that no one has taken yet. */
function CoverNote({
  isTooSoon,
  coverUntil,
  kind,
  timeZone,
}: Pick<AffectedLesson, 'isTooSoon' | 'coverUntil'> & { kind: 'hour' | 'class'; timeZone: string }) {
  return (
    <span className="note">
      {isTooSoon
        ? t('absences.tooSoonToFind', { kind })
        : t('absences.ifNoOneTakes', {
            kind,
            coverUntil: formatTime(coverUntil, timeZone),
            coverUntil2: formatLongDate(coverUntil, timeZone),
          })}
    </span>
  )
}

/** Confirms an absence and lists the affected hours and classes. */
function AffectedLessons({ query, hours, classes, hasMail, message, timeZone }: AffectedLessonsProps) {
  const { heading, text, button } = absencePrompt([...hours, ...classes], hasMail)
  return (
    <ConfirmDialog
      size="wide"
      closeTo="/dashboard/absences"
      heading={heading}
      text={text}
      more={
        <>
          {message && <FormError>{message}</FormError>}
          <ul className="affected-members">
            {hours.map((hour) => (
              <li key={hour.lessonId}>
                <Avatar portrait={hour.portrait} />
                <span>
                  <b>
                    {t('absences.with', {
                      day: formatDay(hour.day),
                      startHour: formatHour(hour.startHour),
                      memberName: hour.memberName,
                    })}
                  </b>
                  <CoverNote {...hour} kind="hour" timeZone={timeZone} />
                </span>
              </li>
            ))}
            {classes.map((lesson) => (
              <li key={lesson.lessonId}>
                <ClassMark />
                <span>
                  <b>
                    {formatDay(lesson.day)}, {formatClock(lesson.startHour, lesson.startMinute)}{' '}
                    {lesson.title}
                  </b>
                  <CoverNote {...lesson} kind="class" timeZone={timeZone} />
                </span>
              </li>
            ))}
          </ul>
        </>
      }
      action={
        <Form method="post">
          <HiddenFields values={{ intent: 'declare', ...query }} />
          <Button variant="primary">{button}</Button>
        </Form>
      }
    />
  )
}

function AbsenceRow({ today, ...absence }: Absence & { today: string }) {
  const { id, trainerName, fromDay, fromHour, untilDay, untilHour } = absence
  const from = `${formatDayWithYear(fromDay, today)}${fromHour > 0 ? `, ${formatHour(fromHour)}` : ''}`
  const until = `${formatDayWithYear(untilDay, today)}${untilHour < 24 ? `, ${formatHour(untilHour)}` : ''}`
  const when = from === until ? from : t('absences.to', { from, until })
  return (
    <li>
      <NoLessonMark />
      <div>
        <b>{when}</b>
        <p>{trainerName}</p>
      </div>
      <Form method="post" className="push-end">
        <HiddenFields values={{ intent: 'end', id }} />
        <Button small>
          {t('absences.cancelThisAbsence')}
          <span className="visually-hidden">, {when}</span>
        </Button>
      </Form>
    </li>
  )
}
