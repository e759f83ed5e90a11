import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { testSecret } from '#tests/accounts.ts'

type ClubModule = typeof import('#server/club.ts')

export const address = 'http://localhost:3000'
const root = join(import.meta.dirname, '../..')
const connection = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }

// nothing is prepared for a browser that never comes
const withoutBrowser: Plugin = {
  name: 'without-browser',
  configResolved: ({ environments }) => {
    for (const { optimizeDeps } of Object.values(environments)) optimizeDeps.include = []
  },
}

/** The whole site on the database of a test file, without a build and without a port; call it after `useAuth`. */
export function useClubPages(database: { readonly url: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-pages-'))
  let vite: ViteDevServer | undefined
  let club: Awaited<ReturnType<ClubModule['startClub']>>
  beforeAll(async () => {
    // read when the server's modules are loaded
    Object.assign(process.env, { WORKERS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error', DATA_DIR: folder })
    // the server complains when the folder of built files is not there at all
    mkdirSync(join(root, 'build/client'), { recursive: true })
    vite = await createServer({
      root,
      mode: 'test',
      appType: 'custom',
      logLevel: 'error',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
      plugins: [withoutBrowser],
    })
    const { startClub } = (await vite.ssrLoadModule('./server/club.ts')) as ClubModule
    club = await startClub({ databaseUrl: database.url, authSecret: testSecret, isDemo: true })
  })
  afterAll(async () => {
    await club.stop()
    await vite?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    send: async (path: string, init: RequestInit = {}): Promise<Response> =>
      club.fetch(new Request(address + path, { redirect: 'manual', ...init }), connection),
  }
}

/** Where the browser asks for the data of this page: of all its parts, or of one route alone. */
export function dataAddress(path: string, routeModule?: string): string {
  const { pathname, searchParams } = new URL(path, address)
  if (routeModule) searchParams.set('_routes', routeModule.replace(/\.tsx?$/, ''))
  // React Router looks for `index` without a value
  const query = searchParams.toString().replace(/\bindex=(?=&|$)/, 'index')
  return `${pathname.endsWith('/') ? `${pathname}_` : pathname}.data${query && `?${query}`}`
}

/** What came of a request: `>` and where it leads, or its status. */
export function outcomeOf(response: Response, body: string): string {
  const location = response.headers.get('location')
  if (location !== null && response.status < 400) return `>${location.replace(address, '')}`
  if (response.status !== 202) return String(response.status)
  // a redirect in the data format: a list in which each name stands before its value
  const parts = JSON.parse(body.split('\n')[0] ?? '') as unknown[]
  return `>${String(parts[parts.indexOf('redirect') + 1]).replace(address, '')}`
}
