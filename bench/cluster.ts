import { allBenchmarkRequests, type BenchmarkRequest } from './benchmark-requests.ts'
import { cpuTimeOfAll, type CpuTime } from './cpu.ts'
import { connections, runLoad, measureInterleaved, describeMedian, type LoadResult } from './load-test.ts'
import { startClub, type RunningServer } from './servers.ts'

const rounds = 5
const seconds = 2

type ClusterRow = { address: string; by: string; one: LoadResult; two: LoadResult }

/**
 * Cost and throughput of two processes compared with one, on cores shared with PostgreSQL and the load generator.
 * One cached page and one rendered page; alternating, medians by CPU time.
 */
export async function measureCluster(): Promise<ClusterRow[]> {
  const one = await startClub({ WORKERS: 'off', PROCESSES: '1' })
  const two = await startClub({ WORKERS: 'off', PROCESSES: '2' }).catch(async (error: unknown) => {
    await one.stop()
    throw error
  })
  try {
    const rows: ClusterRow[] = []
    // each club has its own sessions
    const [ofOne, ofTwo] = [await questionsOf(one), await questionsOf(two)]
    for (const [index, question] of ofOne.entries()) {
      const measure = { seconds, cpuOf: cpuTimeOfAll }
      const measured = await measureInterleaved(
        { one: () => runLoad(one, question, measure), two: () => runLoad(two, ofTwo[index]!, measure) },
        rounds,
      )
      rows.push({ address: question.address, by: question.by, ...measured })
    }
    return rows
  } finally {
    await one.stop()
    await two.stop()
  }
}

async function questionsOf({ url }: RunningServer): Promise<BenchmarkRequest[]> {
  const all = await allBenchmarkRequests(url)
  const member = all.at(-1)!
  const visitor = all.find(({ address, by }) => address === '/' && by === 'a browser')!
  return [visitor, { ...member, address: '/dashboard', path: '/dashboard' }]
}

const sum = ({ node, database }: CpuTime) => node + database

export function clusterTable(rows: ClusterRow[]): string {
  const lines = rows.map(({ address, by, one, two }) => {
    const [cpuOfOne, cpuOfTwo] = [sum(one.cpu), sum(two.cpu)]
    const cells = [one.perSecond, two.perSecond, cpuOfOne.toFixed(3), cpuOfTwo.toFixed(3)]
    return `| \`${address}\` | ${by} | ${cells.join(' | ')} | ${(cpuOfTwo / cpuOfOne).toFixed(2)} |`
  })
  return [
    `${describeMedian(rounds)} ${seconds} s each, alternating, ${connections} connections. CPU is milliseconds a request of all processes and PostgreSQL; the load generator shares the cores.`,
    '',
    '| Address | Client | One process, a second | Two, a second | CPU of one | of two | Ratio of CPU |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
