import { Link, useNavigation } from 'react-router'
import { findLink } from '#domain/members/one-time-links.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { resetPassword } from '#sign-in/passwords/reset.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, problemOf } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
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
import { ResetRequestForm } from './forgotten-password.tsx'
import type { Route } from './+types/new-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Set a new password')

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const holder = await findLink('new-password', key)
  return { key, email: holder?.email ?? null }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await resetPassword(fields.get('key') ?? '', { newPassword: fields.get('newPassword') ?? '' })
  const text = 'Your new password is set, and every device is signed out. Please sign in with it.'
  return redirectWithToast('/signIn?switch', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  const { key, email } = loaderData
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="in" />}>
      {email === null ? (
        <ExpiredLink />
      ) : (
        <>
          <h1 className="display mid">Set a new password</h1>
          <p className="lead">For {email}. Saving it signs you out on every device.</p>
          <CheckedForm problem={problem} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <PasswordField
              label="New password"
              aside="6 to 20 characters"
              hint="Use a capital letter, a small letter, a number and a special character."
              name="newPassword"
              autoComplete="new-password"
              error={fieldMessages(problem).newPassword}
              required
            />
            <Button variant="primary" wide tall pending={pending}>
              Save password
            </Button>
          </CheckedForm>
          <p className="after-note">This link works once.</p>
        </>
      )}
    </StandaloneLayout>
  )
}

function ExpiredLink() {
  return (
    <>
      <h1 className="display mid">This link has expired</h1>
      <p className="lead">
        It was already used, or its {linkMinutes} minutes are up. Your password hasn’t changed.
      </p>
      <ResetRequestForm problem={null} label="Send a new link" />
      <p className="after-note">
        Or <Link to="/signIn">sign in</Link> with the password you have.
      </p>
    </>
  )
}
