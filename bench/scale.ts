import { medianBy } from './median.ts'
import { openInProcess, type InProcessClub } from './in-process-club.ts'

const requestsEach = 15
const administrator = 'admin@palestra.example'

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
  const club = await openInProcess()
  try {
    await club.fill('seed.sql')
    const cookie = await club.signIn(administrator)
    const rows: ScaleRow[] = []
    for (const path of addresses) rows.push(await measure(club, path, cookie))
    return rows
  } finally {
    await club.stop()
  }
}

async function measure(club: InProcessClub, path: string, cookie: string): Promise<ScaleRow> {
  const times: number[] = []
  let [queries, bytes] = [0, 0]
  // the first ones warm the caches and are not counted
  for (let turn = -3; turn < requestsEach; turn += 1) {
    const since = performance.now()
    const answer = await club.ask(path, cookie)
    if (turn >= 0) times.push(performance.now() - since)
    bytes = answer.bytes
    queries = Math.max(queries, answer.statements)
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
