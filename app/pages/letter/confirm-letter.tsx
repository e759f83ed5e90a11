import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { confirmSubscription, findSubscription } from '#domain/newsletter/subscription.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/confirm-letter.ts'
import { LetterPage } from './letter-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('confirmLetter.confirmTheLetter'))

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  return { key, subscription: await findSubscription(key) }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await confirmSubscription(fields.get('key') ?? '')
  const text = t('confirmLetter.youreOnTheList')
  return redirectWithToast('/', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ConfirmLetter({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { key, subscription } = loaderData
  if (subscription === null)
    return (
      <LetterPage heading={t('confirmLetter.nothingToConfirm')}>
        <p className="lead">{t('confirmLetter.thisSubscriptionHasEnded')}</p>
        <LinkButton to="/#newsletter">{t('confirmLetter.goToTheHome')}</LinkButton>
      </LetterPage>
    )
  return (
    <LetterPage heading={t('confirmLetter.shallWeWriteTo')}>
      <p className="lead">{t('confirmLetter.oneLetterAWeek', { email: subscription.email })}</p>
      <CheckedForm problem={problemOf(actionData)}>
        <input type="hidden" name="key" value={key} />
        <Button variant="primary" tall pending={pending}>
          {t('confirmLetter.yesWriteToMe')}
        </Button>
      </CheckedForm>
    </LetterPage>
  )
}
