import autocannon from 'autocannon'
import { startBare, startClub, type Answer } from './club.ts'
import { medianBy } from './median.ts'

const rounds = 3
const secondsARound = 4
const connections = 10
const addresses = ['/trainers', '/api/trainers', '/api/classes', '/api/forums?page=0&size=6']

type Measure = { perSecond: number; p99: number }
export type Row = { address: string; bytes: number; club: Measure; bare: Measure }

/**
 * Requests a second of the club, and of a bare server that sends the same bytes, measured in turns so that
 * whatever else the machine does meanwhile meets both.
 */
export async function measureRequests(): Promise<Row[]> {
  const club = await startClub()
  try {
    const answers = await fetchAnswers(club.url)
    const bare = await startBare(answers)
    try {
      const rows: Row[] = []
      for (const address of addresses)
        rows.push(await measureBoth(address, answers, { club: club.url, bare: bare.url }))
      return rows
    } finally {
      await bare.stop()
    }
  } finally {
    await club.stop()
  }
}

async function fetchAnswers(url: string): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {}
  for (const address of addresses) {
    const response = await fetch(url + address)
    const body = await response.text()
    if (!response.ok || body.length < 100)
      throw new Error(`${address} answered ${response.status}: nothing to measure.`)
    answers[address] = { type: response.headers.get('Content-Type') ?? 'text/plain', body }
  }
  return answers
}

async function measureBoth(
  address: string,
  answers: Record<string, Answer>,
  urls: { club: string; bare: string },
): Promise<Row> {
  const [club, bare]: [Measure[], Measure[]] = [[], []]
  // once beforehand, so that both are measured warm
  for (const url of [urls.bare, urls.club]) await measure(url + address, 2)
  for (let round = 1; round <= rounds; round += 1) {
    bare.push(await measure(urls.bare + address, secondsARound))
    club.push(await measure(urls.club + address, secondsARound))
    console.log(`  ${address}, round ${round}: ${club.at(-1)?.perSecond} requests a second`)
  }
  return {
    address,
    bytes: Buffer.byteLength(answers[address]?.body ?? ''),
    club: medianBy(club, perSecond),
    bare: medianBy(bare, perSecond),
  }
}

const perSecond = (measured: Measure) => measured.perSecond

async function measure(url: string, duration: number): Promise<Measure> {
  const { requests, latency, errors, non2xx } = await autocannon({ url, connections, duration })
  if (errors > 0 || non2xx > 0)
    throw new Error(`${url} failed ${errors + non2xx} times while it was measured.`)
  return { perSecond: Math.round(requests.average), p99: latency.p99 }
}

export function requestsTable(rows: Row[]): string {
  const lines = rows.map(({ address, bytes, club, bare }) => {
    const share = ((club.perSecond / bare.perSecond) * 100).toFixed(1)
    return `| \`${address}\` | ${bytes} | ${club.perSecond} | ${club.p99} ms | ${bare.perSecond} | ${share} % |`
  })
  return [
    `Median of ${rounds} rounds of ${secondsARound} s in turns, ${connections} connections, one process each.`,
    '',
    '| Address | Bytes | Club, requests/s | 99 % within | Bare `node:http`, requests/s | Ratio |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
