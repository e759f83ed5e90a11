import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

// What a phone on a slow line has to fetch before the home page answers to a touch. React and React Router
// are about 100 kB of it.
const budgetKilobytes = 170

const client = join('build', 'client')

/** Whether the scripts of the first load of the home page, compressed, stay within their budget. */
export function bundleProblems(): string[] {
  const scripts = firstLoadScripts()
  const bytes = [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
  const kilobytes = Math.ceil(bytes / 1000)
  if (scripts.size < 5 || kilobytes < 50)
    return [`Only ${scripts.size} scripts of ${kilobytes} kB were found.`]
  if (kilobytes <= budgetKilobytes) return []
  return [`The home page loads ${kilobytes} kB of scripts; its budget is ${budgetKilobytes} kB.`]
}

type Part = { module: string; imports?: string[] }
type Manifest = { entry: Part; routes: Record<string, Part> }

function firstLoadScripts(): Set<string> {
  const manifests = globSync(join(client, 'assets', 'manifest-*.js'))
  // a route named manifest leaves an empty script with a name like it
  const file = manifests.find((name) => readFileSync(name).length > 0)
  if (!file) throw new Error('The build has no manifest.')
  const text = readFileSync(file, 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const parts = [entry, routes.root, routes['frame/public-route'], routes['pages/home/home']]
  const found = new Set<string>([file])
  for (const part of parts) {
    if (!part)
      throw new Error('The build has another shape than expected: a part of the home page is missing.')
    for (const address of [part.module, ...(part.imports ?? [])]) collect(join(client, address), found)
  }
  return found
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
