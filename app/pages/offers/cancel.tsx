import { redirect } from 'react-router'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requestCancellation } from '#domain/memberships/cancel-by-email.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/cancel.ts'
import { RequestByEmail } from './request-by-email.tsx'

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
  return (
    <RequestByEmail
      title={t('cancel.cancelContractsHere')}
      emailLabel={t('cancel.emailOfYourMembership')}
      buttonLabel={t('cancel.cancelNow')}
      isSent={isSent}
      sentText={t('cancel.ifAMembershipBelongs')}
      problem={problemOf(actionData)}
    >
      <p className="lead">{t('cancel.yourMembershipThenEnds')}</p>
    </RequestByEmail>
  )
}
