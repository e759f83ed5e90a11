import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

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
                { name: 'club', minShareCount: 4, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // the icons that are shown, instead of Node reading all of the library's at each start
      resolve: { noExternal: command === 'build' ? ['lucide-react'] : [] },
      build: { rolldownOptions: { input: './server/club.ts' } },
    },
  },
}))
