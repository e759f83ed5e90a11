import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { artworkAssets } from './scripts/artwork-assets.ts'
import { compileMessages } from './scripts/compile-messages.ts'

/** Scripts that several pages share: a script for each shared module would cost a phone more round trips than bytes saved. */
const chunkGroups = Object.entries({
  react: /node_modules\/(react|react-dom|react-router|scheduler)\//,
  frame:
    /\/app\/(frame|root)|\/copy\/(frame|pages|booking|account)\.ts|\/format\/(money|text|hours|weekdays)\.ts|\/components\/(section-head|status-dot|artwork|week-dots)/,
  forms: /\/app\/forms\/(?!intent-form|picture-field|form-draft|prepare-picture|heic-worker)/,
  cards: /\/components\/((class|post|trainer)-card|card-link|empty-state|service-poster|picture)/,
  'trainer-form': /\/(skills-field|hours-and-days|picture-field)\.tsx/,
}).map(([name, test], index, { length }) => ({ name, test, priority: length - index }))

// Pages and REST are one server bundle (server/bootstrap/application.ts), so that both share one module graph,
// one database client and one auth instance.
export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), artworkAssets(), compileMessages(process.env.CATALOGUE ?? 'en')],
  // an inlined picture would be sent again with each page
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ssr: {
      // Libraries are bundled as well, so that a start reads a few files instead of a thousand. The two exceptions are
      // shared with unbundled code of the same process, or have parts for one system only.
      resolve: command === 'build' ? { noExternal: true, external: ['pg', 'sharp'] } : {},
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: { rolldownOptions: { input: './server/bundle-entry.ts' } },
    },
  },
}))
