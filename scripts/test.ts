import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { leftOutLines } from '#tests/proof/installed-programs.ts'
import { ensureBuild } from './build.ts'
import { specificationProblems } from './checks/specification.ts'
import { runChild } from './child-process.ts'
import { exitWithNpm } from './exit-with-npm.ts'
import { findBrowser } from './find-browser.ts'

type Count = { passed: number; failed: number }

const project = join(import.meta.dirname, '..')
const reports = join(project, '.tmp', 'reports')
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

exitWithNpm()
process.chdir(project)
mkdirSync(reports, { recursive: true })
// Node's compile cache, for the clubs that tests start: each loads its files in two thirds of the time
process.env.NODE_COMPILE_CACHE ??= join(project, 'node_modules', '.cache', 'palestra-compiled')
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true })

const durations: string[] = []
const isReady = await timed('building', tryBuild)
// in parallel: while one waits for a process or a page, the other uses the processors
const counts = isReady
  ? await Promise.all([timed('tests in Node', runVitest), timed('tests in the browser', runPlaywright)])
  : [{ passed: 0, failed: 1 }]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const unprovenRows = findUnprovenRows()
for (const problem of unprovenRows) console.error(problem)
for (const line of leftOutLines()) console.log(line)
console.log(`Took: ${durations.join(', ')}.`)
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 && unprovenRows.length === 0 ? 0 : 1

/** Builds the site, which tests in Node and in the browser need. Returns false after a failure, which is printed. */
async function tryBuild(): Promise<boolean> {
  try {
    await ensureBuild()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return false
  }
}

async function timed<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  const since = Date.now()
  const result = await work()
  const seconds = Math.round((Date.now() - since) / 1000)
  durations.push(`${part} ${Math.floor(seconds / 60)} min ${seconds % 60} s`)
  return result
}

/** Tests that the specification cites and that did not run or failed. */
function findUnprovenRows(): string[] {
  if (!existsSync(vitestReport) || !existsSync(playwrightReport)) return []
  return specificationProblems({ vitest: vitestReport, playwright: playwrightReport })
}

async function runVitest(): Promise<Count> {
  const tool = join('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const { exitCode } = await runChild(process.execPath, [tool, 'run', ...reporters], { label: 'Node:   ' })
  return countOrFailure(exitCode, vitestReport, (report: VitestReport) => {
    // a file that cannot be loaded has no tests to count, but is a failure
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.length,
    )
    return {
      passed: report.numPassedTests,
      failed: report.numTotalTests - report.numPassedTests + broken.length,
    }
  })
}

async function runPlaywright(): Promise<Count> {
  try {
    await findBrowser()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  }
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport
  const tool = join('node_modules', '@playwright', 'test', 'cli.js')
  const options = ['test', '--reporter=list,json']
  const { exitCode } = await runChild(process.execPath, [tool, ...options], { label: 'browser:' })
  return countOrFailure(exitCode, playwrightReport, ({ stats, errors }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.skipped + stats.flaky + errors.length,
  }))
}

type VitestReport = {
  numTotalTests: number
  numPassedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  errors: unknown[]
}

/** Counts skipped tests as failed, and a failed run without a failed test as one failure. */
function countOrFailure<Report>(exitCode: number, file: string, count: (report: Report) => Count): Count {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const result = count(JSON.parse(readFileSync(file, 'utf8')) as Report)
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}
