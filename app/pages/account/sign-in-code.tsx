import { Link, redirect, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  signInUrl,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { StandaloneLayout } from '#app/frame/standalone-layout.tsx'
import { setFlash, redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import { submitCode, findChallengedEmail } from '#sign-in/second-factor/codes.server.ts'
import type { Route } from './+types/sign-in-code.ts'
import { AuthPoster } from './auth-poster.tsx'
import { holdChosenSlot } from './continue-sign-in.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('signInCode.yourCode'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const from = safeReturnPath(new URL(request.url).searchParams.get('from'))
  const email = await findChallengedEmail(request.headers)
  if (email === null) throw redirect(signInUrl(from))
  return { from, email, signIn: signInUrl(from) }
})

export const action = createAction(async ({ request, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const from = safeReturnPath(fields.get('from'))
  if ((await findChallengedEmail(request.headers)) === null) {
    const text = t('signInCode.thatTookTooLong')
    return redirectWithToast(signInUrl(from), { text, bad: true })
  }
  const caller = { headers: request.headers, address: page.address }
  const { headers } = await submitCode(caller, { code: fields.get('code') ?? '' })
  headers.append('Set-Cookie', await setFlash({ text: texts.signIn.done }))
  return redirect(await holdChosenSlot(from, headers, page.address), { headers })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The second step of signing in, for accounts with a second factor. */
export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  const { from, email, signIn } = loaderData
  return (
    <StandaloneLayout club={club} poster={<AuthPoster name="in" />}>
      <h1 className="display mid">{t('signInCode.yourCode')}</h1>
      <p className="lead">{t('signInCode.enterTheCodeFor', { email })}</p>
      <CheckedForm problem={problem} className="stack auth-form">
        <input type="hidden" name="from" value={from} />
        <TextField
          label={t('signInCode.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          hint={t('signInCode.noPhoneWithYou')}
          error={fieldMessages(problem).code}
          required
          autoFocus
        />
        <Button variant="primary" wide tall pending={pending}>
          {texts.signIn.button}
        </Button>
      </CheckedForm>
      <p className="after-note">
        {t('signInCode.lostBothTheDesk')}
        <Link to={signIn}>{t('signInCode.signIn')}</Link>
        {t('signInCode.asSomeoneElse')}
      </p>
    </StandaloneLayout>
  )
}
