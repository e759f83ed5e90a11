import { ArrowRight } from 'lucide'
import { Form, Link } from 'react-router'
import {
  closeDays,
  listClosureSummaries,
  previewClosure,
  reopenDays,
  type ClosureSummary,
} from '#domain/lessons/closures/closures.server.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { DayRangeFields } from './day-range-fields.tsx'
import { bounds } from '#domain/bounds.ts'
import { formatCount } from '#format/text.ts'
import { ClosureDialog, dayRange, affectedMembers } from './confirm-closure-dialog.tsx'
import type { Route } from './+types/closures.ts'
import { Icon } from '#app/components/icon.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Closed days')

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
  return 'Reopened. Hours that were called off stay off.'
}

async function closeFromForm(actor: LoaderContext['actor'], fields: URLSearchParams): Promise<string> {
  const { hours, notified } = await closeDays(actor, closureQueryOf(fields))
  if (hours === 0) return 'Closed. No one has an hour then.'
  const off = `${formatCount(hours, 'hour is', 'hours are')} called off.`
  return `Closed. ${off} ${changeNotice(sendsMail(), notified, 'The members get an email.')}`
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
      <h1>Closed days</h1>
      <p className="subtitle">Days without training. You see who’s affected before anything happens.</p>
      <Link className="show" to="/dashboard/absences">
        A trainer is away
        <Icon of={ArrowRight} />
      </Link>
      <CheckedForm method="get" problem={problem} className="closing-form">
        <DayRangeFields labels={['From', 'Until and including']} query={query} errors={errors} />
        <TextField
          label="Reason"
          aside="public"
          name="reason"
          maxLength={bounds.closureReason.most}
          defaultValue={query.reason}
          error={errors.reason}
          required
        />
        <Button variant="primary">See who’s affected</Button>
        <p className="note">
          Everyone can read the reason: it is at the foot of every page
          {hasMail ? ', on the contact page and in emails' : ' and on the contact page'}.
        </p>
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
          <h2>Ahead</h2>
        </header>
        {ahead.length === 0 ? (
          <EmptyState heading="The club is open" headingLevel={3}>
            No closed days ahead.
          </EmptyState>
        ) : (
          <>
            <ul className="todo closures">
              {ahead.map((closure) => (
                <ClosureRow key={closure.id} closure={closure} today={today} isAhead />
              ))}
            </ul>
            <p className="note above-3">
              Once a day is open again, people can book it. Hours that were called off stay off, and their
              make-ups stay.
            </p>
          </>
        )}
      </section>
      {past.length > 0 && (
        <section className="panel">
          <header>
            <h2>Past</h2>
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
        <b>{formatCount(hours, 'hour', 'hours')}</b>
        {hours === 0 ? 'no one was booked' : formatCount(hours, 'make-up', 'make-ups')}
      </p>
      {isAhead && (
        <Form method="post">
          <HiddenFields values={{ intent: 'reopen', id }} />
          <button className="row-link">
            Reopen<span className="visually-hidden">: {days}</span>
          </button>
        </Form>
      )}
    </li>
  )
}
