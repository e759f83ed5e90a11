import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { medianBy } from './median.ts'

const project = join(import.meta.dirname, '..')
const requestsEach = 15
const authSecret = 'measures-are-taken-with-a-secret-of-their-own'
const address = 'http://localhost:3000'
const club = { email: 'admin@palestra.example', password: 'Palestra1!' }

const addresses = [
  '/',
  '/trainers',
  '/classes',
  '/forums',
  '/dashboard',
  '/dashboard/allSubscribers',
  '/dashboard/allSubscribers?page=400',
  '/dashboard/allSubscribers?search=reader99',
  '/dashboard/allTrainers',
  '/dashboard/allTrainers?page=80',
  '/dashboard/appliedTrainers',
  '/dashboard/balance',
  '/dashboard/balance?page=2000',
  '/dashboard/auditLog',
  '/api/trainers',
  '/api/newsletters',
]

export type ScaleRow = {
  address: string
  median: number
  slowest: number
  queries: number
  kilobytes: number
}

/**
 * Asks a large club for each of its lists, as an admin and without a network in between: how long an answer
 * takes, and how many statements it asks the database.
 */
export async function measureScale(): Promise<ScaleRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-scale-'))
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
  try {
    await fill(postgres.url)
    return await measureAll(postgres.url)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const { migrate } = await import('#db/migrate.ts')
  const { loadDemo } = await import('#demo/load.ts')
  await migrate(databaseUrl)
  await loadDemo({ databaseUrl, authSecret, say: (line) => console.log(line) })
  console.log('Filling the large club...')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(readFileSync(join(import.meta.dirname, 'seed.sql'), 'utf8'))
    const broken = await client.query<{ invariant: string }>(
      readFileSync(join(project, 'db', 'invariants.sql'), 'utf8'),
    )
    if (broken.rows.length > 0)
      throw new Error(`The large club breaks a promise: ${broken.rows[0]?.invariant}.`)
  } finally {
    await client.end()
  }
}

type Club = { ask: (path: string, init?: RequestInit) => Promise<Response>; stop: () => Promise<void> }

async function measureAll(databaseUrl: string): Promise<ScaleRow[]> {
  const statements = countStatements()
  const opened = await openClub(databaseUrl)
  try {
    const cookie = await signIn(opened)
    const rows: ScaleRow[] = []
    for (const path of addresses)
      rows.push(await measure(path, () => opened.ask(path, { headers: { cookie } }), statements))
    return rows
  } finally {
    await opened.stop()
  }
}

/** Counts what is asked of any database from here on, in the built bundle as well: it uses the same library. */
function countStatements(): { count: number } {
  const statements = { count: 0 }
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
    statements.count += 1
    return Reflect.apply(query, this, words)
  } as typeof query
  return statements
}

async function openClub(databaseUrl: string): Promise<Club> {
  type Bundle = typeof import('#server/club.ts')
  const bundle = (await import(join(project, 'build', 'server', 'index.js'))) as Bundle
  const { fetch } = bundle.app
  const stop = await bundle.startClub({ databaseUrl, authSecret, isDemo: true })
  const environment = { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as Parameters<typeof fetch>[1]
  return { ask: async (path, init) => fetch(new Request(address + path, init), environment), stop }
}

async function signIn({ ask }: Club): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: address }
  const answer = await ask('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(club) })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (!answer.ok || cookies.length === 0) throw new Error(`The admin could not sign in: ${answer.status}.`)
  return cookies.join('; ')
}

async function measure(
  path: string,
  ask: () => Promise<Response>,
  statements: { count: number },
): Promise<ScaleRow> {
  const times: number[] = []
  let [queries, bytes] = [0, 0]
  // the first ones warm the caches and are not counted
  for (let turn = -3; turn < requestsEach; turn += 1) {
    const [before, since] = [statements.count, performance.now()]
    const answer = await ask()
    bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
    if (turn >= 0) times.push(performance.now() - since)
    queries = Math.max(queries, statements.count - before)
  }
  const median = medianBy(times, (time) => time)
  return { address: path, median, slowest: Math.max(...times), queries, kilobytes: bytes / 1000 }
}

export function scaleTable(rows: ScaleRow[]): string {
  const lines = rows.map(
    ({ address: path, median, slowest, queries, kilobytes }) =>
      `| \`${path}\` | ${median.toFixed(1)} ms | ${slowest.toFixed(1)} ms | ${queries} | ${kilobytes.toFixed(0)} kB |`,
  )
  return [
    `${requestsEach} requests each, one after the other, as an admin.`,
    '',
    '| Address | Median | Slowest | Statements | Answer |',
    '|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
