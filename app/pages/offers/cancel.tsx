import { redirect, useNavigation } from 'react-router'
import { requestCancellation } from '#domain/memberships/cancel-by-email.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/cancel.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('cancel.cancelContractsHere'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => ({
  isSent: new URL(request.url).searchParams.has('sent'),
}))

export const action = createAction(async ({ page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await requestCancellation({ email: fields.get('email') ?? '' }, page.address)
  return redirect('/cancel?sent')
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Cancel({ loaderData: { isSent }, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  if (isSent)
    return (
      <div className="wrap section-below buy">
        <h1 className="display">{t('cancel.received')}</h1>
        <p className="lead">{t('cancel.ifAMembershipBelongs')}</p>
        <LinkButton to="/">{t('cancel.goToTheHome')}</LinkButton>
      </div>
    )
  return (
    <div className="wrap section-below buy">
      <h1 className="display">{t('cancel.cancelContractsHere')}</h1>
      <p className="lead">{t('cancel.yourMembershipThenEnds')}</p>
      <CheckedForm problem={problem} className="stack">
        <TextField
          label={t('cancel.emailOfYourMembership')}
          name="email"
          type="email"
          autoComplete="email"
          error={fieldMessages(problem).email}
          defaultValue={submittedValues(problem)?.get('email') ?? ''}
          required
        />
        <div className="button-row">
          <Button variant="primary" tall pending={pending}>
            {t('cancel.cancelNow')}
          </Button>
        </div>
      </CheckedForm>
    </div>
  )
}
