import { Link, redirect, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { NewPasswordField } from '#app/forms/new-password-field.tsx'
import { PictureField } from '#app/forms/picture-field.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { setFlash } from '#app/frame/toast-cookie.server.ts'
import { useProblemToast } from '#app/frame/toast-store.ts'
import { texts } from '#copy/texts.ts'
import { lacksWaiver } from '#domain/waivers/required-waiver.server.ts'
import { t } from '#messages/t.ts'
import { signUp } from '#sign-in/accounts.server.ts'
import { isGoogleConfigured } from '#sign-in/better-auth/instance.server.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/sign-up.ts'
import { AuthPoster } from './auth-poster.tsx'
import { continueSignUp } from './continue-sign-in.server.ts'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import { signInPurpose } from './sign-in-purpose.server.ts'
import { SignInPurpose } from './sign-in-purpose.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.signUp.heading, t('signUp.createAnAccountWith'))

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const from = safeReturnPath(new URL(request.url).searchParams.get('from'))
  if (actor.kind === 'person') throw redirect(from)
  return { from, purpose: await signInPurpose(from), google: isGoogleConfigured() }
})

export const action = createAction(async ({ request, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields, file } = await readForm('photo')
  const input = {
    name: fields.get('name') ?? '',
    email: fields.get('email') ?? '',
    password: fields.get('password') ?? '',
    photo: file?.bytes,
  }
  const { headers, userId } = await signUp({ headers: request.headers, address: page.address }, input)
  headers.append(
    'Set-Cookie',
    await setFlash({ text: texts.signUp.done }, { text: texts.signUp.userUpdated }),
  )
  const from = safeReturnPath(fields.get('from'))
  const next = await continueSignUp(from, headers, page.address)
  const signsFirst = await lacksWaiver(userId, 'sign-up')
  return redirect(signsFirst ? `/dashboard/sign/${userId}?${new URLSearchParams({ next })}` : next, {
    headers,
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  const messages = fieldMessages(problem)
  const typed = submittedValues(problem)
  const { from } = loaderData
  const signIn = `/signIn?${new URLSearchParams({ from })}`
  // errors of fields show at the field only
  useProblemToast(problem?.code === 'invalid' ? null : problem)
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="up" />}>
      <h1 className="display">{texts.signUp.heading}</h1>
      <SignInPurpose action="sign-up" purpose={loaderData.purpose} />
      <p className="auth-note">
        {t('signUp.alreadyAMember')}
        <Link to={signIn}>{texts.navigation.signIn}</Link>
      </p>
      <CheckedForm problem={problem} encType="multipart/form-data" className="stack auth-form">
        <input type="hidden" name="from" value={from} />
        <TextField
          label={t('form.name')}
          name="name"
          autoComplete="name"
          error={messages.name}
          defaultValue={typed?.get('name') ?? ''}
          required
        />
        <TextField
          label={t('form.email')}
          name="email"
          type="email"
          autoComplete="username"
          error={
            messages.email && problem?.code === 'conflict' ? (
              <Link to={signIn}>{messages.email}</Link>
            ) : (
              messages.email
            )
          }
          defaultValue={typed?.get('email') ?? ''}
          required
        />
        <NewPasswordField label={t('signUp.password')} name="password" error={messages.password} />
        <PictureField label={t('signUp.photo')} name="photo" error={messages.photo} />
        <Button variant="primary" wide tall pending={pending}>
          {texts.signUp.button}
        </Button>
      </CheckedForm>
      {loaderData.google && <ContinueWithGoogle label={texts.signUp.google} from={from} />}
    </StandaloneLayout>
  )
}
