import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, problemOf } from '#app/forms/form-problem.ts'
import { NewPasswordField } from '#app/forms/new-password-field.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { findLink } from '#domain/members/one-time-links.server.ts'
import { t } from '#messages/t.ts'
import { resetPassword } from '#sign-in/passwords/reset.server.ts'
import type { Route } from './+types/new-password.ts'
import { AuthPoster } from './auth-poster.tsx'
import { ResetRequestForm } from './forgotten-password.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('newPassword.setANewPassword'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const holder = await findLink('new-password', key)
  return { key, email: holder?.email ?? null }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await resetPassword(fields.get('key') ?? '', { newPassword: fields.get('newPassword') ?? '' })
  const text = t('newPassword.yourNewPasswordIs')
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
          <h1 className="display mid">{t('newPassword.setANewPassword')}</h1>
          <p className="lead">{t('newPassword.forSavingItSigns', { email })}</p>
          <CheckedForm problem={problem} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <NewPasswordField
              label={t('newPassword.newPassword')}
              name="newPassword"
              error={fieldMessages(problem).newPassword}
            />
            <Button variant="primary" wide tall pending={pending}>
              {t('newPassword.savePassword')}
            </Button>
          </CheckedForm>
          <p className="after-note">{t('newPassword.thisLinkWorksOnce')}</p>
        </>
      )}
    </StandaloneLayout>
  )
}

function ExpiredLink() {
  return (
    <>
      <h1 className="display mid">{t('newPassword.thisLinkHasExpired')}</h1>
      <p className="lead">{t('newPassword.itWasAlreadyUsed', { linkMinutes })}</p>
      <ResetRequestForm problem={null} label={t('newPassword.sendANewLink')} />
      <p className="after-note">
        {t('newPassword.or')}
        <Link to="/signIn">{t('newPassword.signIn')}</Link>
        {t('newPassword.withThePasswordYou')}
      </p>
    </>
  )
}
