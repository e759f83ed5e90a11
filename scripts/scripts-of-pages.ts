import { globSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Rolldown } from 'vite'

// Which script a part of the site goes into when several pages need it. A first visit fetches a handful of scripts and
// in them little that its page has no use for: each script more costs a phone a round trip, each kilobyte more too.

const project = join(import.meta.dirname, '..')
type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
type Needs = (id: string, modules: Modules) => boolean

// these only pass on what stands in other files, of which whoever names them needs few
const passOn = /[\\/](lucide\.mjs|words[\\/]texts\.ts)$/
const icons = /import\s*{([^}]*)}\s*from\s*["']lucide["']/

/** Finds what a file needs at once; an icon by the name of its own, `chevron-right.mjs`. */
function gather(id: string, modules: Modules, found: Set<string>): void {
  if (found.has(id) || passOn.test(id)) return
  found.add(id)
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
  for (const name of icons.exec(code ?? '')?.[1]?.match(/\w+/g) ?? [])
    found.add(`${name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}.mjs`)
  for (const each of importedIds) gather(each, modules, found)
}

/** Whether any of these files needs a part; found when it is first asked, for all parts are known then. */
function neededBy(files: string[]): Needs {
  let found: Set<string> | undefined
  return (id, modules) => {
    if (!found) {
      found = new Set()
      for (const file of files) gather(join(project, file), modules, found)
    }
    return found.has(id) || found.has(basename(id))
  }
}

const inFrame = neededBy(['app/entry.client.tsx', 'app/root.tsx', 'app/frame/public-route.tsx'])
const folders = ['home', 'classes', 'trainers', 'forum', 'gallery', 'info'].map((folder) =>
  neededBy(globSync(`app/pages/${folder}/*.tsx`, { cwd: project })),
)
const inDoors = neededBy(
  ['sign-in', 'sign-up', 'sign-in-code', 'forgotten-password', 'new-password'].map(
    (page) => `app/pages/account/${page}.tsx`,
  ),
)
/** How many kinds of the pages that visitors see first need it. */
const kindsOfPages = (id: string, modules: Modules) => folders.filter((needs) => needs(id, modules)).length
const named = (pattern: RegExp) => (id: string) => pattern.test(id.replaceAll('\\', '/'))
const isCard = named(/\/(class|post|trainer)-card\.tsx$/)
const isForms = named(/\/app\/forms\/(?!picture-field)|\/words\/bounds\.ts$/)

// a script of its own, by the name of the file
const alone = 'alone'
type Script = { name: string; takes: Needs; minShareCount?: number }

// earlier ones take first, with all that their parts need
const shared: Script[] = [
  { name: 'react', takes: named(/node_modules\/(react|react-dom|react-router|scheduler)\//) },
  // with what pages of several kinds need: apart it would be five files, which compress worse
  {
    name: 'frame',
    takes: (id, modules) =>
      inFrame(id, modules) ||
      isFrame(id) ||
      (!isCard(id) && kindsOfPages(id, modules) > (isForms(id) ? 0 : 1)),
  },
  { name: 'hours', takes: named(/\/words\/hours\.ts$|\/components\/week-dots/) },
  { name: 'dates', takes: named(/\/words\/(moments|days)\.ts$/) },
  { name: 'posters', takes: named(/\/service-|\/article\.tsx$/) },
  { name: 'cards', takes: isCard },
  { name: 'picture', takes: named(/\/picture-field\.tsx$/) },
  // what trainers say of themselves, when they apply and later
  { name: 'about', takes: named(/\/(skills-field|hours-and-days)\.tsx$|\/trainers\.rules\.ts$/) },
  // and the dashboard, whose pages would take it along with theirs
  {
    name: alone,
    takes: (id, modules) => kindsOfPages(id, modules) === 1,
    minShareCount: 2,
  },
  // where people sign in and up
  {
    name: 'doors',
    takes: (id, modules) => kindsOfPages(id, modules) === 0 && inDoors(id, modules),
    minShareCount: 2,
  },
  // whoever signs out anywhere needs it as well
  { name: 'typed', takes: named(/\/app\/forms\/typed-text\.ts$/) },
  // what only people who are signed in need
  { name: 'inside', takes: (id, modules) => kindsOfPages(id, modules) === 0, minShareCount: 4 },
]
const isFrame = named(
  /\/words\/(texts\/(frame|home|pages|booking|account)|money|phrases)\.ts$|(slots|bookings)\.rules\.ts$|\/components\/(section-head|artwork|status-dot)\.tsx$|\/chevron-down\.mjs$|\/app\/forms\/(keep-page|form-problem|form-errors|hidden-fields|use-is-sending|reload)/,
)

/** For the builder. */
export const scripts = shared.map(({ name, takes, minShareCount }, index) => ({
  name: (id: string, modules: Modules) => {
    // a page’s own script has a question mark
    if (id.includes('?__react-router') || !takes(id, modules)) return null
    return name === alone ? basename(id, extname(id)) : name
  },
  debugName: name,
  minShareCount,
  priority: shared.length - index,
}))
