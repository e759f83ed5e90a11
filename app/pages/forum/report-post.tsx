import { useNavigation } from 'react-router'
import { getReportablePost, reportPost } from '#domain/moderation/reports.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ObjectionFields } from '#app/pages/objection-fields.tsx'
import { excerpt, withoutFullStop } from '#format/excerpts.ts'
import type { Route } from './+types/report-post.ts'
import { can } from '#domain/permissions.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Report a post')

export const loader = createLoader(async ({ actor, params: { id } }: Route.LoaderArgs & LoaderContext) =>
  getReportablePost(actor, id),
)

export const action = createAction(
  async ({ actor, params: { id }, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    await reportPost(actor, id, { reason: fields.get('reason') ?? '', words: fields.get('words') ?? '' })
    return redirectWithToast('/forums', { text: 'Thank you. An admin will look at the post.' })
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
      <PageHead lines={['Report a post']}>
        <p className="anywhere">
          “{withoutFullStop(excerpt(words, 160))}”, by {authorName}.
        </p>
      </PageHead>
      {isOwn || report ? (
        <>
          <p className="lead">
            {isOwn
              ? mayWrite
                ? 'This post is yours: you can edit or delete it.'
                : 'This post is yours. Ask at the desk to have it taken down.'
              : report === 'waiting'
                ? 'You’ve already reported this post. An admin will look at it.'
                : 'You’ve already reported this post. An admin looked at it and left it as it is.'}
          </p>
          <div className="button-row above-5">
            <LinkButton to={isOwn && mayWrite ? '/dashboard/addNewForum' : back}>
              {isOwn && mayWrite ? 'Go to your posts' : 'Back to the forum'}
            </LinkButton>
          </div>
        </>
      ) : (
        <CheckedForm problem={problem} className="stack testimonial-form">
          <ObjectionFields label="What’s wrong with it?" audience="only admins see this" problem={problem} />
          <div className="button-row">
            <Button variant="primary" pending={pending}>
              Report this post
            </Button>
            <LinkButton to={back}>Cancel</LinkButton>
          </div>
        </CheckedForm>
      )}
    </div>
  )
}
