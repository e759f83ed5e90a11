import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { readPhotoForm } from '#app/pages/dashboard/content/photo-form.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { listAudiences } from '#domain/newsletter/audience.server.ts'
import { getNewsletter } from '#domain/newsletter/issues.server.ts'
import { listSuggestedLinks } from '#domain/newsletter/suggested-links.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/newsletter.ts'
import { audienceValue } from './audience-wording.ts'
import { letterIdOf } from './letter-id.ts'
import { runNewsletterIntent } from './newsletter-actions.server.ts'
import { SendingProgress } from './sending-progress.tsx'
import { WriteLetter } from './write-letter.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('newsletter.newsletter'))

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const id = letterIdOf(params)
    const { searchParams } = new URL(request.url)
    const search = searchParams.get('trainer')?.trim() ?? ''
    const letter = id === null ? null : await getNewsletter(actor, id)
    const trainerId = searchParams.get('chosen') || letter?.trainer?.id
    const [{ audiences, isMore }, links] = await Promise.all([
      listAudiences(actor, { search, trainerId }),
      listSuggestedLinks(actor),
    ])
    const moment = (date: Date | null | undefined) =>
      date
        ? t('newsletter.at', {
            date: formatDate(date, club.timeZone),
            date2: formatTime(date, club.timeZone),
          })
        : null
    return {
      letter,
      // a draft keeps its audience, even if it is empty right now
      audiences:
        letter === null || audiences.some((each) => audienceValue(each) === audienceValue(letter))
          ? audiences
          : [...audiences, { audience: letter.audience, trainer: letter.trainer, people: 0 }],
      search,
      isMore,
      links,
      changed: moment(letter?.changedAt),
      tested: moment(letter?.testedAt),
      begun: moment(letter?.begunAt),
      hasMail: sendsMail(),
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  // checked first, so that others get a 403 for any id
  requirePermission(actor, 'newsletter.write')
  const form = await readPhotoForm(readForm, actor)
  const { text, to } = await runNewsletterIntent(actor, letterIdOf(params), form)
  return redirectWithToast(to, { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { letter, audiences, search, isMore, links, changed, tested, begun, hasMail } = loaderData
  const problem = problemOf(actionData)
  return letter === null || letter.state === 'draft' ? (
    <WriteLetter
      key={letter?.id ?? 'new'}
      {...{ letter, audiences, search, isMore, links, changed, tested, hasMail, problem }}
    />
  ) : (
    <SendingProgress letter={letter} begun={begun ?? ''} hasMail={hasMail} problem={problem} />
  )
}
