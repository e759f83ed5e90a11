import { Outlet } from 'react-router'
import { DashboardLayout as Frame } from '../components/dashboard-layout.tsx'
import { requirePerson } from '../../domain/actor.ts'
import { load } from '../handlers.server.ts'
import { useLayoutProps } from '../session.ts'
import type { Route } from './+types/dashboard-layout.ts'

/** Signing in is asked for here, for pages that have nothing else to load; each page asks again for itself. */
export const loader = load(
  async ({ actor }: Route.LoaderArgs & { actor: Parameters<typeof requirePerson>[0] }) => {
    requirePerson(actor)
    return null
  },
)

export default function DashboardLayout() {
  const { viewer, ...rest } = useLayoutProps()
  if (viewer === null) return <Outlet />
  return (
    <Frame viewer={viewer} {...rest}>
      <Outlet />
    </Frame>
  )
}
