import { useLocation, useNavigation } from 'react-router'
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
import { ObjectionFields } from '#app/pages/objection-fields.tsx'
import { requirePermission } from '#domain/actor.ts'
import { getModeratedContent, takeDown } from '#domain/moderation/moderation.server.ts'
import { excerpt, withoutFullStop } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/take-down.ts'

const listPaths = { post: '/forums', class: '/classes' }

/** The reports, if the admin came from there, or the public list. */
const returnPath = (search: string, kind: keyof typeof listPaths) =>
  new URLSearchParams(search).get('from') === 'reports' ? '/dashboard/reports' : listPaths[kind]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('takeDown.takeDown'))

export const loader = createLoader(
  async ({ actor, params: { kind, id } }: Route.LoaderArgs & LoaderContext) =>
    getModeratedContent(actor, kind, id),
)

export const action = createAction(
  async ({ actor, request, params: { kind, id }, readForm }: Route.ActionArgs & ActionContext) => {
    requirePermission(actor, 'content.moderate')
    const { fields } = await readForm()
    const input = { reason: fields.get('reason') ?? '', words: fields.get('words') ?? '' }
    const taken = await takeDown(actor, kind, id, input)
    const notice = taken.isAuthorActive ? t('takeDown.canSeeWhy', { authorName: taken.authorName }) : ''
    return redirectWithToast(returnPath(new URL(request.url).search, taken.kind), {
      text: t('takeDown.isTakenDown', { kind: taken.kind, notice }),
    })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function TakeDown({
  loaderData: { kind, words, authorName, isAuthorActive },
  actionData,
}: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const { search } = useLocation()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <h1>{t('takeDown.takeDownA', { kind })}</h1>
      <p className="subtitle">
        {t('takeDown.itDisappears', { words: withoutFullStop(excerpt(words, 160)), authorName })}
      </p>
      <CheckedForm problem={problem} className="stack testimonial-form">
        <ObjectionFields
          label={t('takeDown.why')}
          audience={isAuthorActive ? t('takeDown.seesThis', { authorName }) : t('takeDown.onlyAdminsSeeThis')}
          problem={problem}
        />
        <div className="button-row">
          <Button variant="danger" pending={pending}>
            {t('takeDown.takeItDown')}
          </Button>
          <LinkButton to={returnPath(search, kind)}>{t('takeDown.keepIt')}</LinkButton>
        </div>
      </CheckedForm>
    </>
  )
}
