import { useLocation, useRouteLoaderData } from 'react-router'
import type { LayoutProps } from './components/viewer.ts'
import type { loader } from './root.tsx'

/** What every layout needs, from the document's own loader; a page whose loader failed shows a visitor's frame. */
export function useLayoutProps(): LayoutProps {
  const session = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  return {
    viewer: session?.viewer ?? null,
    club: session?.club ?? { name: 'Palestra', demo: false },
    theme: session?.theme ?? null,
    path: pathname,
  }
}
