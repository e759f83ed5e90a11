import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { startBare, startClub, type RunningServer } from './club.ts'
import { cpuTimeOf, type CpuTime } from './cpu.ts'
import {
  connections,
  costOf,
  flood,
  inTurns,
  middleOf,
  rounds,
  secondsARound,
  type Measure,
} from './flood.ts'
import { allQuestions, answerTo, firstVisit, type Question } from './questions.ts'

const visits = 40

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

/** The club and a bare server that sends what the club answered. */
async function besideBare(
  club: RunningServer,
  questions: Question[],
  measure: (server: RunningServer, questions: Question[]) => Promise<Measure>,
) {
  const answers = await Promise.all(questions.map((question) => answerTo(club.url, question)))
  const bytes = answers.reduce((sum, { body }) => sum + Buffer.byteLength(body, 'base64'), 0)
  const bareQuestions = questions.map((question, index) => ({ ...question, path: `/${index}` }))
  const bare = await startBare(Object.fromEntries(answers.map((answer, index) => [`/${index}`, answer])))
  try {
    const measured = await inTurns({
      bare: () => measure(bare, bareQuestions),
      club: () => measure(club, questions),
    })
    return { bytes, ...measured }
  } finally {
    await bare.stop()
  }
}

async function measureQuestion(club: RunningServer, question: Question): Promise<Row> {
  const { address, by } = question
  const measured = await besideBare(club, [question], (server, [asked]) => flood(server, asked!))
  console.log(`  ${address} by ${by}: ${measured.club.perSecond} requests a second`)
  return { address, by, ...measured }
}

/** First visits of the home page, one after the other, as often as it takes to see what one costs. */
async function measureVisit(club: RunningServer): Promise<Row> {
  const measured = await besideBare(club, await firstVisit(club.url), async (server, questions) => {
    const [before, began] = [cpuTimeOf(server), performance.now()]
    for (let visit = 0; visit < visits; visit += 1) await visitOnce(server, questions)
    const seconds = (performance.now() - began) / 1000
    const cpu = costOf(before, cpuTimeOf(server), visits)
    return { perSecond: Math.round(visits / seconds), p99: 0, cpu }
  })
  return { address: 'a whole first visit of `/`', by: 'a browser', ...measured }
}

/** The page, and then all the rest at once over as many connections as a browser opens. */
async function visitOnce(server: RunningServer, [page, ...rest]: Question[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const ask = async ({ path, headers }: Question) => {
    const [response] = (await once(get(server.url + path, { headers, agent }), 'response')) as [
      IncomingMessage,
    ]
    await response.resume().toArray()
  }
  await ask(page!)
  await Promise.all(rest.map(ask))
  agent.destroy()
}

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
    `${middleOf(rounds)} of ${secondsARound} s in turns, ${connections} connections, one process each; of the first visit ${visits} visits a round, each the page and then the rest over six connections. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    '| Address | Asked by | Bytes | Club, a second | CPU | Bare `node:http`, a second | CPU | Ratio | of CPU |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
