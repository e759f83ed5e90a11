import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CpuTime } from './cpu.ts'
import type { InProcessClub } from './in-process-club.ts'
import { medianBy } from './median.ts'

// The speed of a machine varies from minute to minute. So a small and a large club run at once, each in a process of
// its own (comparison-worker.ts), and requests alternate between them.

/** A request and the person who makes it; its name is the same in both clubs. */
export type ComparedRequest = { name: string; path: string; by: 'visitor' | 'member' | 'trainer' | 'admin' }

/** The two clubs that a file of bench/comparisons/ compares, exported as `clubs`. */
export type ComparisonSetup = {
  /** SQL files of bench/ for both clubs, and for the large one only. */
  inBoth?: readonly string[]
  onlyLarge: readonly string[]
  /** Requests to a club, with its own ids. */
  questionsOf: (club: InProcessClub) => Promise<ComparedRequest[]>
  /** Pages that only the large club has, compared with the first page of their list. */
  farPages?: readonly ComparedRequest[]
}

export type RequestCost = CpuTime & { milliseconds: number; statements: number; kilobytes: number }
type CostPair = { small: RequestCost; large: RequestCost }
export type ComparisonRow = CostPair & { name: string; by: string; isFar: boolean }

/** Messages between the benchmark and the process of a club. */
export type WorkerReady = { questions: Omit<ComparedRequest, 'path'>[]; near: number }
export type WorkerRequest = { question: number; requests: number }

const rounds = 5
const roundsForWarming = 3
const requestsARound = 10

/**
 * Cost of each request in both clubs, from the round with the median ratio. Responses are not cached, and no network
 * is involved.
 */
export async function compareClubs(
  file: 'far-pages' | 'office-lists' | 'pages-with-dates',
): Promise<ComparisonRow[]> {
  const processes = (['small', 'large'] as const).map((size) =>
    fork(join(import.meta.dirname, 'comparison-worker.ts'), [file, size]),
  )
  try {
    const [small, large] = await Promise.all(processes.map(waitForWorker))
    if (!small || !large) throw new Error('There are not two clubs.')
    const { questions, near } = large.open
    const costs: CostPair[][] = []
    for (let round = -roundsForWarming; round < rounds; round += 1) {
      const pairs: CostPair[] = []
      for (const [question, { name }] of questions.entries()) {
        const ask = { question, requests: requestsARound }
        const first = questions.findIndex((each) => each.name.split('?')[0] === name.split('?')[0])
        if (question >= near) pairs.push({ small: pairs[first]!.large, large: await large.ask(ask) })
        else if (round % 2 === 0) pairs.push({ small: await small.ask(ask), large: await large.ask(ask) })
        else pairs.push({ large: await large.ask(ask), small: await small.ask(ask) })
      }
      // warm-up: Node compiles frequently called functions first
      if (round >= 0) costs.push(pairs)
    }
    return questions.map(({ name, by }, index) => {
      const pair = medianBy(
        costs.map((pairs) => pairs[index]!),
        ratioOf,
      )
      return { ...pair, name, by, isFar: index >= near }
    })
  } finally {
    await Promise.all(processes.map(stopWorker))
  }
}

async function waitForWorker(child: ChildProcess) {
  const gone = new AbortController()
  child.once('exit', () => gone.abort(new Error('A club that is measured has ended.')))
  const { signal } = gone
  const told = async <Answer>(): Promise<Answer> => (await once(child, 'message', { signal }))[0] as Answer
  return {
    open: await told<WorkerReady>(),
    ask: (question: WorkerRequest): Promise<RequestCost> => {
      child.send(question)
      return told<RequestCost>()
    },
  }
}

/** Stops the club when the last connection closes. */
async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exited
}

const total = ({ node, database }: CpuTime) => node + database
const ratioOf = ({ small, large }: CostPair) => total(large) / total(small)

export function comparisonTable(rows: ComparisonRow[], smallClub: string): string {
  const lines = rows.map((row) => {
    const { name, by, isFar, small, large } = row
    const ratio = `${ratioOf(row).toFixed(2)}${isFar ? ' of its first' : ''}`
    const cpu = `${isFar ? '' : total(small).toFixed(1)} | ${total(large).toFixed(1)} | ${large.database.toFixed(1)}`
    const sizes = `${isFar ? '' : small.kilobytes.toFixed(0)} | ${large.kilobytes.toFixed(0)}`
    const statements = `${isFar ? '' : small.statements} | ${large.statements}`
    return `| \`${name}\` | ${by} | ${cpu} | ${ratio} | ${large.milliseconds.toFixed(1)} ms | ${statements} | ${sizes} |`
  })
  return [
    `Median of ${rounds} rounds, ${requestsARound} requests each, alternating between both clubs. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    `| Address | Client | CPU, ${smallClub} | CPU, large | PostgreSQL of it | Ratio | Response | Statements, ${smallClub} | Large | kB, ${smallClub} | Large |`,
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
