import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
const frame = /[\\/]app[\\/](root\.tsx|frame[\\/])/
const publicPages = /[\\/]app[\\/]pages[\\/](home|classes|trainers|forum|gallery|info)[\\/]/

/** This part of the site and every part that needs it at once. */
function withImporters(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const each of modules.getModuleInfo(id)?.importers ?? []) withImporters(each, modules, found)
  return found
}

/** The script that a part of the site goes into when several pages need it. */
function scriptOf(id: string, modules: Modules): string {
  // with a question mark the builder names a page a second time
  const needing = [...withImporters(id, modules)].filter((each) => !each.includes('?'))
  const seen = needing.filter((each) => publicPages.test(each)).length
  if (seen >= 3 || needing.some((each) => frame.test(each))) return 'club'
  // what few of the pages need that visitors see first, and what only people who are signed in need
  return seen > 0 ? 'further' : 'inside'
}

// Pages and REST are one server bundle (server/club.ts), so that both share one module graph,
// one database client and one auth instance.
export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // a picture written into the page would be sent again with every page that shows it
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // a page fetches a handful of scripts instead of forty: each one more costs a phone a round trip
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 2,
                },
                { name: scriptOf, minShareCount: 4, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // libraries as well: a start reads a few files instead of a thousand. These two stay what others use in the same
      // process, and what has parts for this system only.
      resolve: command === 'build' ? { noExternal: true, external: ['pg', 'sharp'] } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: { rolldownOptions: { input: './server/built.ts' } },
    },
  },
}))
