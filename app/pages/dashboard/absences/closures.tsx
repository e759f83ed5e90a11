import { ArrowRight } from 'lucide'
import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { bounds } from '#domain/bounds.ts'
import {
  closeDays,
  listClosureSummaries,
  previewClosure,
  reopenDays,
  type ClosureSummary,
} from '#domain/lessons/closures/closures.server.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/closures.ts'
import { ClosureDialog, dayRange, affectedMembers } from './confirm-closure-dialog.tsx'
import { DayRangeFields } from './day-range-fields.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('closures.closedDays'))

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const { searchParams } = new URL(request.url)
  const query = closureQueryOf(searchParams)
  const [closed, { result: hours, problem: previewProblem }] = await Promise.all([
    listClosureSummaries(actor),
    searchParams.has('fromDay')
      ? resultOrProblem(previewClosure(actor, query))
      : { result: null, problem: null },
  ])
  return {
    ...closed,
    query,
    affected: hours && affectedMembers(hours, query),
    previewProblem,
    notified: await previewNotified(actor, {
      userIds: hours?.flatMap(({ memberId, trainerUserId }) => [memberId, trainerUserId]) ?? [],
    }),
    hasMail: sendsMail(),
  }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const text =
    readIntent(fields, ['close', 'reopen']) === 'reopen'
      ? await reopenFromForm(actor, fields.get('id') ?? '')
      : await closeFromForm(actor, fields)
  return redirectWithToast('/dashboard/closures', { text })
})

async function reopenFromForm(actor: LoaderContext['actor'], id: string): Promise<string> {
  await reopenDays(actor, id)
  return t('closures.reopenedHoursThatWere')
}

async function closeFromForm(actor: LoaderContext['actor'], fields: URLSearchParams): Promise<string> {
  const { hours, notified } = await closeDays(actor, closureQueryOf(fields))
  if (hours === 0) return t('closures.closedNoOneHas')
  const off = t('closures.hourIsCalledOff', { hours })
  return t('closures.closed', {
    off,
    changeNotice: changeNotice(sendsMail(), notified, t('closures.theMembersGetAn')),
  })
}

const closureQueryOf = (fields: URLSearchParams) => ({
  fromDay: fields.get('fromDay') ?? '',
  untilDay: fields.get('untilDay') || (fields.get('fromDay') ?? ''),
  reason: fields.get('reason') ?? '',
})

export { clientAction } from '#app/forms/client-action.ts'

/** Days on which the club is closed, and a form that shows the affected members before it closes one. */
export default function Closures({ loaderData, actionData }: Route.ComponentProps) {
  const { ahead, past, today, query, affected, previewProblem, notified, hasMail } = loaderData
  const problem = problemOf(actionData) ?? previewProblem
  const errors = fieldMessages(problem)
  return (
    <>
      <h1>{t('closures.closedDays')}</h1>
      <p className="subtitle">{t('closures.daysWithoutTrainingYou')}</p>
      <Link className="show" to="/dashboard/absences">
        {t('closures.aTrainerIsAway')}
        <Icon of={ArrowRight} />
      </Link>
      <CheckedForm method="get" problem={problem} className="closing-form">
        <DayRangeFields
          labels={[t('closures.from'), t('closures.untilAndIncluding')]}
          query={query}
          errors={errors}
        />
        <TextField
          label={t('closures.reason')}
          aside={t('closures.public')}
          name="reason"
          maxLength={bounds.closureReason.most}
          defaultValue={query.reason}
          error={errors.reason}
          required
        />
        <Button variant="primary">{t('closures.seeWhosAffected')}</Button>
        <p className="note">{t('closures.everyoneCanReadThe', { hasMail: hasMail ? 'yes' : 'no' })}</p>
      </CheckedForm>
      {affected !== null && (
        <ClosureDialog
          query={query}
          today={today}
          affected={affected}
          notified={notified}
          hasMail={hasMail}
          message={formMessage(problem)}
          closeTo="/dashboard/closures"
        />
      )}
      <section className="panel">
        <header>
          <h2>{t('closures.ahead')}</h2>
        </header>
        {ahead.length === 0 ? (
          <EmptyState heading={t('closures.theClubIsOpen')} headingLevel={3}>
            {t('closures.noClosedDaysAhead')}
          </EmptyState>
        ) : (
          <>
            <ul className="todo closures">
              {ahead.map((closure) => (
                <ClosureRow key={closure.id} closure={closure} today={today} isAhead />
              ))}
            </ul>
            <p className="note above-3">{t('closures.onceADayIs')}</p>
          </>
        )}
      </section>
      {past.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('closures.past')}</h2>
          </header>
          <ul className="todo closures">
            {past.map((closure) => (
              <ClosureRow key={closure.id} closure={closure} today={today} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type RowProps = { closure: ClosureSummary; today: string; isAhead?: boolean }

function ClosureRow({ closure, today, isAhead = false }: RowProps) {
  const { id, reason, hours } = closure
  const days = dayRange(closure, today)
  return (
    <li>
      <NoLessonMark />
      <div>
        <b>{days}</b>
        <p>{reason}</p>
      </div>
      <p className="closure-row">
        <b>{t('closures.hour', { hours })}</b>
        {hours === 0 ? t('closures.noOneWasBooked') : t('closures.makeUp', { hours })}
      </p>
      {isAhead && (
        <Form method="post">
          <HiddenFields values={{ intent: 'reopen', id }} />
          <button className="row-link">
            {t('closures.reopen')}
            <span className="visually-hidden">: {days}</span>
          </button>
        </Form>
      )}
    </li>
  )
}
