import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ObjectionFields } from '#app/pages/objection-fields.tsx'
import { getReportablePost, reportPost } from '#domain/moderation/reports.server.ts'
import { can } from '#domain/permissions.ts'
import { excerpt, withoutFullStop } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/report-post.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('reportPost.reportAPost'))

export const loader = createLoader(async ({ actor, params: { id } }: Route.LoaderArgs & LoaderContext) =>
  getReportablePost(actor, id),
)

export const action = createAction(
  async ({ actor, params: { id }, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    await reportPost(actor, id, { reason: fields.get('reason') ?? '', words: fields.get('words') ?? '' })
    return redirectWithToast('/forums', { text: t('reportPost.thankYouAnAdmin') })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function ReportPost({ loaderData, actionData, params }: Route.ComponentProps) {
  const { words, authorName, isOwn, report } = loaderData
  const mayWrite = can(useLayoutProps().viewer, 'posts.write')
  const problem = problemOf(actionData)
  const pending = useNavigation().formMethod === 'POST'
  const back = `/forums?post=${params.id}`
  return (
    <div className="wrap section-below">
      <PageHead lines={[t('reportPost.reportAPost')]}>
        <p className="anywhere">
          {t('reportPost.by', { withoutFullStop: withoutFullStop(excerpt(words, 160)), authorName })}
        </p>
      </PageHead>
      {isOwn || report ? (
        <>
          <p className="lead">
            {isOwn
              ? mayWrite
                ? t('reportPost.thisPostIsYours')
                : t('reportPost.thisPostIsYours2')
              : report === 'waiting'
                ? t('reportPost.youveAlreadyReportedThis')
                : t('reportPost.youveAlreadyReportedThis2')}
          </p>
          <div className="button-row above-5">
            <LinkButton to={isOwn && mayWrite ? '/dashboard/addNewForum' : back}>
              {isOwn && mayWrite ? t('reportPost.goToYourPosts') : t('reportPost.backToTheForum')}
            </LinkButton>
          </div>
        </>
      ) : (
        <CheckedForm problem={problem} className="stack testimonial-form">
          <ObjectionFields
            label={t('reportPost.whatsWrongWithIt')}
            audience={t('reportPost.onlyAdminsSeeThis')}
            problem={problem}
          />
          <div className="button-row">
            <Button variant="primary" pending={pending}>
              {t('reportPost.reportThisPost')}
            </Button>
            <LinkButton to={back}>{t('reportPost.cancel')}</LinkButton>
          </div>
        </CheckedForm>
      )}
    </div>
  )
}
