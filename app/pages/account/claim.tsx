import { Link, redirect, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { NewPasswordField } from '#app/forms/new-password-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { redirectWithToast, setFlash } from '#app/frame/toast-cookie.server.ts'
import { findClaim } from '#domain/members/claims.server.ts'
import { claimIntoAccount } from '#domain/personal-data/merge-members.server.ts'
import { t } from '#messages/t.ts'
import { isGoogleConfigured } from '#sign-in/better-auth/instance.server.ts'
import { claimAccount } from '#sign-in/claim-account.server.ts'
import type { Route } from './+types/claim.ts'
import { AuthPoster } from './auth-poster.tsx'
import { ContinueWithGoogle } from './continue-with-google.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('claim.chooseASignIn'))

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  return {
    key,
    claim: await findClaim(key),
    account: actor.kind === 'person' ? actor.email : null,
    google: isGoogleConfigured(),
  }
})

export const action = createAction(
  async ({ actor, request, page, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    if (fields.has('account')) {
      await claimIntoAccount(actor, fields.get('key') ?? '')
      return redirectWithToast('/dashboard', { text: t('claim.yourRecordIsIn') })
    }
    const { headers } = await claimAccount(
      { headers: request.headers, address: page.address },
      fields.get('key') ?? '',
      { email: fields.get('email') ?? '', password: fields.get('password') ?? '' },
    )
    headers.append('Set-Cookie', await setFlash({ text: t('claim.welcomeFromNowOn') }))
    return redirect('/dashboard', { headers })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** A member whom the office added chooses an email and a password. */
export default function Claim({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  const messages = fieldMessages(problem)
  const { key, claim, account, google } = loaderData
  const from = `/claim?key=${key}`
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="up" />}>
      {claim === null ? (
        <>
          <h1 className="display mid">{t('claim.thisCodeHasExpired')}</h1>
          <p className="lead">
            {t('claim.itWasAlreadyUsed')}
            <Link to="/signIn">{t('claim.signIn')}</Link>.
          </p>
        </>
      ) : account !== null ? (
        <>
          <h1 className="display mid">{t('claim.addYourRecord')}</h1>
          <p className="lead">{t('claim.theHoursAndPayments', { name: claim.name, account })}</p>
          <CheckedForm problem={problem} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <Button variant="primary" wide tall name="account" value="own" pending={pending}>
              {t('claim.addItToMy')}
            </Button>
          </CheckedForm>
        </>
      ) : (
        <>
          <h1 className="display mid">{t('claim.chooseASignIn')}</h1>
          <p className="lead">{t('claim.forYourHoursAnd', { name: claim.name })}</p>
          <CheckedForm problem={problem} className="stack auth-form">
            <input type="hidden" name="key" value={key} />
            <TextField
              label={t('form.email')}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={submittedValues(problem)?.get('email') ?? claim.email}
              error={messages.email}
              required
            />
            <NewPasswordField label={t('claim.password')} name="password" error={messages.password} />
            <Button variant="primary" wide tall pending={pending}>
              {t('claim.signInFromNow')}
            </Button>
          </CheckedForm>
          {google && <ContinueWithGoogle label={t('claim.useGoogle')} from={from} />}
          <p className="after-note">
            {t('claim.or')}
            <Link to={`/signIn?${new URLSearchParams({ from })}`}>{t('claim.signIn')}</Link>
            {t('claim.toAddItTo')}
          </p>
        </>
      )}
    </StandaloneLayout>
  )
}
