import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { runChild } from './child-process.ts'

const browserPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    // the same browser without windows: a third less CPU
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/local/bin/chromium',
    '/snap/bin/chromium',
  ],
  darwin: ['', homedir()].flatMap((root) => [
    `${root}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${root}/Applications/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  win32: ['C:/Program Files', 'C:/Program Files (x86)', join(homedir(), 'AppData', 'Local')].map((root) =>
    join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
}

/** Arguments: no sandbox, which root cannot use, and no requests to the vendor. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/**
 * Path of a browser on this machine: TEST_BROWSER, an installed Chrome or Chromium, or Playwright's own; null if
 * there is none.
 */
export function installedBrowser(): string | null {
  const named = process.env.TEST_BROWSER
  if (named) return existsSync(named) ? named : null
  const places = [...(browserPaths[process.platform] ?? []), chromium.executablePath()]
  return places.find((place) => existsSync(place)) ?? null
}

/** Returns `installedBrowser`, or installs one. Throws an error with one sentence. */
export async function findBrowser(): Promise<string> {
  const named = process.env.TEST_BROWSER
  if (named && !existsSync(named)) throw new Error(`TEST_BROWSER names ${named}, which does not exist.`)
  const present = installedBrowser()
  if (present) return present
  console.log('No Chrome or Chromium was found, so one is being installed for the tests...')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installPackage()
  if (!installedBrowser()) await installPlaywrightBrowser()
  const browser = installedBrowser()
  if (browser) return browser
  throw new Error('The browser tests need Chrome or Chromium: install one, or name one in TEST_BROWSER.')
}

async function installPackage(): Promise<void> {
  const updated = await runChild('apt-get', ['update', '-q'])
  if (updated.exitCode === 0) await runChild('apt-get', ['install', '-y', '-q', 'chromium-headless-shell'])
}

async function installPlaywrightBrowser(): Promise<void> {
  const tool = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  await runChild(process.execPath, [tool, 'install', '--only-shell', 'chromium'])
}
