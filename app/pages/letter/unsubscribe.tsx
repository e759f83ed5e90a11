import { data, useNavigation } from 'react-router'
import { findUnsubscription, unsubscribe } from '#domain/newsletter/subscription.server.ts'
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
import { LetterPage } from './letter-page.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Unsubscribe')

const keyIn = (request: Request) => new URL(request.url).searchParams.get('key') ?? ''

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => ({
  leaving: await findUnsubscription(keyIn(request)),
}))

/**
 * For the button and for one-click unsubscription by mail programs (RFC 8058): the key is in the URL, and the
 * response is not a redirect, which mail programs do not follow.
 */
export const action = createAction(async ({ request }: Route.ActionArgs & ActionContext) => {
  await unsubscribe(keyIn(request))
  return data({ isDone: true })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The button unsubscribes, not the link, since mail programs open links in advance. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { leaving } = loaderData
  const isAnnouncement = leaving?.letter === 'announcement'
  const problem = problemOf(actionData)
  if (leaving === null && !actionData)
    return (
      <LetterPage heading="This link doesn’t work">
        <p className="lead">
          It’s incomplete or was already used. If something still arrives, use the link at the end of it.
        </p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </LetterPage>
    )
  if (leaving === null || leaving.isOver || (actionData && problem === null))
    return (
      <LetterPage heading="You’re off the list">
        <p className="lead">
          {isAnnouncement
            ? 'You won’t get announcements any more. You can switch them back on in your profile settings.'
            : 'You won’t get any more letters. Your name and address have been deleted from it.'}
        </p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </LetterPage>
    )
  return (
    <LetterPage heading={isAnnouncement ? 'No more announcements?' : 'No more letters?'}>
      <p className="lead">
        {isAnnouncement ? 'Announcements' : 'The weekly letter'} to {leaving.email} will stop at once. You’ll
        still get emails about your bookings and your account.
      </p>
      <CheckedForm problem={problem}>
        <div className="action-row">
          <Button variant="primary" tall pending={pending}>
            Unsubscribe
          </Button>
          <LinkButton to="/" tall>
            Keep it
          </LinkButton>
        </div>
      </CheckedForm>
      <p className="note">Not your address? Then someone forwarded you theirs. Just close this page.</p>
    </LetterPage>
  )
}
