import type { WorkerRequest, ComparisonSetup, RequestCost, WorkerReady } from './comparison.ts'
import { openInProcess, type InProcessClub } from './in-process-club.ts'

// node bench/comparison-worker.ts FILE small|large: serves one of the two clubs of a file in bench/comparisons/ until its
// parent exits.

const [file, size] = process.argv.slice(2)
const sendToParent = (what: WorkerReady | RequestCost) => process.send?.(what)

const { clubs } = (await import(`./comparisons/${file}.ts`)) as { clubs: ComparisonSetup }
const opening = openInProcess()
process.once('disconnect', () => void opening.then((club) => club.stop()).finally(() => process.exit()))
await opening.then(serve).catch(rethrowIfConnected)

async function serve(club: InProcessClub): Promise<void> {
  for (const script of clubs.inBoth ?? []) await club.fill(script)
  if (size === 'large') for (const script of clubs.onlyLarge) await club.fill(script)
  // runs PostgreSQL's maintenance now, so that it is not measured
  await club.database.query('vacuum analyze')
  const cookies = { visitor: '', member: '', trainer: '', admin: '' }
  for (const by of ['member', 'trainer', 'admin'] as const)
    cookies[by] = await club.signIn(`${by}@palestra.example`)
  const near = await clubs.questionsOf(club)
  const questions = [...near, ...(clubs.farPages ?? [])]
  process.on('message', ({ question, requests }: WorkerRequest) => {
    const { path, by } = questions[question]!
    void measure(club, { path, cookie: cookies[by], requests }).then(sendToParent).catch(rethrowIfConnected)
  })
  sendToParent({ questions: questions.map(({ name, by }) => ({ name, by })), near: near.length })
}

function rethrowIfConnected(error: unknown): void {
  if (!process.connected) return
  console.error(error)
  process.exitCode = 1
  process.disconnect?.()
}

type MeasureParams = { path: string; cookie: string; requests: number }

async function measure(of: InProcessClub, { path, cookie, requests }: MeasureParams): Promise<RequestCost> {
  // reads changed data again before the measurement
  let last = await of.ask(path, cookie)
  const [before, began] = [of.cpu(), performance.now()]
  for (let turn = 0; turn < requests; turn += 1) last = await of.ask(path, cookie)
  const milliseconds = (performance.now() - began) / requests
  const after = of.cpu()
  return {
    node: (after.node - before.node) / requests,
    database: (after.database - before.database) / requests,
    milliseconds,
    statements: last.statements,
    kilobytes: last.bytes / 1000,
  }
}
