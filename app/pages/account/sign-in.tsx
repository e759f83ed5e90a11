import { Link, redirect, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
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
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { signIn } from '#sign-in/accounts.server.ts'
import { isGoogleConfigured } from '#sign-in/better-auth/instance.server.ts'
import { listDemoPeople } from '#sign-in/demo/demo-accounts.server.ts'
import { googleErrorMessage } from '#sign-in/google/errors.rules.ts'
import { startGoogleSignIn } from '#sign-in/google/google.server.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/sign-in.ts'
import { AuthPoster } from './auth-poster.tsx'
import { holdChosenSlot } from './continue-sign-in.server.ts'
import { ContinueWithGoogle } from './continue-with-google.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { signInPurpose } from './sign-in-purpose.server.ts'
import { SignInPurpose } from './sign-in-purpose.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.signIn.heading, t('signIn.signInToBook'))

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => {
  const query = new URL(request.url).searchParams
  const from = safeReturnPath(query.get('from'))
  // `?switch` lets a signed-in person change accounts
  if (actor.kind === 'person' && !query.has('switch')) throw redirect(from, await greeting(query))
  const people = page.club.demo ? await listDemoPeople() : []
  return {
    from,
    purpose: await signInPurpose(from),
    people,
    google: isGoogleConfigured(),
    googleProblem: googleErrorMessage(query.get('error')),
  }
})

/** Returns a toast for the next page when signing in with Google has created the account. */
async function greeting(query: URLSearchParams): Promise<ResponseInit> {
  if (query.get('joined') !== 'google') return {}
  return { headers: { 'Set-Cookie': await setFlash({ text: texts.signIn.userUpdated }) } }
}

export const action = createAction(async ({ request, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const from = safeReturnPath(form.get('from'))
  if (form.get('way') === 'google') {
    const { address, headers } = await startGoogleSignIn(
      { headers: request.headers, address: page.address },
      from,
    )
    return redirect(address, { headers })
  }
  const input = { email: form.get('email') ?? '', password: form.get('password') ?? '' }
  const { headers, asksForCode } = await signIn({ headers: request.headers, address: page.address }, input)
  if (asksForCode) return redirect(`/signIn/code?${new URLSearchParams({ from })}`, { headers })
  headers.append('Set-Cookie', await setFlash({ text: texts.signIn.done }))
  return redirect(await holdChosenSlot(from, headers, page.address), { headers })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  const messages = fieldMessages(problem)
  const { from, people } = loaderData
  const message = formMessage(problem) ?? (problem ? null : loaderData.googleProblem)
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="in" />}>
      <h1 className="display">{texts.signIn.heading}</h1>
      <SignInPurpose action="sign-in" purpose={loaderData.purpose} />
      <p className="auth-note">
        {t('signIn.newHere')}
        <Link to={`/signUp?${new URLSearchParams({ from })}`}>{texts.navigation.signUp}</Link>
      </p>
      <CheckedForm problem={problem} message={message} className="stack auth-form">
        <input type="hidden" name="from" value={from} />
        <TextField
          label={t('form.email')}
          name="email"
          type="email"
          autoComplete="username"
          error={messages.email}
          defaultValue={submittedValues(problem)?.get('email') ?? ''}
          required
        />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          hint={<Link to="/forgottenPassword">{t('signIn.forgotIt')}</Link>}
          error={messages.password}
          required
        />
        <Button variant="primary" wide tall pending={pending}>
          {texts.signIn.button}
        </Button>
      </CheckedForm>
      {loaderData.google && <ContinueWithGoogle label={texts.signIn.google} from={from} />}
      {people.length > 0 && <DemoAccounts people={people} from={from} />}
    </StandaloneLayout>
  )
}
