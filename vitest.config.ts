import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{app,api,artwork,bench,db,demo,domain,platform,scripts,server,sign-in,tests,words}/**/*.test.ts',
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    // run as it is served
    server: { deps: { external: [/\/build\/server\//] } },
    // a guard against hanging, not a measurement
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
