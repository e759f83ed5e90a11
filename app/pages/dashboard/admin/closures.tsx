import { ArrowRight } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import {
  closeDays,
  listClosures,
  previewClosure,
  reopenDays,
  type ClosedHour,
  type Closure,
} from '#domain/lessons/closures.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { NoHour } from '#app/components/month.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { keepPage } from '#app/forms/keep-page.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { preview } from '#app/frame/preview.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { BackToIndex } from '#app/pages/dashboard/back-to-index.tsx'
import { DayFields } from '#app/pages/dashboard/hours/day-fields.tsx'
import { bounds } from '#words/bounds.ts'
import { formatDay } from '#words/days.ts'
import { formatCount, formatHour } from '#words/format.ts'
import type { Route } from './+types/closures.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Closures')

export const loader = load(async ({ actor, request }: Route.LoaderArgs & Caller) => {
  const { searchParams } = new URL(request.url)
  const asked = daysIn(searchParams)
  const [closures, { found: hours, wrong }] = await Promise.all([
    listClosures(actor),
    searchParams.has('fromDay') ? preview(previewClosure(actor, asked)) : { found: null, wrong: null },
  ])
  return { closures, asked, hours, wrong }
})

export const action = act(async ({ actor, readForm }: Route.ActionArgs & Sender) => {
  const { fields } = await readForm()
  const text =
    fields.get('act') === 'reopen' ? await reopen(actor, fields.get('id') ?? '') : await close(actor, fields)
  return redirect('/dashboard/closures', { headers: { 'Set-Cookie': await leaveFlash({ text }) } })
})

async function reopen(actor: Caller['actor'], id: string): Promise<string> {
  await reopenDays(actor, id)
  return 'Open again. Hours that were called off stay so.'
}

async function close(actor: Caller['actor'], fields: URLSearchParams): Promise<string> {
  const { hours } = await closeDays(actor, daysIn(fields))
  return `Closed. ${formatCount(hours, 'hour is', 'hours are')} called off, and their members have a letter.`
}

const daysIn = (fields: URLSearchParams) => ({
  fromDay: fields.get('fromDay') ?? '',
  untilDay: fields.get('untilDay') || (fields.get('fromDay') ?? ''),
  reason: fields.get('reason') ?? '',
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

/** Days on which the club is shut. Who is affected is shown before anybody is told. */
export default function Closures({ loaderData, actionData }: Route.ComponentProps) {
  const { closures, asked, hours, wrong } = loaderData
  const problem = problemOf(actionData) ?? wrong
  const errors = fieldMessages(problem)
  return (
    <>
      <BackToIndex />
      <h1>Closures</h1>
      <p className="subtitle">
        Nobody has an hour on these days. Whoever has paid for one gets a make-up and a letter.
      </p>
      <Link className="show" to="/dashboard/absences">
        A trainer is away
        <ArrowRight className="icon" aria-hidden="true" />
      </Link>
      <CheckedForm method="get" problem={problem} className="stack days-form">
        <DayFields labels={['First day', 'Last day']} asked={asked} errors={errors} />
        <TextField
          label="Reason"
          aside="people read it"
          name="reason"
          maxLength={bounds.closureReason.most}
          defaultValue={asked.reason}
          error={errors.reason}
          required
        />
        <div className="button-row">
          <Button variant={hours === null ? 'primary' : 'outline'}>See who is affected</Button>
        </div>
      </CheckedForm>
      {hours !== null && <Affected asked={asked} hours={hours} />}
      <section className="panel">
        <header>
          <h2>Closed days ahead</h2>
        </header>
        {closures.length === 0 ? (
          <EmptyState heading="The club is open" headingLevel={3}>
            No day ahead is closed.
          </EmptyState>
        ) : (
          <ul className="todo">
            {closures.map((closure) => (
              <ClosureRow key={closure.id} {...closure} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

type Asked = { fromDay: string; untilDay: string; reason: string }

function Affected({ asked, hours }: { asked: Asked; hours: ClosedHour[] }) {
  return (
    <section className="panel" aria-labelledby="affected">
      <header>
        <h2 id="affected">{formatCount(hours.length, 'hour', 'hours')} would be called off</h2>
        <span className="note no-wrap">{daysOf(asked)}</span>
      </header>
      <ul className="named-days">
        {hours.map(({ lessonId, day, startHour, memberName, trainerName }) => (
          <li key={lessonId}>
            <b>
              {formatDay(day)}, {formatHour(startHour)}
            </b>
            <p>
              {memberName} with {trainerName}
            </p>
          </li>
        ))}
      </ul>
      <Form method="post" className="button-row above-3">
        <HiddenFields values={{ act: 'close', ...asked }} />
        <Button variant="danger">Close, and tell them</Button>
        <LinkButton to="/dashboard/closures">Not now</LinkButton>
      </Form>
    </section>
  )
}

const daysOf = ({ fromDay, untilDay }: Pick<Closure, 'fromDay' | 'untilDay'>) =>
  fromDay === untilDay ? formatDay(fromDay) : `${formatDay(fromDay)} to ${formatDay(untilDay)}`

function ClosureRow({ id, reason, ...days }: Closure) {
  return (
    <li>
      <NoHour />
      <div>
        <b>{daysOf(days)}</b>
        <p>{reason}</p>
      </div>
      <Form method="post" className="push-end">
        <HiddenFields values={{ act: 'reopen', id }} />
        <Button small>
          Reopen<span className="visually-hidden"> {daysOf(days)}</span>
        </Button>
      </Form>
    </li>
  )
}
