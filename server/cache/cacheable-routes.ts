import { allCalls } from '#api/index.ts'
import { pagePathOf } from '#server/http/page-path.ts'

// What visitors read again and again, each with the parameters that make another answer of it. Whatever stands
// here, an address is never answered with what another one was made for; what is not here is made each time.
const cacheablePages: Record<string, string[]> = {
  '/': [],
  '/gallery': ['show', 'picture'],
  '/classes': ['show'],
  '/classes/{id}': [],
  '/trainers': ['show'],
  '/trainers/{id}': ['tab'],
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

/** The pages among them. */
export const cacheablePagePaths = Object.keys(cacheablePages)

const cacheableCalls = allCalls
  .filter(({ method, access }) => method === 'GET' && access === 'everyone')
  .map(({ path, query }): [string, string[]] => [`/api${path}`, Object.keys(query?.shape ?? {})])
const parametersByRoute = new Map([...Object.entries(cacheablePages), ...cacheableCalls])

const uuidSuffix = /\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The address in the list above whose answer is worth keeping, as far as the address asked for tells; or null. */
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
