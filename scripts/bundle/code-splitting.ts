import { globSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Rolldown } from 'vite'

// Which script a part of the site goes into when several pages need it. A first visit fetches a handful of scripts and
// in them little that its page has no use for: each script more costs a phone a round trip, each kilobyte more too.

const project = join(import.meta.dirname, '..', '..')
type ModuleGraph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
type ModulePredicate = (id: string, modules: ModuleGraph) => boolean

// these only pass on what stands in other files, of which whoever names them needs few
const reExportModules = /[\\/](lucide\.mjs|copy[\\/](?:texts|all)\.ts)$/
const icons = /import\s*{([^}]*)}\s*from\s*["']lucide["']/

/** Finds what a file needs at once; an icon by the name of its own, `chevron-right.mjs`. */
function collectImports(id: string, modules: ModuleGraph, found: Set<string>): void {
  if (found.has(id) || reExportModules.test(id)) return
  found.add(id)
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
  for (const name of icons.exec(code ?? '')?.[1]?.match(/\w+/g) ?? [])
    found.add(`${name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}.mjs`)
  for (const each of importedIds) collectImports(each, modules, found)
}

/** Whether any of these files needs a part; found when it is first asked, for all parts are known then. */
function neededBy(files: string[]): ModulePredicate {
  let found: Set<string> | undefined
  return (id, modules) => {
    if (!found) {
      found = new Set()
      for (const file of files) collectImports(join(project, file), modules, found)
    }
    return found.has(id) || found.has(basename(id))
  }
}

const neededByFrame = neededBy(['app/entry.client.tsx', 'app/root.tsx', 'app/frame/public-route.tsx'])
const neededBySection = ['home', 'classes', 'trainers', 'forum', 'gallery', 'info'].map((folder) =>
  neededBy(globSync(`app/pages/${folder}/*.tsx`, { cwd: project })),
)
const neededByAccountPages = neededBy(
  ['sign-in', 'sign-up', 'sign-in-code', 'forgotten-password', 'new-password'].map(
    (page) => `app/pages/account/${page}.tsx`,
  ),
)
/** How many kinds of the pages that visitors see first need it. */
const sectionCount = (id: string, modules: ModuleGraph) =>
  neededBySection.filter((needs) => needs(id, modules)).length
const pathMatches = (pattern: RegExp) => (id: string) => pattern.test(id.replaceAll('\\', '/'))
const isCardModule = pathMatches(/\/(class|post|trainer)-card\.tsx$/)
const isFormsModule = pathMatches(/\/app\/forms\/(?!picture-field)|\/domain\/bounds\.ts$/)

// a script of its own, by the name of the file
const ownChunkName = 'alone'
type ChunkGroup = { name: string; matches: ModulePredicate; minShareCount?: number }

// earlier ones take first, with all that their parts need
const chunkGroups: ChunkGroup[] = [
  { name: 'react', matches: pathMatches(/node_modules\/(react|react-dom|react-router|scheduler)\//) },
  // with what pages of several kinds need: apart it would be five files, which compress worse
  {
    name: 'frame',
    matches: (id, modules) =>
      neededByFrame(id, modules) ||
      isFrameModule(id) ||
      (!isCardModule(id) && sectionCount(id, modules) > (isFormsModule(id) ? 0 : 1)),
  },
  { name: 'hours', matches: pathMatches(/\/format\/hours\.ts$|\/components\/week-dots/) },
  { name: 'dates', matches: pathMatches(/\/format\/(date-time|days)\.ts$/) },
  { name: 'posters', matches: pathMatches(/\/service-|\/article\.tsx$/) },
  { name: 'cards', matches: isCardModule },
  { name: 'picture', matches: pathMatches(/\/picture-field\.tsx$/) },
  // what trainers say of themselves, when they apply and later
  { name: 'about', matches: pathMatches(/\/(skills-field|hours-and-days)\.tsx$|\/trainers\.rules\.ts$/) },
  // and the dashboard, whose pages would take it along with theirs
  {
    name: ownChunkName,
    matches: (id, modules) => sectionCount(id, modules) === 1,
    minShareCount: 2,
  },
  // where people sign in and up
  {
    name: 'doors',
    matches: (id, modules) => sectionCount(id, modules) === 0 && neededByAccountPages(id, modules),
    minShareCount: 2,
  },
  // whoever signs out anywhere needs it as well
  { name: 'typed', matches: pathMatches(/\/app\/forms\/form-draft-storage\.ts$/) },
  // what only people who are signed in need
  { name: 'inside', matches: (id, modules) => sectionCount(id, modules) === 0, minShareCount: 4 },
]
const isFrameModule = pathMatches(
  /\/(copy\/(frame|home|pages|booking|account)|format\/(money|text))\.ts$|(slots|bookings)\.rules\.ts$|\/components\/(section-head|artwork|status-dot)\.tsx$|\/chevron-down\.mjs$|\/app\/forms\/(with-form-errors|form-problem|form-errors|hidden-fields|use-is-sending|reload)/,
)

/** For the builder. */
export const codeSplittingGroups = chunkGroups.map(({ name, matches, minShareCount }, index) => ({
  name: (id: string, modules: ModuleGraph) => {
    // a page’s own script has a question mark
    if (id.includes('?__react-router') || !matches(id, modules)) return null
    return name === ownChunkName ? basename(id, extname(id)) : name
  },
  debugName: name,
  minShareCount,
  priority: chunkGroups.length - index,
}))
