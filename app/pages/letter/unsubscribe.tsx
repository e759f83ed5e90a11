import { data, useNavigation } from 'react-router'
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
import { findUnsubscription, unsubscribe } from '#domain/newsletter/subscription.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/unsubscribe.ts'
import { LetterPage } from './letter-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('unsubscribe.unsubscribe'))

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
      <LetterPage heading={t('unsubscribe.thisLinkDoesntWork')}>
        <p className="lead">{t('unsubscribe.itsIncompleteOrWas')}</p>
        <LinkButton to="/">{t('unsubscribe.goToTheHome')}</LinkButton>
      </LetterPage>
    )
  if (leaving === null || leaving.isOver || (actionData && problem === null))
    return (
      <LetterPage heading={t('unsubscribe.youreOffTheList')}>
        <p className="lead">
          {isAnnouncement ? t('unsubscribe.youWontGetAnnouncements') : t('unsubscribe.youWontGetAny')}
        </p>
        <LinkButton to="/">{t('unsubscribe.goToTheHome')}</LinkButton>
      </LetterPage>
    )
  return (
    <LetterPage
      heading={isAnnouncement ? t('unsubscribe.noMoreAnnouncements') : t('unsubscribe.noMoreLetters')}
    >
      <p className="lead">
        {t('unsubscribe.announcementsToWillStop', {
          isAnnouncement: isAnnouncement ? 'yes' : 'no',
          email: leaving.email,
        })}
      </p>
      <CheckedForm problem={problem}>
        <div className="action-row">
          <Button variant="primary" tall pending={pending}>
            {t('unsubscribe.unsubscribe')}
          </Button>
          <LinkButton to="/" tall>
            {t('unsubscribe.keepIt')}
          </LinkButton>
        </div>
      </CheckedForm>
      <p className="note">{t('unsubscribe.notYourAddressThen')}</p>
    </LetterPage>
  )
}
