import autocannon from 'autocannon'
import type { BenchmarkRequest } from './benchmark-requests.ts'
import { cpuTimeOf, type CpuTime } from './cpu.ts'
import { medianBy } from './median.ts'
import type { RunningServer } from './servers.ts'

export const rounds = 5
export const secondsARound = 1
export const connections = 16
const mostSeconds = 10

/** CPU is milliseconds a request, the 99th percentile milliseconds. */
export type LoadResult = { perSecond: number; p99: number; cpu: CpuTime }

type LoadOptions = { seconds?: number; cpuOf?: (server: RunningServer) => CpuTime }

/** Repeats one request for a while. Throws at a status other than 200, or without any response. */
export async function runLoad(
  server: RunningServer,
  question: BenchmarkRequest,
  { seconds = secondsARound, cpuOf = cpuTimeOf }: LoadOptions = {},
): Promise<LoadResult> {
  const { path, headers } = question
  const before = cpuOf(server)
  const { requests, latency, errors, non2xx } = await autocannon({
    url: server.url + path,
    connections,
    duration: seconds,
    headers,
  })
  // a busy machine may complete no request in so short a time
  if (requests.total === 0 && seconds < mostSeconds)
    return runLoad(server, question, { seconds: 2 * seconds, cpuOf })
  if (errors > 0 || non2xx > 0 || requests.total === 0)
    throw new Error(
      `${path} answered ${requests.total} times and failed ${errors + non2xx} times while it was measured.`,
    )
  const cpu = cpuPerRequest(before, cpuOf(server), requests.total)
  return { perSecond: Math.round(requests.average), p99: latency.p99, cpu }
}

export const cpuPerRequest = (before: CpuTime, after: CpuTime, times: number): CpuTime => ({
  node: (after.node - before.node) / times,
  database: (after.database - before.database) / times,
})

/**
 * Measures all in alternating rounds, because the speed of a machine varies, and returns the round with the median
 * ratio of the first to the last.
 */
export async function measureInterleaved<Name extends string>(
  measures: Record<Name, () => Promise<LoadResult>>,
  times = rounds,
): Promise<Record<Name, LoadResult>> {
  const names = Object.keys(measures) as Name[]
  const taken: Record<Name, LoadResult>[] = []
  for (let round = 0; round <= times; round += 1) {
    const measured = {} as Record<Name, LoadResult>
    for (const name of names) measured[name] = await measures[name]()
    // the first round is a warm-up
    if (round > 0) taken.push(measured)
  }
  return medianBy(taken, (round) => {
    const [first, last] = [round[names[0]!], round[names.at(-1)!]]
    return first.perSecond / last.perSecond
  })
}

/** Text of a table that names the displayed round. */
export const describeMedian = (times: number) => `Median of ${times} rounds by ratio,`
