import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

// Stryker itself tries every mutant, which takes a day. It asks its checkers first which of them are worth
// running: this one answers with a sample.

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

/** Stands a mutant in an order that only the seed and the changed code decide, wherever the code moves to. */
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

  /** Receives all mutants at once, before any is checked. */
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
