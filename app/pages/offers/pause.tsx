import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { pauseDays } from '#domain/memberships/memberships.rules.ts'
import { getRunningMembership } from '#domain/memberships/memberships.server.ts'
import { pauseMembership, planPause } from '#domain/memberships/pauses.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/pause.ts'
import { TermList } from './term-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('pause.heading'))

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => {
  const membership = await getRunningMembership(actor)
  const { searchParams } = new URL(request.url)
  const query = searchParams.has('fromDay') ? daysOf(searchParams) : null
  const { result: plan, problem } = await resultOrProblem(planPause(actor, query))
  return { title: membership.title, query, plan, problem, timeZone: page.club.timeZone }
})

const daysOf = (fields: URLSearchParams) => ({
  fromDay: fields.get('fromDay') ?? '',
  untilDay: fields.get('untilDay') ?? '',
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { untilDay } = await pauseMembership(actor, daysOf(fields))
  return redirectWithToast('/dashboard/membership', {
    text: t('pause.paused', { day: formatDay(untilDay) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Pause({ loaderData, actionData }: Route.ComponentProps) {
  const { title, query, plan, timeZone } = loaderData
  const problem = problemOf(actionData) ?? loaderData.problem
  const errors = fieldMessages(problem)
  const message = formMessage(problem)
  const days = query ?? plan ?? { fromDay: '', untilDay: '' }
  return (
    <>
      <BackLink to="/dashboard/membership">{title}</BackLink>
      <h1>{t('pause.heading')}</h1>
      <p className="subtitle">{t('pause.fromTomorrow', { least: pauseDays.least, most: pauseDays.most })}</p>
      {message && <FormError>{message}</FormError>}
      <CheckedForm problem={problem} message={null} method="get" className="stack above-6">
        <div className="two">
          <DateField
            label={t('pause.from')}
            name="fromDay"
            defaultValue={days.fromDay}
            error={errors.fromDay}
            required
          />
          <DateField
            label={t('pause.untilIncluding')}
            name="untilDay"
            defaultValue={days.untilDay}
            error={errors.untilDay}
            required
          />
        </div>
        <div className="button-row">
          <Button small>{t('pause.showWhatHappens')}</Button>
        </div>
      </CheckedForm>
      {plan && (
        <>
          <h2 className="head above-6">{t('pause.then')}</h2>
          <TermList
            terms={[
              { name: t('pause.days'), text: t('pause.count', { days: plan.days }) },
              { name: t('membership.paidUntil'), text: formatDate(plan.paidUntil, timeZone) },
              {
                name: t('pause.places'),
                text:
                  plan.places.map((place) => `${place.title}, ${formatDay(place.day)}`).join('; ') ||
                  t('pause.noPlaces'),
              },
              {
                name: t('pause.charged'),
                text: t('pause.nothingBefore', { day: formatDate(plan.paidUntil, timeZone) }),
              },
            ]}
          />
          <Form method="post" className="above-6">
            <HiddenFields values={{ fromDay: plan.fromDay, untilDay: plan.untilDay }} />
            <div className="button-row">
              <Button variant="primary">{t('pause.pauseFor', { days: plan.days })}</Button>
              <LinkButton to="/dashboard/membership">{t('pause.notNow')}</LinkButton>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
