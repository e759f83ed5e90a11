import { useEffect } from 'react'
import { isRouteErrorResponse, replace, useLocation, type MiddlewareFunction } from 'react-router'
import { t } from '#messages/t.ts'
import { showToast } from './toast-store.ts'

type Results = Record<string, { type: string; result: unknown }>

const unreachableMessage = () => t('toast.unreachable')

/** The scroll position to restore. */
let savedScrollY: number | null = null

/** For the root's `clientMiddleware`: keeps the page and shows a toast when a navigation fails on the network. */
export const offlineGuard: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const { pathname, search } = new URL(request.url)
  // a reload, or a step back that the browser has done already, has no page to stay on
  if (pathname === location.pathname && search === location.search) return
  if (!Object.values(results).some(isNetworkError)) return
  showToast('bad', unreachableMessage())
  savedScrollY = scrollY
  // a redirect to a fragment of this page is the only way to end a navigation without loading data
  throw replace(`${location.pathname}${location.search}${location.hash || '#here'}`)
}

// whatever the server returns, errors too, is a response
const isNetworkError = ({ type, result }: Results[string]) =>
  type === 'error' && !(result instanceof Response) && !isRouteErrorResponse(result)

/** Restores the scroll position of a page that was kept, and blocks links while the browser is offline. */
export function useOfflineGuard() {
  const { key } = useLocation()
  useEffect(() => {
    if (savedScrollY !== null) scrollTo(0, savedScrollY)
    savedScrollY = null
  }, [key])
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      if (navigator.onLine || !(event.target as Element).closest('a:is([href^="/"], [href^="?"])')) return
      event.preventDefault()
      showToast('bad', unreachableMessage())
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [])
}
