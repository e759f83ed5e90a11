import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const document = 'docs/specification.md'
const notYet = 'not yet'
const fewestRows = 150

type SpecificationRow = { requirement: string; location: string; evidence: string }
type NamedTest = { file: string; title: string }
/** Results of a test run, by file and title. */
type Run = { file: string; title: string; passed: boolean }[]

/**
 * Places and tests named in docs/specification.md that do not exist; with the reports of a test run also
 * those tests that did not run or failed.
 */
export function specificationProblems(
  reports: { vitest: string; playwright: string } | null = null,
): string[] {
  const rows = rowsOf(readFileSync(document, 'utf8'))
  if (rows.length < fewestRows) return [`${document} has only ${rows.length} rows that can be read.`]
  const run = reports && [...readVitest(reports.vitest), ...readPlaywright(reports.playwright)]
  const found = rows.flatMap((row) => [
    ...locationProblems(row),
    ...testProblems(row),
    ...(run ? runProblems(row, run) : []),
  ])
  return [...new Set(found)].map((problem) => `${document}: ${problem}`)
}

/** Rows of the tables with three columns: requirement, place, tests. */
function rowsOf(text: string): SpecificationRow[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
    .filter((cells) => cells.length === 3 && cells[1] !== 'Where')
    .map(([requirement = '', location = '', evidence = '']) => ({ requirement, location, evidence }))
}

function locationProblems({ requirement, location }: SpecificationRow): string[] {
  if (location === notYet) return []
  const paths = [...location.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')
  if (paths.length === 0) return [`'${requirement}' names no place`]
  return paths
    .filter((path) => !existsSync(path))
    .map((path) => `'${requirement}' lives at ${path}, which is not there`)
}

/** The tests of a row: `file` › title, one a line. */
function testsOf({ evidence }: SpecificationRow): NamedTest[] {
  return evidence
    .split('<br>')
    .map((line) => /^`([^`]+)` › (.+)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, file = '', title = '']) => ({ file, title }))
}

function testProblems(row: SpecificationRow): string[] {
  if (row.evidence === notYet) return []
  const tests = testsOf(row)
  if (tests.length !== row.evidence.split('<br>').length)
    return [`'${row.requirement}' names no test, nor '${notYet}'`]
  return tests.filter((test) => !testExists(test)).map(({ file, title }) => `${file} has no test '${title}'`)
}

function testExists({ file, title }: NamedTest): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some((quote) =>
    text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`),
  )
}

function runProblems(row: SpecificationRow, run: Run): string[] {
  return testsOf(row).flatMap(({ file, title }) => {
    const pattern = patternOf(title)
    const runs = run.filter((one) => one.file === file && pattern.test(one.title))
    if (runs.length === 0) return [`${file} › ${title} did not run`]
    return runs.every(({ passed }) => passed) ? [] : [`${file} › ${title} failed`]
  })
}

/** Pattern of a title, which may have placeholders: `${name}`, `$name` and `%s`. */
function patternOf(title: string): RegExp {
  const parts = title.split(/\$\{[^}]+\}|\$[\w.]+|%[sdifjo#]/)
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`)
}

type VitestReport = { testResults: { name: string; assertionResults: { title: string; status: string }[] }[] }

function readVitest(file: string): Run {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(process.cwd(), name),
      title,
      passed: status === 'passed',
    })),
  )
}

type Suite = {
  file: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

function readPlaywright(file: string): Run {
  const { suites } = JSON.parse(readFileSync(file, 'utf8')) as { suites: Suite[] }
  return suites.flatMap(specsOf)
}

function specsOf(suite: Suite): Run {
  const own = (suite.specs ?? []).map(({ title, tests }) => ({
    file: `e2e/${suite.file}`,
    title,
    // Playwright's own `ok` is true for a skipped test
    passed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
  }))
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)]
}
