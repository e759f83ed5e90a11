import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { ensureBuild } from '#scripts/build.ts'
import { testAuth } from '#tests/auth-fixtures.ts'

type Built = typeof import('#server/bundle-entry.ts')
type Club = Awaited<ReturnType<Built['loadApplication']>>

export const siteOrigin = 'http://localhost:3000'
const bundle = join(import.meta.dirname, '../../build/server/index.js')
const connection = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }

/** The data folder of this process, for all its test files: the bundle reads its settings once. */
const folder = join(tmpdir(), `palestra-pages-${process.pid}`)
mkdirSync(folder, { recursive: true })
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * Runs the built site on the database of a test file, without a port. Call it after `useAuth`. Files without settings
 * of their own share processes, one after the other (vitest.config.ts).
 */
export function useBuiltSite(
  database: { readonly url: string },
  settings: Record<string, string> = {},
  isDemo = true,
) {
  let club: Club
  let stop: () => Promise<void>
  beforeAll(async () => {
    await ensureBuildOnce()
    // the server's modules read it when they are loaded
    Object.assign(
      process.env,
      { WORKERS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error', DATA_DIR: folder },
      settings,
    )
    club = await ((await import(bundle)) as Built).loadApplication()
    const { secret: authSecret, passwordCost } = testAuth
    stop = await club.startClub({ databaseUrl: database.url, authSecret, isDemo, passwordCost })
  })
  afterAll(() => stop())
  return {
    send: async (path: string, init: RequestInit = {}): Promise<Response> =>
      club.app.fetch(new Request(new URL(path, siteOrigin), { redirect: 'manual', ...init }), connection),
    /** Serves the site on a free port, with its response cache. Call it before the tests. */
    serve: async (): Promise<{ url: string; close: () => void }> => {
      const others = getRequestListener(club.app.fetch, { overrideGlobalObjects: false })
      const server = createServer((await club.createListenerWrapper())(others))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
    },
  }
}

/** Builds the site if it is missing or out of date, in one of the processes that need it. */
export async function ensureBuildOnce(): Promise<void> {
  const line = new pg.Client({ connectionString: inject('server').url })
  await line.connect()
  try {
    await line.query(`select pg_advisory_lock(hashtext('build'))`)
    await ensureBuild()
  } finally {
    await line.end()
  }
}

/** The requests for a page: the document, its data, and the data of its route without layouts. */
export const requestVariants = {
  document: (path: string) => path,
  data: (path: string) => dataUrl(path),
  'data of this route alone': (path: string, route: string) => dataUrl(path, route),
}

/** Expands a cell: `in` becomes the redirect to the sign-in page and back. */
export const expectedOutcome = (cell: string, path: string) =>
  cell === 'in' ? `>/signIn?${new URLSearchParams({ from: returnPathOf(path) })}` : cell

/** The URL as the `from` parameter contains it. */
function returnPathOf(path: string): string {
  const { pathname, searchParams } = new URL(path, siteOrigin)
  searchParams.delete('index')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Returns the URL of a page's data, for all its routes or for one. */
function dataUrl(path: string, routeModule?: string): string {
  const { pathname, searchParams } = new URL(path, siteOrigin)
  if (routeModule) searchParams.set('_routes', routeModule.replace(/\.tsx?$/, ''))
  // React Router reads `index` without a value
  const query = searchParams.toString().replace(/\bindex=(?=&|$)/, 'index')
  return `${pathname.endsWith('/') ? `${pathname}_` : pathname}.data${query && `?${query}`}`
}

/** Returns `>` and the target of a redirect, or the status. */
export function outcomeOf(response: Response, body: string): string {
  const location = response.headers.get('location')
  if (location !== null && response.status < 400) return `>${location.replace(siteOrigin, '')}`
  if (response.status !== 202) return String(response.status)
  // a redirect in the data format, a list of alternating names and values
  const parts = JSON.parse(body.split('\n')[0] ?? '') as unknown[]
  return `>${String(parts[parts.indexOf('redirect') + 1]).replace(siteOrigin, '')}`
}
