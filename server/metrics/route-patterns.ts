import { TrieRouter } from 'hono/router/trie-router'
import { allCalls } from '#api/index.ts'
import { pagePathOf } from '#server/http/page-path.ts'

// what is answered beside pages and calls, each under one name however much there is of it
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

const countOccurrences = (pattern: string, sign: string) => pattern.split(sign).length

/**
 * Finds the pattern of the route that an address is of, as metrics and traces name it: there are as many names as
 * routes, and none tells whom or what it was about. `other` is of no route.
 */
export function createRouteMatcher(pages: string[]): (url: string) => string {
  const calls = allCalls.map(({ path }) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  const router = new TrieRouter<string>()
  // the first that fits counts, so the most particular come first
  const patterns = [...new Set([...pages, ...calls])].toSorted(
    (a, b) => countOccurrences(a, ':') - countOccurrences(b, ':'),
  )
  for (const pattern of [...patterns, ...otherPatterns]) router.add('GET', pattern, pattern)
  return (url) => {
    const [path = ''] = url.split('?', 1)
    return router.match('GET', pagePathOf(path))[0][0]?.[0] ?? 'other'
  }
}
