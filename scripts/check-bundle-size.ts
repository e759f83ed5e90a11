import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readMap, type PageMap } from './lean-map.ts'

// What a phone on a slow line has to fetch before a page answers to a touch, in kilobytes of gzip. React and React Router
// are 108 of them, the map of all pages 3.
const budget = 125
// pages that do more than to show something
const budgets: Record<string, number> = {
  'pages/home/home': 134,
  'pages/forum/forums': 127,
  'pages/trainers/trainer': 130,
  'pages/trainers/become-trainer': 134,
  'pages/account/sign-in': 128,
  'pages/account/sign-in-code': 128,
  'pages/account/sign-up': 130,
  'pages/account/forgotten-password': 127,
  'pages/account/new-password': 127,
  'pages/account/confirm-address': 127,
}

const client = join('build', 'client')
// whoever reports a post is signed in
const visitorsSee = /^pages\/((home|classes|trainers|gallery|info|account)\/|forum\/forums$|not-found$)/

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
    const bytes = [...scripts].reduce(
      (sum, each) => sum + gzipSync(readFileSync(each), { level: 9 }).length,
      0,
    )
    const kilobytes = Math.ceil(bytes / 1000)
    if (kilobytes < 50) return [`Only ${scripts.size} scripts of ${kilobytes} kB were found for ${id}.`]
    const most = budgets[id] ?? budget
    return kilobytes <= most ? [] : [`${id} loads ${kilobytes} kB of scripts; its budget is ${most} kB.`]
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
