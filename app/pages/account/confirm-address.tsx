import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
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
import { confirmEmailByLink } from '#domain/members/email-address.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { findLink } from '#domain/members/one-time-links.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/confirm-address.ts'
import { AuthPoster } from './auth-poster.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('confirmAddress.isThisYourAddress'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const holder = (await findLink('confirm-address', key)) ?? (await findLink('change-address', key))
  return { key, email: holder?.email ?? null }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await confirmEmailByLink(fields.get('key') ?? '')
  return redirectWithToast('/dashboard', { text: t('confirmAddress.yourAddressIsConfirmed') })
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
          <h1 className="display mid">{t('confirmAddress.thisLinkHasExpired')}</h1>
          <p className="lead">{t('confirmAddress.itWasAlreadyUsed', { linkMinutes })}</p>
          <p className="after-note">
            {t('confirmAddress.getANewOne')}
            <Link to="/dashboard">{t('confirmAddress.dashboard')}</Link>.
          </p>
        </>
      ) : (
        <>
          <h1 className="display mid">{t('confirmAddress.isThisYourAddress')}</h1>
          <p className="lead">{email}</p>
          <CheckedForm problem={problemOf(actionData)} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <Button variant="primary" wide tall pending={pending}>
              {t('confirmAddress.yesItsMine')}
            </Button>
          </CheckedForm>
        </>
      )}
    </StandaloneLayout>
  )
}
