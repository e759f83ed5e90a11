import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { artworkAssets } from './scripts/bundle/artwork-assets.ts'
import { codeSplittingGroups } from './scripts/bundle/code-splitting.ts'
import { stripUnusedModules } from './scripts/bundle/strip-unused-modules.ts'

// Pages and REST are one server bundle (server/bootstrap/application.ts), so that both share one module graph,
// one database client and one auth instance.
export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), artworkAssets(), stripUnusedModules()],
  // a picture written into the page would be sent again with every page that shows it
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: codeSplittingGroups } } } } },
    ssr: {
      // libraries as well: a start reads a few files instead of a thousand. These two stay what others use in the same
      // process, and what has parts for this system only.
      resolve: command === 'build' ? { noExternal: true, external: ['pg', 'sharp'] } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: { rolldownOptions: { input: './server/bundle-entry.ts' } },
    },
  },
}))
