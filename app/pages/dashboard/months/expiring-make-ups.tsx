import { EmptyState } from '#app/components/empty-state.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { listExpiringMakeUps } from '#domain/months/expiring-make-ups.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/expiring-make-ups.ts'
import { ExpiringMakeUpsTodo } from './expiring-make-ups-todo.tsx'

const title = () => t('expiringMakeUps.makeUpsThatExpire')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, title())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  return { page, ...(await listExpiringMakeUps(actor, pageRange(page))) }
})

/** Months with make-ups that the club owes and that expire within a week. */
export default function ExpiringMakeUpsPage({ loaderData }: Route.ComponentProps) {
  const { items, total, page } = loaderData
  return (
    <>
      <h1>{title()}</h1>
      <p className="subtitle">{t('expiringMakeUps.theClubOwesThese')}</p>
      <section className="panel" aria-label={t('expiringMakeUps.makeUps')}>
        {total === 0 ? (
          <EmptyState heading={t('expiringMakeUps.noMakeUpExpires')}>
            {t('expiringMakeUps.thoseOfTheComing')}
          </EmptyState>
        ) : (
          <ul className="todo">
            {items.map((month) => (
              <ExpiringMakeUpsTodo key={month.bookingId} month={month} />
            ))}
          </ul>
        )}
      </section>
      <ListPagination page={page} total={total} />
    </>
  )
}
