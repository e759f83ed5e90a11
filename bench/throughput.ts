import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import {
  allBenchmarkRequests,
  recordResponse,
  firstVisitRequests,
  type BenchmarkRequest,
} from './benchmark-requests.ts'
import { cpuTimeOf, type CpuTime } from './cpu.ts'
import {
  connections,
  cpuPerRequest,
  runLoad,
  measureInterleaved,
  describeMedian,
  rounds,
  secondsARound,
  type LoadResult,
} from './load-test.ts'
import { startBareServer, startClub, type RunningServer } from './servers.ts'

const visits = 40

export type ThroughputRow = { address: string; by: string; bytes: number; club: LoadResult; bare: LoadResult }

/**
 * Requests a second and CPU time of a request, beside a bare server that sends the same bytes and headers. Rounds
 * alternate, because the speed of a machine varies.
 */
export async function measureThroughput(): Promise<ThroughputRow[]> {
  const club = await startClub({ WORKERS: 'off' })
  try {
    const rows: ThroughputRow[] = []
    for (const question of await allBenchmarkRequests(club.url))
      rows.push(await measureQuestion(club, question))
    rows.push(await measureVisit(club))
    return rows
  } finally {
    await club.stop()
  }
}

/** The club and a bare server with the club's responses. */
async function compareWithBareServer(
  club: RunningServer,
  questions: BenchmarkRequest[],
  measure: (server: RunningServer, questions: BenchmarkRequest[]) => Promise<LoadResult>,
) {
  const answers = await Promise.all(questions.map((question) => recordResponse(club.url, question)))
  const bytes = answers.reduce((sum, { body }) => sum + Buffer.byteLength(body, 'base64'), 0)
  const bareQuestions = questions.map((question, index) => ({ ...question, path: `/${index}` }))
  const bare = await startBareServer(
    Object.fromEntries(answers.map((answer, index) => [`/${index}`, answer])),
  )
  try {
    const measured = await measureInterleaved({
      bare: () => measure(bare, bareQuestions),
      club: () => measure(club, questions),
    })
    return { bytes, ...measured }
  } finally {
    await bare.stop()
  }
}

async function measureQuestion(club: RunningServer, question: BenchmarkRequest): Promise<ThroughputRow> {
  const { address, by } = question
  const measured = await compareWithBareServer(club, [question], (server, [asked]) => runLoad(server, asked!))
  console.log(`  ${address} by ${by}: ${measured.club.perSecond} requests a second`)
  return { address, by, ...measured }
}

/** First visits of the home page in sequence, enough of them to measure the cost of one. */
async function measureVisit(club: RunningServer): Promise<ThroughputRow> {
  const measured = await compareWithBareServer(
    club,
    await firstVisitRequests(club.url),
    async (server, questions) => {
      const [before, began] = [cpuTimeOf(server), performance.now()]
      for (let visit = 0; visit < visits; visit += 1) await visitOnce(server, questions)
      const seconds = (performance.now() - began) / 1000
      const cpu = cpuPerRequest(before, cpuTimeOf(server), visits)
      return { perSecond: Math.round(visits / seconds), p99: 0, cpu }
    },
  )
  return { address: 'a whole first visit of `/`', by: 'a browser', ...measured }
}

/** Requests the page, and then the rest in parallel over as many connections as a browser opens. */
async function visitOnce(server: RunningServer, [page, ...rest]: BenchmarkRequest[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const ask = async ({ path, headers }: BenchmarkRequest) => {
    const [response] = (await once(get(server.url + path, { headers, agent }), 'response')) as [
      IncomingMessage,
    ]
    await response.resume().toArray()
  }
  await ask(page!)
  await Promise.all(rest.map(ask))
  agent.destroy()
}

export function throughputTable(rows: ThroughputRow[]): string {
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
    `${describeMedian(rounds)} ${secondsARound} s each, alternating, ${connections} connections, one process each. The first visit: ${visits} visits a round, the page and then its files over six connections. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    '| Address | Client | Bytes | Club, a second | CPU | Bare `node:http`, a second | CPU | Ratio | of CPU |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
