import { Outlet } from 'react-router'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { requirePerson } from '#domain/actor.ts'
import { findUnverifiedEmail } from '#domain/members/email-address.server.ts'
import { readMenuCounts } from '#domain/overview/menu-counts.server.ts'
import { can } from '#domain/permissions.ts'
import { shouldHaveSecondFactor } from '#sign-in/second-factor/second-factor.server.ts'
import type { Route } from './+types/dashboard-route.ts'
import { DashboardError, dashboardErrorMeta } from './dashboard-error.tsx'
import { DashboardLayout as Frame } from './dashboard-layout.tsx'

export const meta: Route.MetaFunction = dashboardErrorMeta

/** Requires a signed-in person for pages without a loader; loaders of other pages check again. */
export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const person = requirePerson(actor)
  const [unprovedAddress, needsSecondFactor, menuCounts] = await Promise.all([
    findUnverifiedEmail(actor),
    shouldHaveSecondFactor(actor),
    can(person, 'office.overview') ? readMenuCounts(actor) : null,
  ])
  return { unprovedAddress, needsSecondFactor, menuCounts }
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

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <DashboardError error={error} />
