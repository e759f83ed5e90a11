import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { languages } from '#messages/languages.ts'
import { leftOutFiles, leftOutLines } from '#tests/proof/installed-programs.ts'
import { ensureBuild } from './build.ts'
import { runChild } from './child-process.ts'
import { exitWithNpm } from './exit-with-npm.ts'

// npm run prove: the long forms of tests that have a short form in every run: payments counted exactly once (printed
// as a table), races, odd requests, killed databases, axe on each screen of a phone as well, and journeys in German.
//   --minutes N   repeat with other random seeds for N minutes
//   --seed N      first random seed (default 1)
//   TEXT          only files of tests/proof whose names contain this text, and no screens: npm run prove -- crashes
//   faults        every fault of docs/reliability.md, and no screens
//   --short       the short forms

type Proof = { proof: string; measured: Record<string, number | string> }
type Test = { fullName: string; status: string; duration?: number | null; meta?: { proof?: Proof } }
type ProofOutcome = { isGood: boolean; proofCount: number }
type Report = { testResults: { name: string; status: string; message?: string; assertionResults: Test[] }[] }

const project = join(import.meta.dirname, '..')
const reportFile = join(project, '.tmp', 'reports', 'prove.json')
const proofPaths = [
  'tests/proof',
  'tests/embedded-postgres',
  'tests/shutdown',
  'tests/cluster',
  'tests/pages',
  'tests/development-server',
  'api/odd-requests',
  'domain/bookings/hold',
  'domain/exports',
  'domain/lessons/classes/class-booking',
  'domain/newsletter/mail-server-replies',
  'domain/pictures/camera-pictures',
]
/** Every fault of docs/reliability.md. */
const faultPaths = [
  ...proofPaths.filter((each) => each !== 'tests/embedded-postgres'),
  'api/roles',
  'api/pictures',
  'domain/payments/payments',
  'domain/pictures',
  'platform/pictures',
  'sign-in/passwords/guess-limits',
  'tests/time-zones',
]
const screens = [
  'dashboard-screens',
  'main-screens',
  'responsive-layout',
  'owner-journey',
  'phone-pictures',
].map((name) => `e2e/${name}.spec.ts`)
const otherLanguages = Object.keys(languages).filter((language) => language !== 'en')
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
  },
})

const [only] = positionals
exitWithNpm()
process.chdir(project)
/** Parts of a run. Each prints its own result, so that a failure after hours does not lose the others. */
const parts =
  only === 'faults'
    ? faultPaths.flatMap(splitIntoParts)
    : [only ? [join('tests', 'proof', only)] : proofPaths]
mkdirSync(join(project, '.tmp', 'reports'), { recursive: true })
const end = Date.now() + Number(options.minutes ?? 0) * 60_000
let seed = Number(options.seed)
let isGood = true
do {
  isGood = (await prove(seed)) && isGood
  seed += 1
} while (Date.now() < end)
if (!only) isGood = (await proveScreens()) && isGood
process.exitCode = isGood ? 0 : 1

async function prove(round: number): Promise<boolean> {
  console.log(`Proving with the random choices ${round}...`)
  process.env.PROVE = options.short ? 'short' : 'full'
  process.env.PROVE_SEED = String(round)
  const failed: string[] = []
  let shown = 0
  for (const line of leftOutLines()) console.log(line)
  for (const files of parts.filter(canRun)) {
    const { isGood: holds, proofCount } = await provePart(files)
    if (!holds) failed.push(files.join(', '))
    shown += proofCount
  }
  if (parts.length > 1) console.log(`${failed.length} of ${parts.length} parts failed. ${failed.join(', ')}`)
  // one file may consist of controls and checks only, the whole run may not
  const isEmpty = shown === 0 && !only
  if (isEmpty) console.log('FAILED: there was no proof among them.')
  return !isEmpty && failed.length === 0
}

/** Whether any of these files can be run on this machine. */
function canRun(files: string[]): boolean {
  const leftOut = leftOutFiles().map(({ file }) => file)
  return !files.every((file) => leftOut.some((other) => other === file || other === `${file}.test.ts`))
}

function splitIntoParts(path: string): string[][] {
  return path === 'tests/proof' ? globSync(`${path}/*.test.ts`).map((file) => [file]) : [[path]]
}

async function provePart(files: string[]): Promise<ProofOutcome> {
  rmSync(reportFile, { force: true })
  const { exitCode } = await runChild(process.execPath, [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    // one at a time, because they measure
    '--no-file-parallelism',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ])
  if (!existsSync(reportFile)) return { isGood: false, proofCount: 0 }
  const shown = printTable(JSON.parse(readFileSync(reportFile, 'utf8')) as Report)
  return { ...shown, isGood: shown.isGood && exitCode === 0 }
}

async function proveScreens(): Promise<boolean> {
  await ensureBuild()
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  // --no-deps leaves out the specs of the other project
  const run = (...selection: string[]) => runChild(process.execPath, [cli, 'test', '--no-deps', ...selection])
  const { exitCode } = await run(...screens)
  if (options.short) return exitCode === 0
  const inOtherLanguages = await run(...otherLanguages.map((each) => `--project=${each}`))
  return exitCode === 0 && inOtherLanguages.exitCode === 0
}

/** Prints the table. Returns whether every proof holds, and their number. */
function printTable({ testResults }: Report): ProofOutcome {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const proofs = tests.flatMap(({ meta, status, duration }) =>
    meta?.proof ? [{ ...meta.proof, status, seconds: Math.round((duration ?? 0) / 1000) }] : [],
  )
  const rows = proofs.map(({ proof, measured, status, seconds }) => [
    proof,
    status === 'passed' ? 'holds' : 'FAILS',
    `${seconds} s`,
    Object.entries(measured)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ])
  const headings = ['Proof', 'Result', 'Took', 'Measured']
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  console.log(['', line(headings), ...rows.map(line), ''].join('\n'))
  const failed = tests.filter(({ status }) => status !== 'passed')
  for (const { fullName } of failed) console.log(`FAILED: ${fullName}`)
  const controls = tests.length - proofs.length
  console.log(`${proofs.length} proofs and ${controls} controls and checks; ${failed.length} failed.`)
  return { isGood: tests.length > 0 && failed.length === 0, proofCount: proofs.length }
}
