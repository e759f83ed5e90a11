import { useEffect } from 'react'
import { isRouteErrorResponse, replace, useLocation, type MiddlewareFunction } from 'react-router'
import { showToast } from './toast-store.ts'

type Results = Record<string, { type: string; result: unknown }>

const unreachableMessage = 'The club could not be reached. You are still where you were.'

/** How far down the page was that is kept. */
let savedScrollY: number | null = null

/** For the root's `clientMiddleware`: a link that the club did not answer leaves the page as it is, and says so. */
export const offlineGuard: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const { pathname, search } = new URL(request.url)
  // there is nothing to stay at when this very page was asked for again, or the browser went back to it already
  if (pathname === location.pathname && search === location.search) return
  if (!Object.values(results).some(isNetworkError)) return
  showToast('bad', unreachableMessage)
  savedScrollY = scrollY
  // to a place in this page: the one way to end a navigation for which nothing is loaded
  throw replace(`${location.pathname}${location.search}${location.hash || '#here'}`)
}

// what the club answers, errors too, are responses
const isNetworkError = ({ type, result }: Results[string]) =>
  type === 'error' && !(result instanceof Response) && !isRouteErrorResponse(result)

/** Leaves a page that was kept as far down as it was, and follows no link while the browser knows it is offline. */
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
      showToast('bad', unreachableMessage)
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [])
}
