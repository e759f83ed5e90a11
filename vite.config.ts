import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Pages and REST are one server bundle (server/club.ts), so that both share one module graph,
// one database client and one auth instance.
export default defineConfig({
  plugins: [reactRouter()],
  // a picture written into the page would be sent again with every page that shows it
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/club.ts' } } },
  },
})
