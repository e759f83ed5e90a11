import { defineConfig, devices } from '@playwright/test'
import { address, isReusable } from '#e2e/run-settings.ts'
import { languages } from '#messages/languages.ts'
import { browserArguments, installedBrowser } from '#scripts/find-browser.ts'

// with them the clubs that tests start for themselves: one of these takes longest of all
const first = /(public-.*|toasts-and-stale-tabs|owner-journey|stripe-payment)\.spec\.ts/

const otherLanguages = Object.keys(languages)
  .filter((language) => language !== 'en')
  .map((language) => ({ name: language, grep: /@languages/, use: { locale: language } }))

// The browser tests use the production build, with the demo club in a data folder of its own.
export default defineConfig({
  testDir: 'e2e',
  // guards against hanging, not measurements: on a busy machine a test takes many times as long
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: '.tmp/e2e',
  // what is counted on public pages is counted before other tests add classes and posts: those follow, whether
  // or not it was right
  projects: [
    { name: 'public', testMatch: first, teardown: 'club' },
    { name: 'club', testIgnore: first },
    // npm run prove: the journeys that are marked with `inEachLanguage`
    ...(process.env.PROVE === 'full' ? otherLanguages : []),
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: installedBrowser() ?? undefined,
      args: [
        ...browserArguments,
        // pages of one club share a process: to begin one takes as long as the page itself
        '--renderer-process-limit=1',
        // a page is left before the compilers of its scripts have earned what they cost
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: {
    command: 'node e2e/web-server.ts',
    url: `${address}/readyz`,
    // the demo club is loaded first, which takes a while on a busy machine
    timeout: 900_000,
    stdout: 'pipe',
    reuseExistingServer: isReusable,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
})
