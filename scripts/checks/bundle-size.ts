import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

// The scripts of a first visit, in bytes of gzip as they are sent: a page answers to a touch once it has them all.
const maxGzipBytes = 136_000

const client = join('build', 'client')
// only signed-in people report a post or apply as a trainer
const visitorPages =
  /^pages\/((home|classes|trainers(?!\/become-trainer)|gallery|info|account)\/|forum\/forums$|not-found$)/

type Part = { module: string; imports?: string[] }
type RouteManifest = { entry: Part; routes: Record<string, Part & { id: string; parentId?: string }> }

/** Pages whose scripts of a first visit are larger than the budget. */
export function bundleProblems(): string[] {
  const pages = readManifests().flatMap(firstVisitBytes)
  if (pages.length < 15) return [`Only ${pages.length} pages were found.`]
  return pages.flatMap(({ page, bytes }) => {
    if (bytes < 50_000) return [`Only ${bytes} bytes of scripts were found for ${page}.`]
    return bytes <= maxGzipBytes
      ? []
      : [`${page} loads ${bytes} bytes of scripts; its budget is ${maxGzipBytes}.`]
  })
}

function firstVisitBytes({ entry, routes }: RouteManifest): { page: string; bytes: number }[] {
  return Object.keys(routes)
    .filter((id) => visitorPages.test(id))
    .map((page) => {
      const scripts = new Set<string>()
      for (const part of [entry, ...withParents(routes, page)])
        for (const address of [part.module, ...(part.imports ?? [])])
          collectImports(join(client, address), scripts)
      return { page, bytes: [...scripts].reduce((sum, each) => sum + bytesSent(each), 0) }
    })
}

/** The routes with their scripts, once a language. A page names its own and asks for those of its links. */
function readManifests(): RouteManifest[] {
  const pattern = /^window\.__reactRouterManifest=(.*);$/s
  const texts = globSync(join(client, 'assets', 'manifest-*.js')).map((file) => readFileSync(file, 'utf8'))
  const manifests = texts.flatMap((text) => pattern.exec(text)?.[1] ?? [])
  if (manifests.length === 0) throw new Error('The build has no manifest of its routes.')
  return manifests.map((json) => JSON.parse(json) as RouteManifest)
}

/** The size of a file for a browser that takes gzip. */
const bytesSent = (file: string) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size

/** A route and the routes around it. */
function withParents(routes: RouteManifest['routes'], id: string | undefined): Part[] {
  const part = id === undefined ? undefined : routes[id]
  return part ? [part, ...withParents(routes, part.parentId)] : []
}

/** Adds a script and every script that it imports statically. */
function collectImports(file: string, found: Set<string>): void {
  if (found.has(file)) return
  found.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
  ))
    collectImports(normalize(join(dirname(file), name ?? '')), found)
}
