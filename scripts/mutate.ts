import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeSection } from '#bench/write-section.ts'
import { runChild } from './child-process.ts'
import { exitWithNpm } from './exit-with-npm.ts'

// npm run mutate: runs the tests against small faults in domain/, one at a time, and reports the survivors.
//   --seed N    selects the sample (default 1)
//   --count N   how many of them (default 200, which take the better part of an hour on two cores)
//   --report    write the last report again, with the justifications now in docs/tests.md

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
type Position = { line: number; column: number }
type Mutant = {
  status: Status
  mutatorName: string
  replacement: string
  location: { start: Position; end: Position }
}
type Report = {
  files: Record<string, { source: string; mutants: Mutant[] }>
  testFiles: Record<string, { tests: unknown[] }>
}
type Survivor = { file: string; line: number; kind: string; change: string; justification: string }

const document = 'docs/tests.md'
const reportFile = '.tmp/reports/mutation.json'
// Installed on demand, because it is 60 MB.
const folder = '.tmp/stryker'
const version = '10.1.1'
const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    report: { type: 'boolean', default: false },
  },
})

exitWithNpm()
process.chdir(join(import.meta.dirname, '..'))
if (!options.report) await mutate()
writeReport(JSON.parse(readFileSync(reportFile, 'utf8')) as Report)

async function mutate(): Promise<void> {
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  if (!existsSync(stryker)) await install()
  process.env.MUTATE_SEED = options.seed
  process.env.MUTATE_COUNT = options.count
  await run([stryker, 'run', 'tests/mutation/stryker.config.ts'])
}

async function install(): Promise<void> {
  const npm = process.env.npm_execpath
  if (npm === undefined) throw new Error('Stryker is not here yet: begin with npm run mutate.')
  // Stryker must use the project's own Vitest
  const how = ['--no-save', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  await run([npm, 'install', '--prefix', folder, ...how, ...packages])
}

async function run(words: string[]): Promise<void> {
  const { exitCode } = await runChild(process.execPath, words)
  if (exitCode !== 0) throw new Error(`${words[0]} failed.`)
}

function writeReport(report: Report): void {
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  const count = (...wanted: Status[]) => mutants.filter(({ status }) => wanted.includes(status)).length
  const killed = count('Killed', 'Timeout', 'RuntimeError')
  const survivors = survivorsOf(report)
  const tested = killed + survivors.length
  const different =
    tested - survivors.filter(({ justification }) => justification.startsWith('Equivalent')).length
  const tests = Object.values(report.testFiles).flatMap((file) => file.tests)
  const share = (of: number) => `${((100 * killed) / of).toFixed(1)} %`
  const figures = [
    `Seed ${options.seed}: ${tested} of ${mutants.length - count('Ignored')} mutants in ${Object.keys(report.files).length} files (${count('Ignored')} more run only at import), against ${tests.length} tests.`,
    '',
    '| Killed | of these by timeout | Survived | of these without coverage | Score | without equivalent mutants |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${killed} | ${count('Timeout')} | ${survivors.length} | ${count('NoCoverage')} | ${share(tested)} | ${share(different)} |`,
    '',
    '| Survivor | Line | Kind | Change | Justification |',
    '|---|---:|---|---|---|',
    ...survivors.map(
      ({ file, line, kind, change, justification }) =>
        `| ${file} | ${line} | ${kind} | ${change} | ${justification} |`,
    ),
  ]
  writeSection('mutations', figures.join('\n'), document)
}

/** Surviving mutants, with the justifications of the document for those of the same file and change. */
function survivorsOf(report: Report): Survivor[] {
  const rows = readFileSync(document, 'utf8').matchAll(/^\| (`.+) \| \d+ \| (.+ \| .+) \| (.+) \|$/gm)
  const known = new Map(
    [...rows].map(([, file, change, justification]) => [`${file} | ${change}`, justification ?? '']),
  )
  return Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ mutatorName: kind, location, replacement }) => {
        const file = `\`${path}\``
        const change = `${asCode(textAt(source, location))} → ${asCode(replacement)}`
        const justification = known.get(`${file} | ${kind} | ${change}`) ?? 'not justified yet'
        return { file, line: location.start.line, kind, change, justification }
      }),
  )
}

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join(' ')
}

/** Code short enough for a cell of a table. */
function asCode(text: string): string {
  const short = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|')
  return short === '' ? 'nothing' : `\`${short.length > 60 ? `${short.slice(0, 60)}…` : short}\``
}
