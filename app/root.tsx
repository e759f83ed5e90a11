import { randomUUID } from 'node:crypto'
import { useEffect, type ReactNode } from 'react'
import { data, isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { accessOf } from '#domain/permissions.ts'
import { toAvatar } from '#domain/pictures/pictures.rules.ts'
import { setLocale } from '#format/locale.ts'
import { currentLanguage, t } from '#messages/t.ts'
import type { Route } from './+types/root.ts'
import { deleteDeskCache } from './frame/desk-cache.ts'
import { ErrorPage } from './frame/error-page.tsx'
import { fontUrls } from './frame/fonts.ts'
import { createLoader, type LoaderContext } from './frame/handlers.server.ts'
import { icons } from './frame/icons.ts'
import { NotFound } from './frame/not-found.tsx'
import { offlineGuard, useOfflineGuard } from './frame/offline-guard.ts'
import { PageLayout } from './frame/page-layout.tsx'
import { pageMeta } from './frame/page-meta.ts'
import { trackPendingNavigation } from './frame/pending-navigation.ts'
import { usePreHydrationInput } from './frame/pre-hydration-input.ts'
import { ProgressBar } from './frame/progress-bar.tsx'
import { useLayoutProps, usePageSession, type PageSession } from './frame/session.ts'
import { readTheme } from './frame/theme.server.ts'
import { readFlash } from './frame/toast-cookie.server.ts'
import type { Toast } from './frame/toast-store.ts'
import { Toasts } from './frame/toasts.tsx'
import { useBearerToken } from './frame/use-bearer-token.ts'
import { useFocusRestoration } from './frame/use-focus-restoration.ts'
import stylesUrl from './styles/index.css?url'

// the title of a page that failed; others set their own
export const meta: Route.MetaFunction = ({ matches, error }) =>
  error ? pageMeta(matches, isNotFound(error) ? t('error.notFound.title') : t('error.broken.title')) : []

export const links: Route.LinksFunction = () => [
  ...fontUrls.map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'stylesheet', href: stylesUrl },
  { rel: 'icon', href: icons.small, sizes: '32x32' },
  { rel: 'icon', href: icons.favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: icons.apple },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const clientMiddleware = [trackPendingNavigation, offlineGuard]

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => {
  const { flashes, clearCookie } = await readFlash(request)
  const viewer =
    actor.kind === 'person'
      ? {
          id: actor.id,
          name: actor.name,
          email: actor.email,
          portrait: toAvatar(actor.portrait),
          ...accessOf(actor),
          actedFor: actor.guardian ? actor.id : null,
        }
      : null
  const toasts = flashes.map(({ text, bad }): Toast => ({
    id: randomUUID(),
    kind: bad ? 'bad' : 'good',
    text,
  }))
  const session: PageSession = { viewer, club: page.club, theme: await readTheme(request), toasts }
  return data(session, clearCookie ? { headers: { 'Set-Cookie': clearCookie } } : {})
})

export function Layout({ children }: { children: ReactNode }) {
  const session = usePageSession()
  // before any component below formats an amount or a date; the server serves several languages at once
  if (session && typeof document !== 'undefined') setLocale(session.club)
  useFocusRestoration()
  useOfflineGuard()
  usePreHydrationInput()
  // tests wait for this before they use anything that needs scripts
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'yes'
  }, [])
  return (
    <html lang={currentLanguage()} data-theme={session?.theme ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {/* style sheets need no nonce: they are the club’s own files */}
        <Links nonce="" />
      </head>
      <body>
        <ProgressBar />
        {children}
        <Toasts initial={session?.toasts} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const email = loaderData.viewer?.email ?? null
  useBearerToken(email)
  useEffect(() => {
    if (email === null) void deleteDeskCache()
  }, [email])
  return <Outlet />
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/** Shows errors that no page caught: not found, or an internal error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const props = useLayoutProps()
  return (
    <PageLayout {...props}>
      {isNotFound(error) ? <NotFound /> : <ErrorPage path={props.path} error={error} />}
    </PageLayout>
  )
}
