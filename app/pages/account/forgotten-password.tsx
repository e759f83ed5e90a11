import { Link, redirect, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { requestPasswordReset } from '#domain/members/password-reset.server.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/forgotten-password.ts'
import { AuthPoster } from './auth-poster.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('forgottenPassword.forgotYourPassword'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => ({
  isSent: new URL(request.url).searchParams.has('sent'),
  sendsMail: sendsMail(),
  minutes: linkMinutes,
}))

export const action = createAction(async ({ page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await requestPasswordReset({ email: fields.get('email') ?? '' }, page.address)
  return redirect('/forgottenPassword?sent')
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ForgottenPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="in" />}>
      {!loaderData.sendsMail ? (
        <>
          <h1 className="display mid">{t('forgottenPassword.askAtTheDesk')}</h1>
          <p className="lead">{t('forgottenPassword.thisClubDoesntSend')}</p>
        </>
      ) : loaderData.isSent ? (
        <CheckYourMail minutes={loaderData.minutes} isDemo={club.demo} />
      ) : (
        <>
          <h1 className="display mid">{t('forgottenPassword.forgotIt')}</h1>
          <p className="lead">{t('forgottenPassword.tellUsYourEmail')}</p>
          <ResetRequestForm problem={problemOf(actionData)} label={t('forgottenPassword.sendTheLink')} />
        </>
      )}
      <p className="after-note">
        {t('forgottenPassword.rememberedIt')}
        <Link to="/signIn">{t('forgottenPassword.signIn')}</Link>
      </p>
    </StandaloneLayout>
  )
}

/** The form that requests a link by email. */
export function ResetRequestForm({ problem, label }: { problem: Problem | null; label: string }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <CheckedForm problem={problem} action="/forgottenPassword" className="stack auth-form">
      <TextField
        label={t('form.email')}
        name="email"
        type="email"
        autoComplete="username"
        error={fieldMessages(problem).email}
        defaultValue={submittedValues(problem)?.get('email') ?? ''}
        required
      />
      <Button variant="primary" wide tall pending={pending}>
        {label}
      </Button>
    </CheckedForm>
  )
}

// the same for every address, so that it does not reveal whether an account exists
function CheckYourMail({ minutes, isDemo }: { minutes: number; isDemo: boolean }) {
  return (
    <>
      <h1 className="display mid">{t('forgottenPassword.checkYourEmail')}</h1>
      <p className="lead">{t('forgottenPassword.ifThatAddressHas', { minutes })}</p>
      <div className="auth-form stack tight">
        {isDemo && (
          <LinkButton to="/mailbox" variant="primary" wide tall>
            {t('forgottenPassword.openTheDemoClubs')}
          </LinkButton>
        )}
        <LinkButton to="/forgottenPassword" wide>
          {t('forgottenPassword.sendItAgainOr')}
        </LinkButton>
      </div>
      <p className="after-note">{t('forgottenPassword.nothingThereCheckYour')}</p>
    </>
  )
}
