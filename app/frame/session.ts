import { useLocation, useRouteLoaderData } from 'react-router'
import type { LayoutProps } from './viewer.ts'
import type { loader } from '#app/root.tsx'

// for the frame of a page whose own loader failed
const thisYear = new Date().getUTCFullYear()

/** What every layout needs, from the document's own loader; a page whose loader failed shows a visitor's frame. */
export function useLayoutProps(): LayoutProps {
  const session = useRouteLoaderData<typeof loader>('root')
  const { pathname } = useLocation()
  return {
    viewer: session?.viewer ?? null,
    club: session?.club ?? { name: 'Palestra', demo: false, year: thisYear },
    theme: session?.theme ?? null,
    path: pathname,
  }
}
