import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { NotFound } from '#app/frame/not-found.tsx'
import { PageLayout } from '#app/frame/page-layout.tsx'
import { pageMeta, type Matches } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { t } from '#messages/t.ts'
import { dashboardPageAt } from './dashboard-pages.ts'
import { Forbidden } from './forbidden.tsx'

type Meta = { matches: Matches; error?: unknown; location: { pathname: string } }

export const dashboardErrorMeta = ({ matches, error, location }: Meta): MetaDescriptor[] =>
  error ? pageMeta(matches, titleOf(error, location.pathname)) : []

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)

function titleOf(error: unknown, path: string): string {
  const status = statusOf(error)
  if (status === 403) return dashboardPageAt(path)?.name() ?? t('navigation.dashboard')
  return status === 404 ? t('dashboardError.notFound') : t('dashboardError.somethingWentWrong')
}

/** A forbidden page, a missing one or a failure, in the layout of the public pages. */
export function DashboardError({ error }: { error: unknown }) {
  const props = useLayoutProps()
  const status = statusOf(error)
  const page = dashboardPageAt(props.path)
  const isAdultsOwn = Boolean(props.viewer?.actedFor && page?.permission === null)
  if (status === 403 && props.viewer !== null && page && !isAdultsOwn) {
    return (
      <PageLayout {...props}>
        <Forbidden viewer={props.viewer} page={page} />
      </PageLayout>
    )
  }
  return (
    <PageLayout {...props}>
      {status === 404 ? <NotFound /> : <ErrorPage path={props.path} error={error} />}
    </PageLayout>
  )
}
