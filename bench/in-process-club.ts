import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuTimeOf, type CpuTime } from './cpu.ts'

const project = join(import.meta.dirname, '..')
const authSecret = 'measures-are-taken-with-a-secret-of-their-own'
// settings are read once a process, so its clubs use one port and folder in turn
const folder = join(tmpdir(), `palestra-bench-${process.pid}`)
const address = 'http://localhost:3000'
const password = 'Palestra1!'

export type InProcessClub = Awaited<ReturnType<typeof openInProcess>>

/** The production build with the demo club, called in this process without a network. */
export async function openInProcess() {
  // as root, PostgreSQL's own user needs access
  mkdirSync(folder, { mode: 0o711 })
  // settings are read when the first file of the club is loaded
  Object.assign(process.env, {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    DATABASE_URL: '',
    PUBLIC_URL: address,
  })
  Object.assign(process.env, { RATE_LIMITS: 'off', WORKERS: 'off', LOG_LEVEL: 'warn' })
  const { startEmbeddedPostgres } = await import('#platform/embedded-postgres/embedded-postgres.ts')
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const end = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const statements = countStatements()
    const { fetch, stop } = await startDemo(postgres.url)
    const database = new pg.Client({ connectionString: postgres.url })
    await database.connect()
    return {
      database,
      signIn: (email: string) => signIn(fetch, email),
      /** Requests a page with this cookie. Throws unless the response is 200. */
      async ask(path: string, cookie: string): Promise<{ text: string; bytes: number; statements: number }> {
        const before = statements.count
        const answer = await fetch(new Request(address + path, { headers: { cookie } }))
        const body = Buffer.from(await answer.arrayBuffer())
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
        return { text: body.toString(), bytes: body.byteLength, statements: statements.count - before }
      },
      cpu: (): CpuTime => cpuTimeOf({ pid: process.pid, folder }),
      /** Runs an SQL file of bench/. Throws if db/invariants.sql finds a violation afterwards. */
      fill: (script: string) => runSeedScript(database, script),
      async stop(): Promise<void> {
        await database.end()
        await stop()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function startDemo(databaseUrl: string) {
  const { migrate } = await import('#db/migrate.ts')
  const { seedDemo } = await import('#demo/seed.ts')
  await migrate(databaseUrl)
  await seedDemo({ databaseUrl, authSecret, say: (line) => console.log(line) })
  type Built = typeof import('#server/bundle-entry.ts')
  const built = (await import(join(project, 'build', 'server', 'index.js'))) as Built
  const { app, startClub } = await built.loadApplication()
  const stop = await startClub({ databaseUrl, authSecret, isDemo: true })
  const environment = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  return { fetch: async (request: Request) => app.fetch(request, environment), stop }
}

/** Counts statements to any database from now on, those of the built bundle included, which shares the driver. */
function countStatements(): { count: number } {
  const statements = { count: 0 }
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
    statements.count += 1
    return Reflect.apply(query, this, words)
  } as typeof query
  return statements
}

async function signIn(fetch: (request: Request) => Promise<Response>, email: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: address }
  const body = JSON.stringify({ email, password })
  const answer = await fetch(
    new Request(`${address}/api/auth/sign-in/email`, { method: 'POST', headers, body }),
  )
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (!answer.ok || cookies.length === 0) throw new Error(`${email} could not sign in: ${answer.status}.`)
  return cookies.join('; ')
}

/** Runs an SQL file of bench/ on a club. Throws if db/invariants.sql finds a violation afterwards. */
export async function runSeedScript(database: pg.Client, script: string): Promise<void> {
  console.log(`Filling the club with ${script}...`)
  await database.query(readFileSync(join(import.meta.dirname, script), 'utf8'))
  const broken = await database.query<{ invariant: string; detail: string }>(
    readFileSync(join(project, 'db', 'invariants.sql'), 'utf8'),
  )
  const [first] = broken.rows
  if (first) throw new Error(`The large club breaks a promise: ${first.invariant} (${first.detail}).`)
}
