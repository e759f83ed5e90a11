import { Outlet } from 'react-router'
import type { Route } from './+types/print-route.ts'
import { DashboardError, dashboardErrorMeta } from './dashboard-error.tsx'

// Printable documents have no dashboard layout, but its error page.

export const meta: Route.MetaFunction = dashboardErrorMeta

export default Outlet

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <DashboardError error={error} />
