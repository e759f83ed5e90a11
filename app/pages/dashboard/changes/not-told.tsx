import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
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
import { listUninformed, recordTelling } from '#domain/mail/change-notices.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/not-told.ts'
import { UninformedList } from './uninformed-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('notTold.notTold'))

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  return { page, people: await listUninformed(actor, pageRange(page)) }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { name } = await recordTelling(actor, fields.getAll('letterId'))
  return redirectWithToast('/dashboard', { text: t('notTold.notedYouTold', { name }) })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** People who may not know of a change of their dates, until the hour begins. */
export default function NotTold({ loaderData, actionData }: Route.ComponentProps) {
  const { page, people } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{t('notTold.notTold')}</h1>
      <p className="subtitle">{t('notTold.theyMayNotKnow')}</p>
      {message && <FormError>{message}</FormError>}
      <section className="panel" aria-label={t('notTold.people')}>
        {people.total === 0 ? (
          <EmptyState heading={t('notTold.everyoneKnows')}>{t('notTold.peopleWhoMayNot')}</EmptyState>
        ) : (
          <ul className="todo">
            <UninformedList people={people.items} />
          </ul>
        )}
      </section>
      <ListPagination page={page} total={people.total} />
    </>
  )
}
