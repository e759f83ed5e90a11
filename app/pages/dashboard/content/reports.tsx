import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Picture } from '#app/components/picture.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { dismissReports, listReportedPosts } from '#domain/moderation/reports.server.ts'
import { formatDate } from '#format/date-time.ts'
import { withoutFullStop } from '#format/excerpts.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/reports.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('reports.reportedPosts'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    return { ...(await listReportedPosts(actor, pageRange(page))), page, timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { authorName } = await dismissReports(actor, fields.get('postId') ?? '')
  return redirectWithToast('/dashboard/reports', { text: t('reports.sPostStays', { authorName }) })
})

/** Reported posts; each is kept or taken down for a reason. */
export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{t('reports.reportedPosts')}</h1>
      <p className="subtitle">{t('reports.ifYouTakeA')}</p>
      {message && <FormError>{message}</FormError>}
      {items.length === 0 ? (
        <div className="panel">
          <EmptyState heading={t('reports.noReportedPosts')}>{t('reports.postsThatPeopleReport')}</EmptyState>
        </div>
      ) : (
        <ul className="reports">
          {items.map(({ postId, words, authorName, picture, reports, firstAt, changedAt }) => (
            <li key={postId}>
              <Picture picture={picture} alt="" ratio="4-3" sizes="160px" />
              <div>
                <p className="anywhere">{words}</p>
                <p className="note">
                  {t('reports.reportSince', {
                    authorName,
                    count: reports.length,
                    firstAt: endSentence(
                      formatDate(firstAt, timeZone) +
                        (changedAt
                          ? t('reports.changedSinceOn', { changedAt: formatDate(changedAt, timeZone) })
                          : ''),
                    ),
                  })}
                </p>
                <ul className="people-lines">
                  {reports.map(({ by, reason, words: reported }) => (
                    <li key={by + reason}>
                      <span className="anywhere">{reason}</span>
                      <span className="note">{by}</span>
                      {reported !== null && (
                        <span className="note anywhere">
                          {t('reports.atTheTimeIt', { withoutFullStop: withoutFullStop(reported) })}
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              </div>
              <div className="button-row">
                <LinkButton small to={`/dashboard/takeDown/post/${postId}?from=reports`}>
                  {t('reports.takeDown')}
                  <span className="visually-hidden">{t('reports.thePostBy', { authorName })}</span>
                </LinkButton>
                <Form method="post">
                  <input type="hidden" name="postId" value={postId} />
                  <Button small>
                    {t('reports.keepIt')}
                    <span className="visually-hidden">{t('reports.thePostBy2', { authorName })}</span>
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ListPagination page={page} total={total} of={t('pages.reports')} />
    </>
  )
}
