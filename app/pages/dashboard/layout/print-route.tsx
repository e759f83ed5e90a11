import { Outlet } from 'react-router'
import { DashboardError, dashboardErrorMeta } from './dashboard-error.tsx'
import type { Route } from './+types/print-route.ts'

// Sheets of paper stand without the dashboard's frame; what is refused is told as it is there.

export const meta: Route.MetaFunction = dashboardErrorMeta

export default Outlet

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <DashboardError error={error} />
