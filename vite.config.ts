import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>
const publicPages =
  /[\\/]app[\\/](root\.tsx|frame[\\/]|pages[\\/](home|classes|trainers|forum|gallery|info)[\\/])/

/** Whether a page that visitors see first needs this part of the site. */
function isForVisitors(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (publicPages.test(id)) return true
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((each) => !seen.has(each) && isForVisitors(each, modules, seen))
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
                  priority: 3,
                },
                {
                  name: (id, modules) => (isForVisitors(id, modules) ? 'club' : null),
                  minShareCount: 4,
                  priority: 2,
                },
                // what only people who are signed in need
                { name: 'inside', minShareCount: 4, priority: 1 },
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
