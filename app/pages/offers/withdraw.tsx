import { redirect, useNavigation } from 'react-router'
import { requestWithdrawal } from '#domain/sales/withdrawal.server.ts'
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
import type { Route } from './+types/withdraw.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('withdraw.withdrawFromContractHere'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => ({
  isSent: new URL(request.url).searchParams.has('sent'),
}))

export const action = createAction(async ({ page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await requestWithdrawal({ email: fields.get('email') ?? '' }, page.address)
  return redirect('/withdraw?sent')
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Withdraw({ loaderData: { isSent }, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  if (isSent)
    return (
      <div className="wrap section-below buy">
        <h1 className="display">{t('cancel.received')}</h1>
        <p className="lead">{t('withdraw.ifAPurchaseBelongs')}</p>
        <LinkButton to="/">{t('cancel.goToTheHome')}</LinkButton>
      </div>
    )
  return (
    <div className="wrap section-below buy">
      <h1 className="display">{t('withdraw.withdrawFromContractHere')}</h1>
      <p className="lead">{t('withdraw.youHave14Days')}</p>
      <p>{t('withdraw.rule')}</p>
      <CheckedForm problem={problem} className="stack">
        <TextField
          label={t('withdraw.emailOfYourPurchase')}
          name="email"
          type="email"
          autoComplete="email"
          error={fieldMessages(problem).email}
          defaultValue={submittedValues(problem)?.get('email') ?? ''}
          required
        />
        <div className="button-row">
          <Button variant="primary" tall pending={pending}>
            {t('withdraw.withdrawNow')}
          </Button>
        </div>
      </CheckedForm>
    </div>
  )
}
