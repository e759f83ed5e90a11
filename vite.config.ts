import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// Pages and REST are one server bundle (server/app.ts), so that both share one module graph,
// one database client and one auth instance.
export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
