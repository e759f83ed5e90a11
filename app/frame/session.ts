import { useEffect } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { defaultClubFacts, type ClubFacts } from '#domain/club/club.rules.ts'
import type { Toast } from './toast-store.ts'
import type { LayoutProps, Theme, Viewer } from './viewer.ts'

/** What the document's own loader tells every page. */
export type PageSession = { viewer: Viewer | null; club: ClubFacts; theme: Theme; toasts: Toast[] }

/** What this browser was told last. */
let lastSession: PageSession | undefined

/** Undefined on the page that stands in when that loader itself failed, unless this browser was told before. */
export function usePageSession(): PageSession | undefined {
  const session = useRouteLoaderData<PageSession>('root')
  useEffect(() => {
    lastSession = session ?? lastSession
  }, [session])
  return session ?? lastSession
}

// for the frame of a page whose own loader failed
const currentYear = new Date().getUTCFullYear()

/** What every layout needs, from the document's own loader; a page whose loader failed shows a visitor's frame. */
export function useLayoutProps(): LayoutProps {
  const session = usePageSession()
  const { pathname } = useLocation()
  return {
    viewer: session?.viewer ?? null,
    club: session?.club ?? { ...defaultClubFacts, year: currentYear },
    theme: session?.theme ?? null,
    path: pathname,
  }
}
