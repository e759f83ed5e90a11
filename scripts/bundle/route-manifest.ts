import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

type ManifestEntry = { module: string; imports?: string[]; css: string[] }
type ManifestRoute = ManifestEntry & { id: string; parentId?: string; path?: string; [fact: string]: unknown }

/** What the build says of its pages, in the order of its own making. */
export type RouteManifest = { entry: ManifestEntry; routes: Record<string, ManifestRoute> }

/** The map of all pages that every browser gets, and the file that it stands in. */
export function readRouteManifest(client: string): { file: string; map: RouteManifest } {
  const files = globSync(join(client, 'assets', 'manifest-*.js'))
  // a route named manifest leaves an empty script with a name like it
  const file = files.find((name) => readFileSync(name).length > 0)
  if (!file) throw new Error('The build has no map of its pages.')
  const window: { __reactRouterManifest?: RouteManifest } = {}
  runInNewContext(readFileSync(file, 'utf8'), { window })
  if (!window.__reactRouterManifest) throw new Error(`${file} is no map of pages.`)
  return { file, map: window.__reactRouterManifest }
}

// what may be so of a page; as a number, the first of them is 1, the next 2, then 4
const routeFlags = [
  'hasLoader',
  'hasAction',
  'hasClientAction',
  'hasDefaultExport',
  'hasErrorBoundary',
  'hasClientMiddleware',
  'index',
]
type ManifestRow = [id: string, parent: number, path: string | 0, facts: number, hash: string]

/**
 * Writes a browser's map as a row a page, a fifth smaller when compressed. Which scripts a page's own script imports is
 * left out: that script says so itself, and the server, which has its own copy, tells of them in the head of a page.
 * Throws when a page is not as those rows can tell it.
 */
export function compactRouteManifest(client: string): void {
  const { file, map } = readRouteManifest(client)
  const { routes, ...rest } = map
  const ids = Object.keys(routes)
  const rows = Object.values(routes).map((page): ManifestRow => {
    const { id, parentId, path, module } = page
    const holds = routeFlags.reduce((sum, fact, bit) => sum + (page[fact] === true ? 1 << bit : 0), 0)
    return [id, parentId === undefined ? -1 : ids.indexOf(parentId), path ?? 0, holds, module.slice(-11, -3)]
  })
  const lean = `window.__reactRouterManifest=(${unpackManifest.toString()})(${[rest, rows, routeFlags].map((part) => JSON.stringify(part)).join()})`
  writeFileSync(file, lean.replaceAll(/\n +/g, '\n'))
  for (const [id, page] of Object.entries(readRouteManifest(client).map.routes))
    requireSameRoute(page, routes[id])
}

/** In the browser: the map as React Router reads it. */
function unpackManifest(map: RouteManifest, rows: ManifestRow[], names: string[]): RouteManifest {
  map.routes = {}
  for (const [id, parent, path, holds, hash] of rows) {
    const page: ManifestRoute = { id, module: `/assets/${id.split('/').pop()}-${hash}.js`, css: [] }
    if (rows[parent]) page.parentId = rows[parent][0]
    if (path !== 0) page.path = path
    names.forEach((name, bit) => (page[name] = ((holds >> bit) & 1) === 1))
    map.routes[id] = page
  }
  return map
}

function requireSameRoute(lean: ManifestRoute, full: ManifestRoute | undefined): void {
  for (const [fact, value] of Object.entries({ ...full, imports: undefined }))
    if (JSON.stringify(lean[fact] || undefined) !== JSON.stringify(value || undefined))
      throw new Error(`A browser's map would not say that ${fact} of ${lean.id} is ${JSON.stringify(value)}.`)
}
