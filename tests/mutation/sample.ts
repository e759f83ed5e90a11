import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// A Stryker checker that passes a sample of the mutants, since running all of them takes a day.

type Mutant = {
  id: string
  fileName: string
  mutatorName: string
  replacement: string
  location: { start: { line: number; column: number }; end: { line: number } }
}
type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string }

const seed = process.env.MUTATE_SEED ?? '1'
const size = Number(process.env.MUTATE_COUNT ?? 200)

/** Returns the sort key of a mutant, by seed and changed code, independent of its position. */
function rankOf({ fileName, mutatorName, replacement, location: { start, end } }: Mutant): string {
  const changed = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1)
  const change = JSON.stringify([seed, mutatorName, changed.join('\n'), start.column, replacement])
  return createHash('sha256').update(change).digest('hex')
}

class SampleChecker {
  chosen = new Set<string>()

  async init() {}

  /** Receives all mutants before the first check. */
  async group(mutants: Mutant[]): Promise<string[][]> {
    const ranked = mutants.map((mutant) => [rankOf(mutant), mutant.id] as const)
    const ids = ranked.sort(([one], [other]) => one.localeCompare(other)).map(([, id]) => id)
    this.chosen = new Set(ids.slice(0, size))
    return [ids]
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const answers = mutants.map(({ id }): [string, CheckResult] => [
      id,
      this.chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
    ])
    return Object.fromEntries(answers)
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
