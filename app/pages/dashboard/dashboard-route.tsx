import { isRouteErrorResponse, Outlet } from 'react-router'
import { requirePerson } from '#domain/actor.ts'
import { findUnprovedAddress } from '#domain/members/address.server.ts'
import { shouldHaveSecondFactor } from '#sign-in/second-factor.server.ts'
import { DashboardLayout as Frame } from './dashboard-layout.tsx'
import { ErrorPage } from '#app/frame/error-page.tsx'
import { Forbidden } from './forbidden.tsx'
import { NotFound } from '#app/frame/not-found.tsx'
import { PageLayout } from '#app/frame/page-layout.tsx'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { dashboardPageAt } from './pages.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { pageMeta } from '#app/frame/titles.ts'
import type { Route } from './+types/dashboard-route.ts'

export const meta: Route.MetaFunction = ({ matches, error, location }) =>
  error ? pageMeta(matches, titleOf(error, location.pathname)) : []

/** Signing in is asked for here, for pages that have nothing else to load; each page asks again for itself. */
export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) => {
  requirePerson(actor)
  const [unprovedAddress, needsSecondFactor] = await Promise.all([
    findUnprovedAddress(actor),
    shouldHaveSecondFactor(actor),
  ])
  return { unprovedAddress, needsSecondFactor }
})

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { viewer, ...rest } = useLayoutProps()
  if (viewer === null) return <Outlet />
  return (
    <Frame viewer={viewer} {...loaderData} {...rest}>
      <Outlet />
    </Frame>
  )
}

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)

function titleOf(error: unknown, path: string): string {
  const status = statusOf(error)
  if (status === 403) return dashboardPageAt(path)?.name ?? 'Dashboard'
  return status === 404 ? 'Not found' : 'Something went wrong'
}

/** Another role's page, something that is not there, or a failure: each in the frame of the public pages. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const props = useLayoutProps()
  const status = statusOf(error)
  const page = dashboardPageAt(props.path)
  if (status === 403 && props.viewer !== null && page) {
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
