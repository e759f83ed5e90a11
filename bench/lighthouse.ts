import { chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '#scripts/find-browser.ts'
import { freePort } from '#scripts/free-port.ts'
import { medianBy } from './median.ts'
import { startClub } from './servers.ts'

const runs = 5
// not a dependency, because it is larger than all others together and seldom needed
const lighthouseVersion = '13.5.0'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof categories)[number], number>
export type LighthouseRow = { address: string; scores: Scores; paintMs: number; shift: number }

type Audit = { numericValue?: number }
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit | undefined>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

/** Lighthouse's scores of the public pages on a phone: the median of five visits to each. */
export async function measureLighthouse(): Promise<LighthouseRow[]> {
  const lighthouse = await loadLighthouse()
  // with rate limits, as for visitors
  const club = await startClub({ RATE_LIMITS: '' })
  try {
    return await visitAll(lighthouse, club.url)
  } finally {
    await club.stop()
  }
}

async function visitAll(lighthouse: Lighthouse, url: string): Promise<LighthouseRow[]> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`, ...browserArguments],
  })
  const visit = async (path: string) => {
    const found = await lighthouse(url + path, { port, onlyCategories: categories, logLevel: 'error' })
    if (!found) throw new Error('Lighthouse gave up on a page.')
    return found.lhr
  }
  try {
    const rows: LighthouseRow[] = []
    for (const [name, path] of await publicPages(url)) {
      const reports: Report[] = []
      for (let run = 0; run < runs; run += 1) reports.push(await visit(path))
      const row = rowOf(name, reports)
      console.log(`  ${name}: ${Object.values(row.scores).join(', ')}`)
      rows.push(row)
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  const name: string = 'lighthouse'
  try {
    return ((await import(name)) as { default: Lighthouse }).default
  } catch {
    throw new Error(
      `Lighthouse is not here: npm install --no-save lighthouse@${lighthouseVersion}, then node_modules/.bin/node bench/run.ts --lighthouse`,
    )
  }
}

/** The lists, and the first class and trainer. */
async function publicPages(url: string): Promise<[name: string, path: string][]> {
  const firstOf = async (list: string) => {
    const answer = await fetch(`${url}/api/${list}`)
    const [first] = (await answer.json()) as { _id: string }[]
    if (!first) throw new Error(`There are no ${list} to look at.`)
    return `/${list}/${first._id}`
  }
  const lists = ['/', '/classes', '/trainers', '/forums', '/gallery']
  return [
    ...lists.map((path): [string, string] => [path, path]),
    ['/classes/{id}', await firstOf('classes')],
    ['/trainers/{id}', await firstOf('trainers')],
  ]
}

function rowOf(address: string, reports: Report[]): LighthouseRow {
  const median = (numberOf: (report: Report) => number) => medianBy(reports.map(numberOf), (number) => number)
  const score = (name: string) => Math.round(100 * median(({ categories: all }) => all[name]?.score ?? 0))
  const audit = (name: string) => median(({ audits }) => audits[name]?.numericValue ?? Infinity)
  return {
    address,
    scores: Object.fromEntries(categories.map((name) => [name, score(name)])) as Scores,
    paintMs: audit('largest-contentful-paint'),
    shift: audit('cumulative-layout-shift'),
  }
}

export function lighthouseTable(rows: LighthouseRow[]): string {
  const lines = rows.map(
    ({ address, scores, paintMs, shift }) =>
      `| \`${address}\` | ${Object.values(scores).join(' | ')} | ${(paintMs / 1000).toFixed(1)} s | ${shift.toFixed(3)} |`,
  )
  return [
    `Lighthouse ${lighthouseVersion} as a phone on a slow network (its own defaults), median of ${runs} visits.`,
    '',
    '| Address | Performance | Accessibility | Best practices | SEO | Largest paint | Layout shift |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
