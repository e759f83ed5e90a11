import { Form, redirect } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requireOwnAccount } from '#domain/actor.ts'
import { becomeFirstAdmin, requireInvitation } from '#domain/trainers/first-admin.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/first-admin.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('firstAdmin.firstAdmin'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  await requireInvitation(params.code)
  if (actor.kind === 'visitor')
    throw redirect(`/signUp?${new URLSearchParams({ from: `/firstAdmin/${params.code}` })}`)
  return { email: requireOwnAccount(actor).email }
})

export const action = createAction(async ({ actor, params }: Route.ActionArgs & ActionContext) => {
  await becomeFirstAdmin(actor, params.code)
  return redirectWithToast('/dashboard', { text: t('firstAdmin.youreNowTheAdmin') })
})

/** The button changes the role, not the link. */
export default function FirstAdmin({ loaderData: { email } }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <div className="wrap section-below">
      <PageHead lines={[t('firstAdmin.first'), t('firstAdmin.admin')]}>
        <p>{t('firstAdmin.thisLinkMakesThe', { email, name: club.name })}</p>
      </PageHead>
      <Form method="post">
        <Button variant="primary">{t('firstAdmin.becomeTheAdmin')}</Button>
      </Form>
    </div>
  )
}
