import { join } from 'node:path'
import { ensureBuild } from './build.ts'
import { bundleProblems } from './checks/bundle-size.ts'
import { documentProblems } from './checks/documents.ts'
import { messageProblems } from './checks/messages.ts'
import { proseProblems } from './checks/prose.ts'
import { schemaProblems } from './checks/schema.ts'
import { sentenceProblems } from './checks/sentences.ts'
import { specificationProblems } from './checks/specification.ts'
import { styleProblems } from './checks/styles.ts'
import { runChild } from './child-process.ts'
import { exitWithNpm } from './exit-with-npm.ts'

// All static checks: npm run check

const modules = join(import.meta.dirname, '..', 'node_modules')
const tool = (path: string, ...words: string[]) => [join(modules, path), ...words]

const steps: Record<string, () => Promise<string[]>> = {
  format: () => run(tool('oxfmt/bin/oxfmt', '--check')),
  // the types of routes first, because the linter reads types as well
  types: async () => [
    ...(await run(tool('@react-router/dev/bin.cjs', 'typegen'))),
    ...(await run(tool('typescript/bin/tsc', '--noEmit'))),
  ],
  lint: () => run(tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')),
  'dead code': async () => [
    ...(await run(tool('knip/bin/knip.js', '--no-progress'))),
    ...(await run(tool('knip/bin/knip.js', '--no-progress', '--production'))),
  ],
  documents: async () => documentProblems(),
  specification: async () => specificationProblems(),
  messages: async () => [...messageProblems(), ...sentenceProblems()],
  prose: async () => proseProblems(),
  schema: () => schemaProblems(),
  styles: async () => styleProblems(),
  'bundle size': async () => {
    await ensureBuild()
    return bundleProblems()
  },
}

exitWithNpm()
process.chdir(join(import.meta.dirname, '..'))
let failed = 0
for (const [name, step] of Object.entries(steps)) {
  const since = performance.now()
  const problems = await step().catch((error: Error) => [error.message])
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  for (const problem of problems) console.error(problem)
  console.log(`${problems.length === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)`)
  if (problems.length > 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1

/** Runs a tool; returns its output as the problem if it fails. */
async function run(words: string[]): Promise<string[]> {
  const { exitCode, output } = await runChild(process.execPath, words, { quiet: true })
  return exitCode === 0 ? [] : [output.trim() || `${words[0]} failed.`]
}
