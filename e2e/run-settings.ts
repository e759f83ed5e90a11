import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastestTempFolder } from '#platform/embedded-postgres/test-server.ts'

// One run of the browser tests has a port, a data folder and a database of its own. The first process names it, and
// the others inherit the name. A given name keeps the club for the next run: E2E_RUN=mine node e2e/web-server.ts,
// then E2E_RUN=mine npx playwright test.
export const isReusable = process.env.E2E_RUN !== undefined && !/^\d+$/.test(process.env.E2E_RUN)

const name = (process.env.E2E_RUN ??= String(process.pid))

// its two ports are below the range of ephemeral ports
export const port = isReusable ? 4173 : 20_000 + (Number(name) % 6_000)
export const stripePort = port + 6_000
export const address = `http://localhost:${port}`
// in memory: what waits for the disk is tried elsewhere; the first process says where, and one that is kept stays
process.env.E2E_FOLDER ??= join(isReusable ? tmpdir() : fastestTempFolder(), `palestra-e2e-${name}`)
export const dataFolder = process.env.E2E_FOLDER

/** Signs the sessions of a club that is given a database, and with it a secret. */
export const externalAuthSecret = 'only the browser tests sign their sessions with this'

/** The database on the server of TEST_DATABASE_URL; null when the club brings its own. */
export const externalDatabase = process.env.TEST_DATABASE_URL
  ? databaseAt(process.env.TEST_DATABASE_URL)
  : null

function databaseAt(server: string): { server: string; name: string; url: string } {
  const url = new URL(server)
  url.pathname = `/club_e2e_${name.toLowerCase().replace(/\W/g, '_')}`
  return { server, name: url.pathname.slice(1), url: url.href }
}
