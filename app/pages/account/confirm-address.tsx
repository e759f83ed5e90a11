import { Link, useNavigation } from 'react-router'
import { confirmEmailByLink } from '#domain/members/email-address.server.ts'
import { findLink } from '#domain/members/one-time-links.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { AuthPoster } from './auth-poster.tsx'
import type { Route } from './+types/confirm-address.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Is this your address?')

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const holder = (await findLink('confirm-address', key)) ?? (await findLink('change-address', key))
  return { key, email: holder?.email ?? null }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await confirmEmailByLink(fields.get('key') ?? '')
  return redirectWithToast('/dashboard', { text: 'Your address is confirmed.' })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The button confirms, not the link, since mail programs open links in advance. */
export default function ConfirmAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const { key, email } = loaderData
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="up" />}>
      {email === null ? (
        <>
          <h1 className="display mid">This link has expired</h1>
          <p className="lead">It was already used, or its {linkMinutes} minutes are up.</p>
          <p className="after-note">
            Get a new one from your <Link to="/dashboard">dashboard</Link>.
          </p>
        </>
      ) : (
        <>
          <h1 className="display mid">Is this your address?</h1>
          <p className="lead">{email}</p>
          <CheckedForm problem={problemOf(actionData)} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <Button variant="primary" wide tall pending={pending}>
              Yes, it’s mine
            </Button>
          </CheckedForm>
        </>
      )}
    </StandaloneLayout>
  )
}
