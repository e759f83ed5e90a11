import type { CpuTime } from './cpu.ts'
import { openInProcess, type InProcessClub } from './in-process-club.ts'
import { medianBy } from './median.ts'

const rounds = 5
const requestsARound = 10

export type Asked = { path: string; name: string; by: 'visitor' | 'admin' }
type Cost = CpuTime & { milliseconds: number; statements: number; kilobytes: number }
export type GrowRow = Asked & { small: Cost | null; large: Cost }

const inBoth: Asked[] = [
  ...[
    '/',
    '/trainers',
    '/classes',
    '/forums',
    '/gallery',
    '/api/trainers',
    '/api/classes',
    '/sitemap.xml',
  ].map((path) => ({ path, name: path, by: 'visitor' as const })),
  { path: '/api/forums?page=0&size=6', name: '/api/forums?page=0&size=6', by: 'visitor' },
  ...[
    '/dashboard',
    '/dashboard/balance',
    '/dashboard/allSubscribers',
    '/dashboard/allTrainers',
    '/dashboard/appliedTrainers',
    '/dashboard/members',
    '/dashboard/auditLog',
    '/api/newsletters',
  ].map((path) => ({ path, name: path, by: 'admin' as const })),
]

/** What a list costs in the middle and at its end: only a large club has these pages. */
const farPages: [by: Asked['by'], address: string, last: number][] = [
  ['visitor', '/forums?page=', 166_000],
  ['visitor', '/api/forums?size=6&page=', 166_000],
  ['admin', '/dashboard/balance?page=', 2000],
  ['admin', '/dashboard/allSubscribers?page=', 4000],
  ['admin', '/dashboard/allTrainers?page=', 80],
  ['admin', '/dashboard/members?page=', 4000],
]

const inLarge: Asked[] = [
  ...farPages.flatMap(([by, address, last]) =>
    [last / 2, last].map((page) => ({ path: address + page, name: address + page, by })),
  ),
  ...['/dashboard/allSubscribers?search=reader99', '/dashboard/members?search=member99'].map((path) => ({
    path,
    name: path,
    by: 'admin' as const,
  })),
]

/** What whole answers cost in the demo club, and in the same club with a forum and people of years. */
export async function measureGrowth(): Promise<GrowRow[]> {
  const club = await openInProcess()
  try {
    return await compareGrown(club, { inBoth, inLarge, scripts: ['seed.sql', 'people.sql', 'grow.sql'] })
  } finally {
    await club.stop()
  }
}

type Comparison = { inBoth: Asked[]; inLarge: Asked[]; scripts: string[] }

/**
 * Asks a club, lets it grow by these scripts, and asks again: each answer is made anew, none kept, and without a
 * network in between.
 */
export async function compareGrown(
  club: InProcessClub,
  { inBoth: common, inLarge: later, scripts }: Comparison,
): Promise<GrowRow[]> {
  const cookies = { visitor: '', admin: await club.signIn('admin@palestra.example') }
  // the first time is for warming up
  await measureAll(club, common, cookies)
  const small = await measureAll(club, common, cookies)
  for (const each of scripts) await club.fill(each)
  const questions = [...common, ...later]
  const large = await measureAll(club, questions, cookies)
  return questions.map((question, index) => ({
    ...question,
    small: small[index] ?? null,
    large: large[index]!,
  }))
}

async function measureAll(club: InProcessClub, questions: Asked[], cookies: Record<Asked['by'], string>) {
  const costs: Cost[][] = questions.map(() => [])
  // in turns, so that what the machine does meanwhile meets all of them
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { path, by }] of questions.entries())
      costs[index]!.push(await measure(club, path, cookies[by]))
  return costs.map((each) => medianBy(each, ({ node, database }) => node + database))
}

async function measure(club: InProcessClub, path: string, cookie: string): Promise<Cost> {
  // what was changed meanwhile is read again first
  let last = await club.ask(path, cookie)
  const [before, began] = [club.cpu(), performance.now()]
  for (let turn = 0; turn < requestsARound; turn += 1) last = await club.ask(path, cookie)
  const milliseconds = (performance.now() - began) / requestsARound
  const after = club.cpu()
  return {
    node: (after.node - before.node) / requestsARound,
    database: (after.database - before.database) / requestsARound,
    milliseconds,
    statements: last.statements,
    kilobytes: last.bytes / 1000,
  }
}

export function growTable(rows: GrowRow[], smallClub = 'demo club'): string {
  const total = ({ node, database }: CpuTime) => node + database
  const firstOf = ({ name }: GrowRow) =>
    rows.find((row) => row.small !== null && row.name.split('?')[0] === name.split('?')[0])!
  const lines = rows.map((row) => {
    const { name, by, small, large } = row
    const compared = small ?? firstOf(row).large
    const ratio = (total(large) / total(compared)).toFixed(2)
    const before = small === null ? '' : total(small).toFixed(1)
    return `| \`${name}\` | ${by} | ${before} | ${total(large).toFixed(1)} | ${large.database.toFixed(1)} | ${ratio}${small === null ? ' of its first' : ''} | ${large.milliseconds.toFixed(1)} ms | ${large.statements} | ${large.kilobytes.toFixed(0)} kB |`
  })
  return [
    `Median of ${rounds} rounds of ${requestsARound} requests each, in turns. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    `| Address | Asked by | CPU, ${smallClub} | CPU, large | PostgreSQL of it | Ratio | Answered after | Statements | Answer |`,
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
