import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Part = { module: string; imports?: string[]; parentId?: string; [fact: string]: unknown }

/** What the build says of its pages, in the order of its own making. */
export type PageMap = { entry: Part; routes: Record<string, Part> }

/** The map of all pages that every browser gets, and the file that it stands in. */
export function readMap(client: string): { file: string; map: PageMap } {
  const files = globSync(join(client, 'assets', 'manifest-*.js'))
  // a route named manifest leaves an empty script with a name like it
  const file = files.find((name) => readFileSync(name).length > 0)
  if (!file) throw new Error('The build has no map of its pages.')
  const text = readFileSync(file, 'utf8')
  return { file, map: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as PageMap }
}

/**
 * Leaves out of a browser's map what is not so of a page, and which scripts its own script imports: that script says so
 * itself, and the server, which has its own copy, tells of them in the head of a page.
 */
export function leanMap(client: string): void {
  const { file, map } = readMap(client)
  for (const route of Object.values(map.routes)) {
    delete route.imports
    for (const [fact, value] of Object.entries(route)) if (value === false) delete route[fact]
  }
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(map)};`)
}
