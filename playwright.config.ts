import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { installedBrowser } from './scripts/find-browser.ts'

const port = 4173
const dataDir = join(tmpdir(), `palestra-e2e-${process.ppid}`)

// The browser tests use the production build, with the demo club in a data folder of its own.
export default defineConfig({
  testDir: 'e2e',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: '.tmp/e2e',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: installedBrowser() ?? undefined,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node server/main.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...(process.env.TEST_DATABASE_URL ? {} : { DATABASE_URL: '' }),
    },
  },
})
