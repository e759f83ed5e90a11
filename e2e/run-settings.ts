import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastestTempFolder } from '#platform/embedded-postgres/test-server.ts'

// Each run of the browser tests has its own port, data folder and database. The first process chooses the name of
// the run, and the others inherit it. To keep a club between runs, start it with a name of your own:
// E2E_RUN=mine node e2e/web-server.ts, then E2E_RUN=mine npx playwright test.
export const isReusable = process.env.E2E_RUN !== undefined && !/^\d+$/.test(process.env.E2E_RUN)

const name = (process.env.E2E_RUN ??= String(process.pid))

// its two ports are below the range of ephemeral ports
export const port = isReusable ? 4173 : 20_000 + (Number(name) % 6_000)
export const stripePort = port + 6_000
export const address = `http://localhost:${port}`
// in memory, since other tests cover the disk; chosen by the first process
process.env.E2E_FOLDER ??= join(isReusable ? tmpdir() : fastestTempFolder(), `palestra-e2e-${name}`)
export const dataFolder = process.env.E2E_FOLDER

/** The session secret of a club with a given database. */
export const externalAuthSecret = 'only the browser tests sign their sessions with this'

/** The URL of a database on the server of TEST_DATABASE_URL; null for an embedded PostgreSQL. */
export const externalDatabase = process.env.TEST_DATABASE_URL
  ? databaseAt(process.env.TEST_DATABASE_URL)
  : null

function databaseAt(server: string): { server: string; name: string; url: string } {
  const url = new URL(server)
  url.pathname = `/club_e2e_${name.toLowerCase().replace(/\W/g, '_')}`
  return { server, name: url.pathname.slice(1), url: url.href }
}
