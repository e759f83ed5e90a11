import { useEffect } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { unsaid, type ClubFacts } from '#domain/club/club.rules.ts'
import type { Toast } from './toast-store.ts'
import type { LayoutProps, Theme, Viewer } from './viewer.ts'

/** What the document's own loader tells every page. */
export type Session = { viewer: Viewer | null; club: ClubFacts; theme: Theme; toasts: Toast[] }

/** What this browser was told last. */
let told: Session | undefined

/** Undefined on the page that stands in when that loader itself failed, unless this browser was told before. */
export function useSession(): Session | undefined {
  const session = useRouteLoaderData<Session>('root')
  useEffect(() => {
    told = session ?? told
  }, [session])
  return session ?? told
}

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
