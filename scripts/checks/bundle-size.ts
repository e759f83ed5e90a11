import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readRouteManifest, type RouteManifest } from '#scripts/bundle/route-manifest.ts'

// What a phone on a slow line has to fetch before a page answers to a touch, in bytes of gzip as they are sent. React and
// React Router are 102,000 of them, the frame and what most pages need 14,000, the map of all pages 2,500.
const maxGzipBytes = 125_000

const client = join('build', 'client')
// whoever reports a post is signed in
const visitorPages = /^pages\/((home|classes|trainers|gallery|info|account)\/|forum\/forums$|not-found$)/

/** Whether the scripts of a first visit, compressed, stay within their budget on every page that visitors see first. */
export function bundleProblems(): string[] {
  const {
    file,
    map: { entry, routes },
  } = readRouteManifest(client)
  const pages = Object.keys(routes).filter((id) => visitorPages.test(id))
  if (pages.length < 15) return [`Only ${pages.length} pages were found.`]
  return pages.flatMap((id) => {
    const scripts = new Set([file])
    for (const part of [entry, ...withParents(routes, id)])
      for (const address of [part.module, ...(part.imports ?? [])])
        collectImports(join(client, address), scripts)
    const bytes = [...scripts].reduce((sum, each) => sum + bytesSent(each), 0)
    if (bytes < 50_000) return [`Only ${scripts.size} scripts of ${bytes} bytes were found for ${id}.`]
    return bytes <= maxGzipBytes
      ? []
      : [`${id} loads ${bytes} bytes of scripts; its budget is ${maxGzipBytes}.`]
  })
}

/** What a browser that takes gzip is sent of a file. */
const bytesSent = (file: string) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size

/** A route and those that it stands in. */
function withParents(routes: RouteManifest['routes'], id: string | undefined): RouteManifest['entry'][] {
  const part = id === undefined ? undefined : routes[id]
  return part ? [part, ...withParents(routes, part.parentId)] : []
}

/** Adds a script and every script that it imports at once. */
function collectImports(file: string, found: Set<string>): void {
  if (found.has(file)) return
  found.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
  ))
    collectImports(normalize(join(dirname(file), name ?? '')), found)
}
