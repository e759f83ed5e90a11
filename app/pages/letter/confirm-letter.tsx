import { useNavigation } from 'react-router'
import { confirmSubscription, findSubscription } from '#domain/newsletter/subscription.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { LetterPage } from './letter-page.tsx'
import type { Route } from './+types/confirm-letter.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Confirm the letter')

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  return { key, subscription: await findSubscription(key) }
})

export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await confirmSubscription(fields.get('key') ?? '')
  const text = 'You’re on the list for the weekly letter.'
  return redirectWithToast('/', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ConfirmLetter({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { key, subscription } = loaderData
  if (subscription === null)
    return (
      <LetterPage heading="Nothing to confirm">
        <p className="lead">This subscription has ended. You can sign up again on the home page.</p>
        <LinkButton to="/#newsletter">Go to the home page</LinkButton>
      </LetterPage>
    )
  return (
    <LetterPage heading="Shall we write to you?">
      <p className="lead">One letter a week to {subscription.email}. You can unsubscribe in any of them.</p>
      <CheckedForm problem={problemOf(actionData)}>
        <input type="hidden" name="key" value={key} />
        <Button variant="primary" tall pending={pending}>
          Yes, write to me
        </Button>
      </CheckedForm>
    </LetterPage>
  )
}
