import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readMap, type PageMap } from './lean-map.ts'

// What a phone on a slow line has to fetch before a page answers to a touch. React and React Router are 108 kB of it,
// the map of all pages 3.
const budgetKilobytes = 132
const formBudgetKilobytes = 136
// a form of a dozen fields, with a picture
const forms = new Set(['pages/trainers/become-trainer'])

const client = join('build', 'client')
// whoever reports a post is signed in
const visitorsSee = /^pages\/((home|classes|trainers|gallery|info)\/|forum\/forums$|not-found$)/

/** Whether the scripts of a first visit, compressed, stay within their budget on every page that visitors see first. */
export function bundleProblems(): string[] {
  const {
    file,
    map: { entry, routes },
  } = readMap(client)
  const pages = Object.keys(routes).filter((id) => visitorsSee.test(id))
  if (pages.length < 15) return [`Only ${pages.length} pages were found.`]
  return pages.flatMap((id) => {
    const scripts = new Set([file])
    for (const part of [entry, ...withParents(routes, id)])
      for (const address of [part.module, ...(part.imports ?? [])]) collect(join(client, address), scripts)
    const bytes = [...scripts].reduce((sum, each) => sum + gzipSync(readFileSync(each)).length, 0)
    const kilobytes = Math.ceil(bytes / 1000)
    if (kilobytes < 50) return [`Only ${scripts.size} scripts of ${kilobytes} kB were found for ${id}.`]
    const budget = forms.has(id) ? formBudgetKilobytes : budgetKilobytes
    if (kilobytes <= budget) return []
    return [`${id} loads ${kilobytes} kB of scripts; its budget is ${budget} kB.`]
  })
}

/** A route and those that it stands in. */
function withParents(routes: PageMap['routes'], id: string | undefined): PageMap['entry'][] {
  const part = id === undefined ? undefined : routes[id]
  return part ? [part, ...withParents(routes, part.parentId)] : []
}

/** Adds a script and every script that it imports at once. */
function collect(file: string, found: Set<string>): void {
  if (found.has(file)) return
  found.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
  ))
    collect(normalize(join(dirname(file), name ?? '')), found)
}
