import { TrieRouter } from 'hono/router/trie-router'
import { allCalls } from '#api/index.ts'
import { pagePathOf } from './page-path.ts'

/** Routes beside pages and API calls, one pattern each however many URLs they have. */
const otherPatterns = [
  '/livez',
  '/readyz',
  '/metrics',
  '/assets/*',
  '/images/*',
  '/calendar/*',
  '/api/auth/*',
  '/api/webhooks/*',
  '/demo/identity/*',
  '/api/*',
]

/** The pattern of an API call, such as `/api/classes/:id`. */
export const patternOfCall = ({ path }: { path: string }) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`

const countParameters = (pattern: string) => pattern.split(':').length

/** All route patterns, the most specific first. */
export const routePatterns = (pages: string[]): string[] => [
  ...[...new Set([...pages, ...allCalls.map(patternOfCall)])].toSorted(
    (a, b) => countParameters(a) - countParameters(b),
  ),
  ...otherPatterns,
]

export type RouteMatcher = (url: string) => string

/** Returns a function from a URL to its route pattern, or `other`. Metrics and traces are labelled by it. */
export function createRouteMatcher(pages: string[]): RouteMatcher {
  const router = new TrieRouter<string>()
  // the first match wins
  for (const pattern of routePatterns(pages)) router.add('GET', pattern, pattern)
  return (url) => {
    const [path = ''] = url.split('?', 1)
    return router.match('GET', pagePathOf(path))[0][0]?.[0] ?? 'other'
  }
}
