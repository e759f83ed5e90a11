import { Link } from 'react-router'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { can } from '#domain/permissions.ts'
import { readWaiverOverview, writeWaiver, type Unsigned } from '#domain/waivers/waivers.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/waiver.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Waiver')

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readWaiverOverview(actor)),
  mayWrite: can(requirePermission(actor, 'waivers.collect'), 'waivers.write'),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'waivers.write')
  const { fields } = await readForm()
  const { version } = await writeWaiver(actor, { words: fields.get('words') ?? '' })
  return redirectWithToast('/dashboard/waiver', { text: `Version ${version} counts from now on.` })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The text of the waiver, and the members who have not signed it. */
export default function WaiverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiver, signed, members, unsigned, mayWrite, timeZone } = loaderData
  const problem = problemOf(actionData)
  const today = unsigned.filter(({ isToday }) => isToday)
  const others = unsigned.filter(({ isToday }) => !isToday)
  return (
    <>
      <h1>Waiver</h1>
      <p className="subtitle">
        {waiver
          ? `Version ${waiver.version}, since ${formatDate(waiver.createdAt, timeZone)}. ${signed} of ${formatCount(members, 'member', 'members')} signed it. Others can book; the desk sees it when they come.`
          : 'A text that members sign before they train. Without one nobody is asked.'}
      </p>
      {waiver && unsigned.length === 0 && (
        <div className="above-5">
          <EmptyState heading="Everybody has signed">New members are asked on their dashboard.</EmptyState>
        </div>
      )}
      <UnsignedList heading="Not signed, coming today" unsigned={today} timeZone={timeZone} />
      <UnsignedList heading="Not signed, others" unsigned={others} timeZone={timeZone} />
      {mayWrite && (
        <section className="panel">
          <header>
            <h2>{waiver ? 'New version' : 'The text'}</h2>
            <span className="note">{waiver && 'everybody signs it anew'}</span>
          </header>
          <CheckedForm problem={problem} className="stack tight" key={waiver?.version ?? 0}>
            <TextArea
              label="Text"
              name="words"
              rows={12}
              maxLength={bounds.waiver.most}
              hint="A lawyer’s work. Nothing about health is asked here."
              defaultValue={submittedValues(problem)?.get('words') ?? waiver?.words ?? ''}
              error={fieldMessages(problem).words}
            />
            <div className="button-row">
              <Button variant={waiver ? undefined : 'primary'}>Use this text</Button>
            </div>
          </CheckedForm>
        </section>
      )}
    </>
  )
}

type ListProps = { heading: string; unsigned: Unsigned[]; timeZone: string }

function UnsignedList({ heading, unsigned, timeZone }: ListProps) {
  if (unsigned.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        <span className="note">{formatCount(unsigned.length, 'person', 'people')}</span>
      </header>
      <ul className="todo">
        {unsigned.map(({ id, name, isChild, lastVersion, hasEmail, comesAt }) => (
          <li key={id}>
            <div>
              <Link className="anywhere" to={`/dashboard/members/${id}`}>
                {name}
              </Link>
              <p>
                {[
                  lastVersion === null ? 'never signed' : `had signed version ${lastVersion}`,
                  isChild && 'a guardian signs',
                  !hasEmail && 'no email',
                  comesAt
                    ? `${formatDate(comesAt, timeZone)}, ${formatTime(comesAt, timeZone)}`
                    : 'nothing booked',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <div className="button-row push-end">
              <LinkButton small to={`/dashboard/sign/${id}`}>
                Sign it here<span className="visually-hidden">, {name}</span>
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
