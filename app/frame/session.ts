import { useEffect } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { defaultClubFacts, type ClubFacts } from '#domain/club/club-facts.rules.ts'
import type { Toast } from './toast-store.ts'
import type { LayoutProps, Theme, Viewer } from './viewer.ts'

/** The data of the root loader. */
export type PageSession = { viewer: Viewer | null; club: ClubFacts; theme: Theme; toasts: Toast[] }

let lastSession: PageSession | undefined

/** Returns the root loader's data. If that loader failed, it is the last data known, or undefined. */
export function usePageSession(): PageSession | undefined {
  const session = useRouteLoaderData<PageSession>('root')
  useEffect(() => {
    lastSession = session ?? lastSession
  }, [session])
  return session ?? lastSession
}

// for a page whose root loader failed
const currentYear = new Date().getUTCFullYear()

/** Returns the props of every layout. If the root loader failed, they are those of a visitor. */
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
