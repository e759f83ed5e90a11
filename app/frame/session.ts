import { useLocation, useRouteLoaderData } from 'react-router'
import { unsaid, type ClubFacts } from '#domain/club/club.rules.ts'
import type { Toast } from './toast-store.ts'
import type { LayoutProps, Theme, Viewer } from './viewer.ts'

/** What the document's own loader tells every page. */
export type Session = { viewer: Viewer | null; club: ClubFacts; theme: Theme; toasts: Toast[] }

/** Undefined on the page that stands in when that loader itself failed. */
export const useSession = () => useRouteLoaderData<Session>('root')

// for the frame of a page whose own loader failed
const thisYear = new Date().getUTCFullYear()

/** What every layout needs, from the document's own loader; a page whose loader failed shows a visitor's frame. */
export function useLayoutProps(): LayoutProps {
  const session = useSession()
  const { pathname } = useLocation()
  return {
    viewer: session?.viewer ?? null,
    club: session?.club ?? { ...unsaid, year: thisYear },
    theme: session?.theme ?? null,
    path: pathname,
  }
}
