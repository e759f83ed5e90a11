import { data, useNavigation } from 'react-router'
import { findUnsubscription, unsubscribe } from '#domain/newsletter/subscription.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { withFormErrors } from '#app/forms/with-form-errors.ts'
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
 * Whether a person pressed the button or their mail program posted by itself (RFC 8058): the address holds the key,
 * and the answer is no redirect, which mail programs do not follow.
 */
export const action = createAction(async ({ request }: Route.ActionArgs & ActionContext) => {
  await unsubscribe(keyIn(request))
  return data({ isDone: true })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => withFormErrors(serverAction)

/** Opening the link asks: programs that look at links unsubscribe nobody. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { leaving } = loaderData
  const isAnnouncement = leaving?.letter === 'announcement'
  const problem = problemOf(actionData)
  if (leaving === null && !actionData)
    return (
      <LetterPage heading="Nothing is sent by this link">
        <p className="lead">
          It is not whole, or was used already. If something still comes, open the link at its end.
        </p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </LetterPage>
    )
  if (leaving === null || leaving.isOver || (actionData && problem === null))
    return (
      <LetterPage heading="You are off the list">
        <p className="lead">
          {isAnnouncement
            ? 'No announcement goes to you any more. Your profile settings switch them on again.'
            : 'Nothing more goes to you. Your name and address are deleted from it.'}
        </p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </LetterPage>
    )
  return (
    <LetterPage heading={isAnnouncement ? 'No more announcements?' : 'No more letters?'}>
      <p className="lead">
        {isAnnouncement ? 'Announcements' : 'The weekly letter'} to {leaving.email}{' '}
        {isAnnouncement ? 'stop' : 'stops'} at once. Letters about your bookings and your account still come.
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
      <p className="note">Not your address? Then somebody forwarded you theirs: just close this page.</p>
    </LetterPage>
  )
}
