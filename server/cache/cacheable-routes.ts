import { allCalls } from '#api/index.ts'
import { pagePathOf } from '#server/http/page-path.ts'

/** Public pages, each with the query parameters that change it. A request with any other parameter is not cached. */
const cacheablePages: Record<string, string[]> = {
  '/': [],
  '/gallery': ['show', 'picture'],
  '/classes': ['show'],
  '/classes/{id}': [],
  '/trainers': ['show', 'days', 'from', 'to', 'for', 'trainer'],
  '/trainers/{id}': ['tab'],
  '/hours': ['days', 'from', 'to', 'for', 'trainer', 'hour', 'shown'],
  '/forums': ['page'],
  '/fitness-resources': [],
  '/wellness-blog': [],
  '/membership-plans': [],
  '/nutrition': [],
  '/about': [],
  '/contact': [],
  '/terms': [],
  '/privacy': [],
  '/cookies': [],
}

const cacheableCalls = allCalls
  .filter(({ method, access }) => method === 'GET' && access === 'everyone')
  .map(({ path, query }): [string, string[]] => [`/api${path}`, Object.keys(query?.shape ?? {})])
const parametersByRoute = new Map([...Object.entries(cacheablePages), ...cacheableCalls])

const uuidSuffix = /\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the cacheable route of a URL, or null. A page's `.data` URL belongs to the route of the page. */
export function cacheableRoute(url: string): string | null {
  const [path = '', query = ''] = url.split('?', 2)
  const address = pagePathOf(path).replace(uuidSuffix, '/{id}')
  const parameters = parametersByRoute.get(address)
  const names = [...new URLSearchParams(query).keys()]
  const isKnown = names.every(
    (name, index) => names.indexOf(name) === index && parameters?.includes(name) === true,
  )
  return parameters !== undefined && isKnown ? address : null
}
