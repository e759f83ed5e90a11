import { redirect } from 'react-router'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requestWithdrawal } from '#domain/sales/withdrawal.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/withdraw.ts'
import { RequestByEmail } from './request-by-email.tsx'

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
  return (
    <RequestByEmail
      title={t('withdraw.withdrawFromContractHere')}
      emailLabel={t('withdraw.emailOfYourPurchase')}
      buttonLabel={t('withdraw.withdrawNow')}
      isSent={isSent}
      sentText={t('withdraw.ifAPurchaseBelongs')}
      problem={problemOf(actionData)}
    >
      <p className="lead">{t('withdraw.youHave14Days')}</p>
      <p>{t('withdraw.rule')}</p>
    </RequestByEmail>
  )
}
