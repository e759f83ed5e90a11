import { join } from 'node:path'
import { ensureBuild } from '#scripts/build.ts'
import { followNpm } from '#scripts/follow-npm.ts'
import { datesTable, measureDates } from './dates.ts'
import { forgottenTable, measureForgotten } from './forgotten.ts'
import { lighthouseTable, measureLighthouse } from './lighthouse.ts'
import { measureScale, scaleTable } from './scale.ts'
import { measureRequests, requestsTable } from './requests.ts'
import { writeSection } from './report.ts'

// npm run bench: measures on this machine and writes tables of docs/performance.md and docs/limits.md: requests,
// scale, dates and forgotten, or only what is named: npm run bench -- --requests, --scale, --dates, --forgotten,
// --lighthouse.

followNpm()
process.chdir(join(import.meta.dirname, '..'))
try {
  const only = process.argv.slice(2)
  const wanted = (part: string) => only.length === 0 || only.includes(`--${part}`)
  await ensureBuild()
  if (wanted('requests')) writeSection('requests', requestsTable(await measureRequests()))
  if (wanted('scale')) writeSection('scale', scaleTable(await measureScale()))
  if (wanted('dates')) writeSection('dates', datesTable(await measureDates()))
  if (wanted('forgotten'))
    writeSection('forgotten', forgottenTable(await measureForgotten()), 'docs/limits.md')
  if (only.includes('--lighthouse')) writeSection('lighthouse', lighthouseTable(await measureLighthouse()))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
