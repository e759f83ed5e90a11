import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { startBare, startClub, type RunningServer } from './club.ts'
import { cpuTimeOf, type CpuTime } from './cpu.ts'
import { medianBy } from './median.ts'
import { allQuestions, answerTo, firstVisit, type Question } from './questions.ts'

const rounds = 3
const secondsARound = 1
const connections = 16
const visits = 40

type Measure = { perSecond: number; p99: number; cpu: CpuTime }
export type Row = { address: string; by: string; bytes: number; club: Measure; bare: Measure }

/**
 * What the club does in a second and what CPU time a request costs, beside a bare server that sends the same
 * bytes and headers: measured in turns, so that whatever else the machine does meanwhile meets both.
 */
export async function measureRequests(): Promise<Row[]> {
  const club = await startClub({ WORKERS: 'off' })
  try {
    const rows: Row[] = []
    for (const question of await allQuestions(club.url)) rows.push(await measureQuestion(club, question))
    rows.push(await measureVisit(club))
    return rows
  } finally {
    await club.stop()
  }
}

/** Measures both in turns: of each the median of the rounds, by CPU time. */
async function inTurns(
  club: RunningServer,
  questions: Question[],
  measure: (server: RunningServer, questions: Question[]) => Promise<Measure>,
) {
  const answers = await Promise.all(questions.map((question) => answerTo(club.url, question)))
  const bytes = answers.reduce((sum, { body }) => sum + Buffer.byteLength(body, 'base64'), 0)
  const bareQuestions = questions.map((question, index) => ({ ...question, path: `/${index}` }))
  const bare = await startBare(Object.fromEntries(answers.map((answer, index) => [`/${index}`, answer])))
  const [ours, theirs]: [Measure[], Measure[]] = [[], []]
  try {
    for (let round = 0; round <= rounds; round += 1) {
      theirs.push(await measure(bare, bareQuestions))
      ours.push(await measure(club, questions))
    }
  } finally {
    await bare.stop()
  }
  // the first was to warm both
  const middle = (measures: Measure[]) => medianBy(measures.slice(1), ({ cpu }) => cpu.node + cpu.database)
  return { bytes, club: middle(ours), bare: middle(theirs) }
}

async function measureQuestion(club: RunningServer, question: Question): Promise<Row> {
  const { address, by } = question
  const measured = await inTurns(club, [question], (server, [asked]) => flood(server, asked!))
  console.log(`  ${address} by ${by}: ${measured.club.perSecond} requests a second`)
  return { address, by, ...measured }
}

async function flood(server: RunningServer, { path, headers }: Question): Promise<Measure> {
  const before = cpuTimeOf(server)
  const { requests, latency, errors, non2xx } = await autocannon({
    url: server.url + path,
    connections,
    duration: secondsARound,
    headers,
  })
  if (errors > 0 || non2xx > 0)
    throw new Error(`${path} failed ${errors + non2xx} times while it was measured.`)
  const cpu = costOf(before, cpuTimeOf(server), requests.total)
  return { perSecond: Math.round(requests.average), p99: latency.p99, cpu }
}

/** A first visit of the home page, one request after the other, as often as it takes to see what it costs. */
async function measureVisit(club: RunningServer): Promise<Row> {
  const measured = await inTurns(club, await firstVisit(club.url), async (server, questions) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const [before, began] = [cpuTimeOf(server), performance.now()]
    for (let visit = 0; visit < visits; visit += 1)
      for (const { path, headers } of questions) {
        const [response] = (await once(get(server.url + path, { headers, agent }), 'response')) as [
          IncomingMessage,
        ]
        await response.resume().toArray()
      }
    const seconds = (performance.now() - began) / 1000
    agent.destroy()
    const cpu = costOf(before, cpuTimeOf(server), visits)
    return { perSecond: Math.round(visits / seconds), p99: 0, cpu }
  })
  return { address: 'a whole first visit of `/`', by: 'a browser', ...measured }
}

const costOf = (before: CpuTime, after: CpuTime, times: number): CpuTime => ({
  node: (after.node - before.node) / times,
  database: (after.database - before.database) / times,
})

export function requestsTable(rows: Row[]): string {
  const ms = ({ node, database }: CpuTime) => (node + database).toFixed(3)
  const lines = rows.map(({ address, by, bytes, club, bare }) => {
    const [share, shareOfCpu] = [
      club.perSecond / bare.perSecond,
      bare.cpu.node / (club.cpu.node + club.cpu.database),
    ]
    const name = address.startsWith('/') ? `\`${address}\`` : address
    return `| ${name} | ${by} | ${bytes} | ${club.perSecond} | ${ms(club.cpu)} | ${bare.perSecond} | ${ms(bare.cpu)} | ${share.toFixed(2)} | ${shareOfCpu.toFixed(2)} |`
  })
  return [
    `Median of ${rounds} rounds of ${secondsARound} s in turns, ${connections} connections, one process each; of the first visit ${visits} visits a round. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    '| Address | Asked by | Bytes | Club, a second | CPU | Bare `node:http`, a second | CPU | Ratio | of CPU |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
    '',
    'Left out: other frameworks with the same content, and more than one process.',
  ].join('\n')
}
